"""Whatever file is named on the command line or read beside it, it is refused in one line or means what it says."""

import csv
import io
import itertools
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.evidence import Source
from ditto.tools.domains import load_domain
from tests.conftest import MakeTask
from tests.faults.fuzz_bytes import Mutation, mutations
from tests.faults.fuzz_commands import Answer, ditto
from tests.faults.fuzz_json import mutated_json, strictly
from tests.faults.machine_tally import count, profile
from tests.scripted_model import GOOD_DRAFT

TABLE = b"month,grossCents,refundCents\n2026-06,100000,5000\n2026-07,120000,6000\n2026-08,150000,9000\n"
CELLS = st.sampled_from(["2026-08", "2026-8", "2026-13", "1", "-1", "1.5", "1e3", "", " 7", '"7"', "٣", "9" * 16])
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4).map(",".join), max_size=3).map("\n".join)
EDITED = {**GOOD_DRAFT, "title": "As the analyst wants it"}
pytestmark = pytest.mark.timeout(600)


def drafts() -> st.SearchStrategy[bytes]:
    """Draw a file that is almost a draft."""
    encoded = mutated_json(EDITED).map(lambda text: text.encode("utf-8", "surrogatepass"))
    return st.one_of(encoded, mutations().map(lambda one: one.of(json.dumps(EDITED).encode())))


def nets(data: bytes) -> list[int]:
    """Return gross less refund of the two latest months, read by nothing of Ditto's."""
    lines = [line for line in io.StringIO(data.decode("utf-8-sig")) if line.strip()]
    rows = list(csv.DictReader(lines))
    rows.sort(key=lambda row: row["month"])
    return [int(row["grossCents"]) - int(row["refundCents"]) for row in rows[-2:]]


def _made(tried: Counter[str]) -> Answer:
    """Make a task of the table that lies there, in the place of the one before, and count what came of it."""
    shutil.rmtree("made", ignore_errors=True)
    answer = ditto("new", "made", "--source", "sales.csv")
    tried["refused" if answer.refused else "made"] += 1
    return answer


def test_a_table_is_refused_or_gives_the_figures_that_it_holds(request: pytest.FixtureRequest) -> None:
    tried: Counter[str] = Counter()
    tables = st.one_of(mutations().map(lambda one: one.of(TABLE)), ROWS.map(lambda rows: TABLE + rows.encode()))

    @profile(request, 150, 800)
    @given(data=tables)
    def each(data: bytes) -> None:
        Path("sales.csv").write_bytes(data)
        answer = _made(tried)
        assert answer.refused != Path("made").exists()
        if not answer.refused:
            _require_figures(data)

    each()
    assert len(tried) == 2
    count(request, tried.total())


def _require_figures(data: bytes) -> None:
    assert Path("made/sources/sales.csv").read_bytes() == data
    shown = ditto("show", "made")
    assert shown.document["state"] == "new"
    try:
        facts = load_domain("monthly_report").gather([Source("sales", data)], {}, "0" * 64).facts
    except Exception as cause:  # its own kind says that the task will end as missing-data
        assert type(cause).__name__ == "MissingData"
        return
    assert [facts["baselineNetCents"], facts["currentNetCents"]] == nets(data)


def test_a_seed_is_refused_or_kept_as_it_was_given(request: pytest.FixtureRequest) -> None:
    tried: Counter[str] = Counter()
    Path("sales.csv").write_bytes(TABLE)

    @profile(request, 100, 700)
    @given(data=drafts())
    def each(data: bytes) -> None:
        Path("seed.json").write_bytes(data)
        shutil.rmtree("made", ignore_errors=True)
        answer = ditto("new", "made", "--source", "sales.csv", "--seed", "seed.json")
        tried["refused" if answer.refused else "made"] += 1
        if not answer.refused:
            assert Path("made/seed.json").read_bytes() == data
            assert load_domain("monthly_report").draft.parse(data).dump() == strictly(data.decode())

    each()
    assert len(tried) == 2
    count(request, tried.total())


def test_an_edit_is_refused_or_becomes_the_next_version_as_it_was_given(
    request: pytest.FixtureRequest, make_task: MakeTask, config: Path
) -> None:
    tried: Counter[str] = Counter()
    task, numbers = make_task(approval=True), itertools.count()
    token = ditto("run", task, "--config", config).document["token"]
    answer = ("--token", token, "--actor", "analyst", "--config", config)

    @profile(request, 25, 120)
    @given(data=drafts())
    def each(data: bytes) -> None:
        Path("edit.json").write_bytes(data)
        copy = shutil.copytree(task, task.with_name(f"edited-{next(numbers)}"))
        edited = ditto("review", copy, "--edit", "edit.json", *answer)
        tried["refused" if edited.refused else "edited"] += 1
        if not edited.refused:
            edit = ditto("show", copy).document["versions"][1]
            drafted = json.loads((copy / f"drafts/{edit['draftId']}.json").read_bytes())
            assert (edit["origin"], drafted) == ("human", strictly(data.decode()))
        else:
            assert ditto("review", copy).document["pause"]["token"] == token
        shutil.rmtree(copy)

    each()
    assert len(tried) == 2
    count(request, tried.total())


SETTINGS: dict[str, Any] = {
    "model": {"provider": "far"},
    "providers": {"far": {"base_url": "http://127.0.0.1:9/v1", "model": "m", "style": "questions", "retries": 1}},
    "network": {"allow": ["127.0.0.1"]},
    "limits": {"max_rounds": 4, "max_model_calls": 8, "deadline_seconds": 600},
}


def test_settings_are_refused_or_mean_what_the_file_says(request: pytest.FixtureRequest) -> None:
    tried: Counter[str] = Counter()
    Path("sales.csv").write_bytes(TABLE)
    files = st.one_of(
        mutations().map(lambda one: one.of(yaml.safe_dump(SETTINGS).encode())),
        mutated_json(SETTINGS).map(lambda text: text.encode("utf-8", "surrogatepass")),
    )

    @profile(request, 40, 150)
    @given(data=files)
    def each(data: bytes) -> None:
        Path("ditto.yaml").write_bytes(data)
        answer = _made(tried)
        if not answer.refused:
            limits = (yaml.safe_load(data.decode()).get("limits") or {}) | {}
            assert answer.document["request"]["maxRounds"] == int(limits.get("max_rounds", 4))

    each()
    assert len(tried) == 2
    count(request, tried.total())


def test_the_file_of_variables_is_refused_or_its_settings_hold(request: pytest.FixtureRequest) -> None:
    tried: Counter[str] = Counter()
    right = b'DITTO_LIMITS__MAX_ROUNDS=7\nDITTO_NETWORK__ALLOW=["127.0.0.1"]\nDITTO_MANIFEST_KEY=secret\nFAR_KEY=k\n'
    Path("sales.csv").write_bytes(TABLE)

    @profile(request, 100, 500)
    @given(mutation=mutations())
    def each(mutation: Mutation) -> None:
        data = mutation.of(right)
        Path(".env").write_bytes(data)
        answer = _made(tried)
        if not answer.refused and data.startswith(right[:27]):
            assert answer.document["request"]["maxRounds"] == 7

    each()
    assert len(tried) == 2
    count(request, tried.total())
