"""Whatever JSON stands in spec.json or in a source, a flow ends in a report that verifies or in an error of Ditto's own."""

import asyncio
import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.experiments import Files, first_missing, material, write
from ditto.agents.brief_app import BriefApp, open_briefs
from ditto.agents.briefs import BriefInput, run_brief
from ditto.state.brief import BriefReport, Flow
from ditto.state.errors import DittoError
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.faults.fuzz_json import ODD, mutated_json
from tests.faults.kill_scenarios import RIGHT
from tests.faults.machine_tally import count, profile
from tests.scripted_model import ScriptedModel

pytestmark = [pytest.mark.usefixtures("fills"), pytest.mark.timeout(600)]

FLOWS = st.sampled_from(get_args(Flow))
FILES = (material(RIGHT), material(RIGHT, imported=False), first_missing(RIGHT))
ANY = st.recursive(
    st.sampled_from([one for one in ODD if isinstance(one, str | int | float | None)]) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
Run = Callable[[Flow, dict[str, str]], BriefReport | DittoError]


@pytest.fixture
def run(shared_settings: Settings, model: ScriptedModel, tmp_path: Path) -> Iterator[Run]:
    """Run a flow on an input directory of these texts, with one model and one Redis for all."""
    numbers, runner = itertools.count(), asyncio.Runner()
    opening = open_briefs(shared_settings)
    app = runner.run(opening.__aenter__())

    def one(flow: Flow, texts: dict[str, str]) -> BriefReport | DittoError:
        folder = tmp_path / str(next(numbers))
        try:
            return runner.run(_ended(app, flow, folder, texts))
        finally:
            model.requests.clear()
            shutil.rmtree(folder)

    yield one
    runner.run(opening.__aexit__(None, None, None))
    runner.close()


async def _ended(app: BriefApp, flow: Flow, folder: Path, texts: dict[str, str]) -> BriefReport | DittoError:
    """Return the report, which verifies, or the error, which is one line and leaves no result."""
    write(folder / "input", {})
    for name, text in texts.items():
        (folder / "input" / f"{name}.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        report = await run_brief(app, flow, BriefInput(folder / "input", folder / "output"))
    except DittoError as error:
        assert "\n" not in str(error)
        assert not (folder / "output/result.json").exists()
        return error
    assert verify(folder / "output").findings == ()
    return report


def texts_of(files: Files) -> dict[str, str]:
    """Return the documents as texts."""
    return {name: json.dumps(one) for name, one in files.items()}


@pytest.mark.parametrize("name", ["spec", "owner-source"])
def test_a_file_of_the_input_that_is_almost_right_gives_a_report_or_an_error(
    request: pytest.FixtureRequest, run: Run, name: str
) -> None:
    ended: list[BriefReport | DittoError] = []

    @profile(request, 15, 600)
    @given(flow=FLOWS, files=st.sampled_from(FILES), data=st.data())
    def each(flow: Flow, files: Files, data: st.DataObject) -> None:
        text = data.draw(mutated_json(files[name]))
        ended.append(run(flow, {**texts_of(files), name: text}))

    each()
    count(request, len(ended))
    assert {isinstance(one, BriefReport) for one in ended} == {True, False}


@pytest.mark.parametrize("name", ["spec", "owner-source"])
def test_any_json_in_a_file_of_the_input_gives_a_report_or_an_error(
    request: pytest.FixtureRequest, run: Run, name: str
) -> None:
    cases = 0

    @profile(request, 10, 400)
    @given(flow=FLOWS, files=st.sampled_from(FILES), document=ANY)
    def each(flow: Flow, files: Files, document: Any) -> None:
        nonlocal cases
        run(flow, {**texts_of(files), name: json.dumps(document)})
        cases += 1

    each()
    count(request, cases)


def test_any_values_that_a_source_may_hold_end_in_the_brief(request: pytest.FixtureRequest, run: Run) -> None:
    lines = st.text(min_size=1, max_size=30) | st.sampled_from(["- code: x (source y)", "{owner}", "|", "\u2028", " "])
    cases = 0

    @profile(request, 10, 400)
    @given(flow=FLOWS, values=st.fixed_dictionaries(dict.fromkeys(RIGHT, lines)))
    def each(flow: Flow, values: dict[str, str]) -> None:
        nonlocal cases
        run(flow, texts_of(material(values, imported=flow not in ("adaptive", "retrieval"))))
        cases += 1

    each()
    count(request, cases)
