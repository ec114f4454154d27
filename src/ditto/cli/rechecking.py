"""`ditto recheck`: what today's checks and rubric would change of a finished task; asks nobody, writes nothing."""

from collections.abc import Iterator
from pathlib import Path

from ditto.cli.output import Exit, answer, say, shortened
from ditto.state.recheck import Recheck, ReviewToday, VersionToday
from ditto.tools.recheck import recheck
from ditto.tools.settings import load_subjects

_WORD = {None: "not checked", True: "passed", False: "did not pass"}
_RUBRIC = {
    None: "not recorded, so that nothing is said of it",
    True: "another than today's",
    False: "the same as today's",
}
_TODAY = {None: "cannot be checked", True: "passes", False: "does not pass"}


def recheck_task(directory: Path, config: Path | None, *, as_json: bool) -> Exit:
    """Print what would change; exit 3 where anything would."""
    found = recheck(directory, load_subjects(config))
    if as_json:
        answer(found.dump())
    else:
        for line in _told(directory, found):
            say(line)
    return Exit.NOT_ACCEPTED if found.changed else Exit.DONE


def _told(directory: Path, found: Recheck) -> Iterator[str]:
    if found.no_facts:
        yield f"this release computes no facts from the sources: {found.no_facts}"
    for one in found.versions:
        yield from _version(one, found.rubric_changed)
    if found.accepted_draft_id is None:
        yield "no draft was accepted"
    elif found.accepted_passes:
        yield "the accepted draft passes today's first gate too"
    else:
        yield f"the accepted draft would not pass today's first gate; its acceptance by a {found.accepted_by} stays as it is recorded"
    yield f"{directory}: {'something' if found.changed else 'nothing'} would change under release {found.release}"


def _version(one: VersionToday, rubric_changed: bool | None) -> Iterator[str]:
    yield f"version {one.version} ({one.draft_id[:12]}): the first gate then: {_WORD[one.passed]}; today: {_TODAY[one.passes]}"
    for sign, findings in (("new ", one.new_findings), ("gone", one.gone_findings)):
        for finding in findings:
            yield f"  {sign} {finding.field}: {finding.message} (the writer is told: {finding.remedy})"
    yield from _review(one.review, rubric_changed)
    if one.decision:
        yield f"  a person's decision, {one.decision}: stays"


def _review(review: ReviewToday, rubric_changed: bool | None) -> Iterator[str]:
    if review.style == "none":
        yield "  no review was given"
        return
    yield f"  the review, {review.verdict}: stays as it was given"
    if review.style == "document":
        yield f"  what the rubric was then: {_RUBRIC[rubric_changed]}"
        return
    for sign, questions in (
        ("asked today, not then:", review.new_questions),
        ("asked then, not today:", review.gone_questions),
    ):
        for asked in questions:
            yield f"  {sign} {asked.field}: {asked.question} (about: {shortened(asked.text)})"
