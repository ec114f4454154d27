"""The deterministic gate: the files are there, use what they may, and pass every given test."""

from collections.abc import Iterator, Mapping
from typing import Any

from ditto.state.evidence import Evidence
from ditto.state.review import Finding

from .evidence import options_of
from .reading import faults
from .schema import Draft
from .suite import SuiteRun, run_tests

_MOST_TOLD = 5
_MOST_MESSAGE = 1_900


def check(draft: Draft, evidence: Evidence) -> tuple[Finding, ...]:
    """Return what is wrong with a change; the tests run only where its files can be run at all."""
    options = options_of(evidence.facts)
    found = [*_files(draft, evidence.facts, options.allow)]
    if found:
        return tuple(found)
    return tuple(_tested(run_tests(files_of(draft, evidence.facts), evidence.facts["tests"], options), evidence))


def files_of(draft: Draft, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the code as the change leaves it: what is there already, and the draft's files over it."""
    return {**facts["code"], **{file.name: file.content for file in draft.files}}


def _files(draft: Draft, facts: Mapping[str, Any], allow: tuple[str, ...]) -> Iterator[Finding]:
    names = [file.name for file in draft.files]
    modules = [name.removesuffix(".py") for name in (*names, *facts["code"])]
    for name in facts["wanted"]:
        if name not in (*names, *facts["code"]):
            yield Finding(
                field="files", message=f"{name} is missing, and the tests import it", remedy=f"Add the file {name}."
            )
    for index, file in enumerate(draft.files):
        if file.name in names[:index]:
            yield Finding(field="files", message=f"{file.name} stands twice", remedy="Write each file once.")
        for message, remedy in faults(file, facts, modules, allow):
            yield Finding(field="files", message=message[:_MOST_MESSAGE], remedy=remedy)


def _tested(run: SuiteRun, evidence: Evidence) -> Iterator[Finding]:
    failed = [result for result in run.results if not result.passed]
    for result in failed[:_MOST_TOLD]:
        yield _failure(f"{result.test} fails: {result.told}")
    if len(failed) > _MOST_TOLD:
        yield _failure(f"{len(failed) - _MOST_TOLD} more tests fail")
    if run.stopped_in or run.cause:
        yield _failure(f"the tests were stopped{f' in {run.stopped_in}' if run.stopped_in else ''}: {run.cause}")
    elif not failed and len(run.results) < len(evidence.rows):
        yield _failure(f"{len(run.results)} tests ran, {len(evidence.rows)} are given")


def _failure(message: str) -> Finding:
    return Finding(field="files", message=message[:_MOST_MESSAGE], remedy="Change the code so that this test passes.")
