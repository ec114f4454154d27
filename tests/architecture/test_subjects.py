"""Adding a subject touches its own folder: nothing else names a built-in one, but for what is listed with its reason."""

from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, SOURCES, python_files

SUBJECTS = sorted(
    path.name for path in (ROOT / "tools/domains").iterdir() if path.is_dir() and not path.name.startswith("_")
)
NAMED: dict[str, dict[str, str]] = {
    "monthly_report": {
        "src/ditto/cli/options.py": "the subject of a task whose maker names none",
        "src/ditto/cli/table_options.py": "the options of `ditto new` that say how its tables are read",
        "bench/large_table.py": "measures how fast it reads a large table",
        "bench/number_gate.py": "measures the number gate on its texts",
        "bench/mutation.py": "lists the rules that are mutated, and their tests",
    },
    "release_brief": {
        "tools/brief_creation.py": "the one subject of the iteration flows, which a brief's request names",
        "src/ditto/cli/briefing.py": "`ditto brief from-git` makes its sources",
        "bench/mutation.py": "lists the rules that are mutated, and their tests",
    },
}


def read() -> dict[str, str]:
    """Return the text of each file that could name a subject, by its path; a subject's own folder may."""
    paths = [
        *python_files(*SOURCES, "bench", "examples"),
        *(ROOT / "agents").rglob("*.md"),
        *(ROOT / name for name in ("Makefile", "pyproject.toml", "ditto.yaml", ".ci/run")),
    ]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def naming(subject: str, texts: dict[str, str]) -> set[str]:
    """Return the files outside the subject's folder that name it."""
    own = Path("tools/domains", subject)
    return {path for path, text in texts.items() if subject in text and not Path(path).is_relative_to(own)}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_nothing_outside_its_folder_names_a_subject_without_a_reason(subject: str) -> None:
    assert naming(subject, read()) == set(NAMED.get(subject, {}))


def test_a_file_that_names_a_subject_would_be_found() -> None:
    texts = {"tools/creation.py": "DEFAULT = 'release_brief'", "tools/domains/release_brief/git.py": "release_brief"}
    assert naming("release_brief", texts) == {"tools/creation.py"}


def test_there_are_subjects_and_files_to_look_at() -> None:
    assert {"monthly_report", "release_brief"} <= set(SUBJECTS)
    assert {"tools/creation.py", "src/ditto/cli/app.py", "agents/prompts/writer.md", "Makefile"} <= set(read())


def test_every_reason_is_given() -> None:
    assert all(reason.strip() for reasons in NAMED.values() for reason in reasons.values())
