"""What a repository's tags and commits say becomes an input directory; what they do not say is never added."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ditto.state.brief import Spec
from ditto.state.errors import BadRequest, FileOutage
from ditto.tools.domains.release_brief.git import sources_from_git
from tests.tools.domains.release_brief.conftest import BRIEF

AUTHOR = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@h.invalid"}
COMMITTER = {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@h.invalid"}
DATES = {"GIT_AUTHOR_DATE": "2026-11-30T12:00:00+00:00", "GIT_COMMITTER_DATE": "2026-12-24T12:00:00+00:00"}


class Made:
    """A repository of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> None:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **AUTHOR, **COMMITTER, **DATES}
        subprocess.run(["git", *words], cwd=self.folder, env=environment, check=True, capture_output=True)

    def commit(self, *subjects: str) -> "Made":
        for subject in subjects:
            self.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-m", subject)
        return self

    def tag(self, name: str) -> "Made":
        self.git("tag", name)
        return self


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A repository with two releases."""
    repository = Made(tmp_path / "repository").commit("first").tag("v1.0")
    return repository.commit("feat: search", "fix: a leak", "docs: a page").tag("v1.1")


def facts_of(made: Made, range_: str) -> dict[str, str]:
    """Every fact of a range, as the subject reads it from the files."""
    files = sources_from_git(made.folder, range_)
    spec = Spec.parse(files["spec.json"])
    facts: dict[str, str] = {}
    for entry in spec.catalog:
        facts |= BRIEF.read(entry, files[entry.file])
    assert facts.keys() == set(spec.required)
    return facts


EXPECTED = {
    "version": "v1.1",
    "previous": "v1.0",
    "date": "2026-12-24",
    "changes": "3",
    "features": "feat: search",
    "fixes": "fix: a leak",
    "other": "docs: a page",
}


@pytest.mark.parametrize("range_", ["v1.0..v1.1", "v1.1"])
def test_a_range_and_a_tag_since_the_one_before_it_say_the_same(made: Made, range_: str) -> None:
    assert facts_of(made, range_) == EXPECTED


def test_both_sources_are_evidence_from_the_start_and_fields_have_names_for_people(made: Made) -> None:
    files = sources_from_git(made.folder, "v1.1")
    document: dict[str, Any] = json.loads(files["spec.json"])
    assert sorted(files) == ["commits.json", "spec.json", "tags.json"]
    assert (document["initialEvidence"], document["initialDraft"]) == (["tags", "commits"], {})
    assert document["labels"].keys() == set(document["required"])


def test_the_first_release_has_no_previous_one_and_holds_every_change(made: Made) -> None:
    facts = {"version": "v1.0", "date": "2026-12-24", "changes": "1", "other": "first"}
    assert facts_of(made, "v1.0") == facts
    made.commit("second").git("tag", "-d", "v1.0", "v1.1")
    assert facts_of(made.tag("v2"), "v2")["changes"] == "5"


def test_a_revision_that_is_no_tag_is_not_called_a_version(made: Made) -> None:
    facts = facts_of(made.commit("feat: later"), "v1.1..HEAD")
    assert facts == {"previous": "v1.1", "date": "2026-12-24", "changes": "1", "features": "feat: later"}


def test_merges_are_skipped_and_a_change_that_was_picked_twice_is_counted_once(made: Made) -> None:
    made.git("checkout", "--quiet", "-b", "side")
    made.commit("fix: both", "feat: side").git("checkout", "--quiet", "main")
    made.commit("chore: main", "fix: both").git("merge", "--quiet", "--no-ff", "-m", "Merge side", "side")
    facts = facts_of(made.tag("v1.2"), "v1.2")
    assert (facts["changes"], facts["fixes"], facts["features"]) == ("3", "fix: both", "feat: side")
    assert facts["other"] == "chore: main"


def test_two_changes_of_one_subject_that_were_written_at_other_times_are_two(made: Made) -> None:
    for day in ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"):
        made.git("commit", "--quiet", "--allow-empty", "--date", day, "-m", "fix: a typo")
    facts = facts_of(made.tag("v1.2"), "v1.2")
    assert (facts["changes"], facts["fixes"]) == ("2", "fix: a typo; fix: a typo")


def test_a_repositorys_own_encoding_of_its_log_changes_nothing(made: Made) -> None:
    made.git("config", "i18n.logOutputEncoding", "UTF-16")
    assert facts_of(made, "v1.1") == EXPECTED


def test_an_annotated_tag_and_a_tag_that_a_branch_shares_its_name_with_stand_for_their_commit(made: Made) -> None:
    made.commit("feat: more").git("tag", "-a", "-m", "words of the tag", "v1.2")
    made.git("branch", "v1.2", "v1.0")
    assert facts_of(made, "v1.1..v1.2")["features"] == "feat: more"


def test_a_tag_goes_before_another_ref_of_its_name(made: Made) -> None:
    made.tag("heads/main").commit("feat: later")
    assert facts_of(made, "v1.0..heads/main") == EXPECTED | {"version": "heads/main"}


def test_control_and_bidi_characters_of_a_subject_become_spaces(made: Made) -> None:
    made.commit("feat: a\x07b\u202ec\u2028d\te", "fix: \x1b[31mred  é “x”").tag("v1.2")
    facts = facts_of(made, "v1.2")
    assert (facts["features"], facts["fixes"]) == ("feat: a b c d e", "fix: [31mred é “x”")


def test_a_commit_without_a_subject_is_no_change(made: Made) -> None:
    facts = facts_of(made.commit("", "feat: x", "", "feat: y").tag("v1.2"), "v1.2")
    assert facts.items() >= {"changes": "2", "features": "feat: x; feat: y"}.items()
    assert "other" not in facts


def test_a_subject_that_looks_like_gits_own_line_is_a_change(made: Made) -> None:
    assert facts_of(made.commit("commit 12", "= x").tag("v1.2"), "v1.2")["other"] == "commit 12; = x"


def test_changes_stand_in_the_order_in_which_they_were_made(made: Made) -> None:
    assert facts_of(made.commit("fix: one", "fix: two").tag("v1.2"), "v1.2")["fixes"] == "fix: one; fix: two"


def test_the_body_and_the_people_of_a_commit_are_left_out(made: Made) -> None:
    made.commit("feat: x\n\nbody http://h.invalid\n\nCo-authored-by: A <a@h.invalid>").tag("v1.2")
    assert b"h.invalid" not in b"".join(sources_from_git(made.folder, "v1.2").values())


def test_a_long_group_goes_over_numbered_fields(made: Made) -> None:
    made.commit(*(f"feat: {number} {'x' * 900}" for number in range(5))).tag("v1.2")
    files = sources_from_git(made.folder, "v1.2")
    spec = Spec.parse(files["spec.json"])
    assert spec.required[-3:] == ("features-1", "features-2", "features-3")
    assert spec.labels["features-2"] == "Features, part 2"


def test_more_than_a_brief_can_hold_is_refused_with_the_advice_to_narrow_it(made: Made) -> None:
    fits = made.commit(*(f"feat: {number} {'x' * 1900}" for number in range(12))).tag("v1.2")
    assert len(Spec.parse(sources_from_git(fits.folder, "v1.2")["spec.json"]).required) == 16
    made.git("tag", "-d", "v1.2")
    made.commit("feat: " + "y" * 1900).tag("v1.3")
    with pytest.raises(BadRequest, match="narrow it: found 13 changes, 17 fields"):
        sources_from_git(made.folder, "v1.3")


@pytest.mark.parametrize(
    "range_", ["", "-v1", "--all", "v1.0..", "..v1.1", "..", "v1.0...v1.1", "v1.0..-x", "v\x00", "v\n", "\ud800"]
)
def test_what_is_no_range_is_refused(made: Made, range_: str) -> None:
    with pytest.raises(BadRequest, match="not a range"):
        sources_from_git(made.folder, range_)


@pytest.mark.parametrize("range_", [" ", "v9", "v1.0..v9", "v9..v1.1", "v1.0..v1.1..v1.1", "v1.0 v1.1", "$(touch x)"])
def test_a_revision_that_is_not_there_is_named(made: Made, range_: str) -> None:
    with pytest.raises(BadRequest, match=r"no such revision: found '.*', expected a tag or a commit"):
        sources_from_git(made.folder, range_)
    assert not (made.folder / "x").exists()


@pytest.mark.parametrize("range_", ["v1.1..v1.1", "v1.1..v1.0"])
def test_a_range_of_no_change_is_refused(made: Made, range_: str) -> None:
    with pytest.raises(BadRequest, match="the range holds no change"):
        sources_from_git(made.folder, range_)


def test_a_folder_that_is_no_repository_or_not_there_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "absent", tmp_path / "-C"):
        with pytest.raises(BadRequest, match="not a git repository"):
            sources_from_git(folder, "v1.0")


def test_a_repository_without_a_commit_has_no_such_revision(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no such revision"):
        sources_from_git(Made(tmp_path / "empty").folder, "HEAD")


def test_a_shallow_clone_is_refused_since_its_history_is_not_whole(made: Made, tmp_path: Path) -> None:
    made.git("clone", "--quiet", "--depth=1", f"file://{made.folder}", str(tmp_path / "shallow"))
    with pytest.raises(BadRequest, match="the history is cut short"):
        sources_from_git(tmp_path / "shallow", "HEAD")


def test_a_machine_without_git_is_told_so(made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileOutage, match="git is not installed"):
        sources_from_git(made.folder, "v1.1")


def test_git_that_cannot_be_run_is_an_outage(made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "git").write_text("no program")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileOutage, match="git could not be run"):
        sources_from_git(made.folder, "v1.1")


def test_the_environments_git_variables_change_nothing(
    made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert facts_of(made, "v1.1") == EXPECTED


def test_nothing_that_the_repository_configures_is_started(made: Made, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'started'}\n")
    program.chmod(0o755)
    for key in ("core.pager", "core.fsmonitor", "gpg.program", "core.sshCommand", "diff.external", "core.editor"):
        made.git("config", key, str(program))
    made.git("config", "log.showSignature", "true")
    for hook in ("reference-transaction", "post-index-change"):
        (made.folder / ".git/hooks" / hook).write_text(program.read_text())
        (made.folder / ".git/hooks" / hook).chmod(0o755)
    assert facts_of(made, "v1.1") == EXPECTED
    assert not (tmp_path / "started").exists()


def test_a_replaced_commit_does_not_stand_for_the_one_that_was_tagged(made: Made) -> None:
    made.git("replace", "v1.1", "v1.0")
    assert facts_of(made, "v1.0..v1.1") == EXPECTED
