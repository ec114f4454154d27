"""Whatever a model answers, a task ends for a reason or by an outage, and publishes only what is borne out."""

import itertools
import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer
from redis import Redis
from werkzeug import Response

from ditto.agents.runner import run
from ditto.state.errors import ModelOutage
from ditto.state.report import Report
from ditto.tools.settings import load_settings
from ditto.tools.verification import verify
from tests.conftest import MakeTask
from tests.faults.fuzz_json import mutated_json
from tests.faults.fuzz_model import FuzzModel, Role, Spoiled, spoiled
from tests.faults.fuzz_oracle import ORACLE, faults
from tests.faults.machine_tally import count, profile
from tests.scripted_model import GOOD_DRAFT, completion

Once = Callable[[str], Report | None]


@pytest.fixture
def model(httpserver: HTTPServer) -> FuzzModel:
    """A model of which one answer is spoiled, in the place of the scripted one."""
    return FuzzModel(httpserver)


@pytest.fixture
def once(
    make_task: MakeTask, model: FuzzModel, shared_redis: Redis, redis_url: str, tmp_path: Path, style: str
) -> Once:
    """Run a new task of a scenario, hold what it left against the oracle, and return its report; None is an outage."""
    config, numbers = tmp_path / "fuzz.yaml", itertools.count()
    config.write_text(yaml.safe_dump({**model.settings(style=style), "context": {"redis": redis_url}}))
    settings = load_settings(config)

    def ended(scenario: str) -> Report | None:
        task = make_task(scenario, f"fuzz-{next(numbers)}", maxRounds=3, maxModelCalls=9)
        try:
            report = run(task, settings=settings)
        except ModelOutage:
            assert not list((task / "output").iterdir())
            return None
        assert isinstance(report, Report)
        _hold_against_the_oracle(task, report, model)
        shutil.rmtree(task)
        return report

    return ended


def _hold_against_the_oracle(task: Path, report: Report, model: FuzzModel) -> None:
    assert verify(task).verified
    assert (task / "output/analysis.json").exists() == (report.status == "completed")
    assert len(model.requests) == report.usage.model_calls
    if report.status == "completed":
        assert faults(task) == []
        analysis = ORACLE.load(task / "output/analysis.json")
        assert model.bears_out(_floats(analysis["draft"]), analysis["draftId"])


def _floats(draft: dict[str, Any]) -> dict[str, Any]:
    metrics = {**draft["metrics"], "growthPercent": float(draft["metrics"]["growthPercent"])}
    return {**draft, "metrics": metrics}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("style", ["document", "questions"])
@pytest.mark.parametrize(
    ("role", "scenario"), [("writer", "generate"), ("writer", "flawed-draft"), ("reviewer", "generate")]
)
def test_an_answer_that_is_almost_right_publishes_nothing_that_was_not_written_and_passed(
    request: pytest.FixtureRequest, model: FuzzModel, once: Once, style: str, role: Role, scenario: str
) -> None:
    tried: Counter[str] = Counter()

    @profile(request, 12, 50)
    @given(answer=spoiled(role, style))
    def each(answer: Spoiled) -> None:
        model.begin(role, answer.reply)
        report = once(scenario)
        tried[report.status if report else "outage"] += 1

    each()
    assert tried["completed"] > 0
    assert tried.total() > tried["completed"]
    count(request, tried.total())


COMPLETION: dict[str, Any] = json.loads(completion({"content": json.dumps(GOOD_DRAFT)}).get_data())
UNENDED = json.dumps({**COMPLETION, "choices": [{"message": COMPLETION["choices"][0]["message"]}]}).encode()
"""A server that does not say why its answer ended: what is whole and passes both gates is an answer."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("style", ["document"])
def test_a_body_that_is_no_completion_is_an_outage_or_a_stated_end(
    request: pytest.FixtureRequest, model: FuzzModel, once: Once, style: str
) -> None:
    tried: Counter[str] = Counter()

    @profile(request, 25, 100)
    @example(body=UNENDED)
    @given(body=st.one_of(_encoded(mutated_json(COMPLETION)), st.binary(max_size=200)))
    def each(body: bytes) -> None:
        model.begin("writer", lambda _: Response(body, content_type="application/json"))
        report = once("generate")
        tried[report.status if report else "outage"] += 1

    each()
    assert tried["outage"] > 0
    count(request, tried.total())


def _encoded(texts: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    return texts.map(lambda text: text.encode("utf-8", "surrogatepass"))
