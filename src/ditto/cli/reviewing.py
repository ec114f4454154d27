"""`ditto review`: what waits for a human, with its token; with a token, the human's answer, and the task goes on."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from ditto.agents.pausing import open_pause
from ditto.cli.given_files import read_given
from ditto.cli.output import Exit, answer, say, shortened
from ditto.cli.progress import changes
from ditto.cli.reading import reading
from ditto.cli.running import Running, run_task
from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.decision import Choice, Pause, Response
from ditto.state.errors import BadRequest
from ditto.state.record import Record
from ditto.state.review import Issue
from ditto.tools.artifacts import MOST_BYTES
from ditto.tools.settings import load_subjects
from ditto.tools.subjects import Subjects


class Waiting(Record):
    """The answer of `ditto review --json`: what waits for a human, if anything does."""

    waits: bool
    pause: Pause | None


class Answered(NamedTuple):
    """What was given on the command line."""

    token: str | None
    actor: str | None
    approve: bool
    revise: Sequence[str]
    edit: Path | None
    stop: bool
    note: str | None

    @property
    def choices(self) -> list[Choice]:
        """The choices that were given."""
        given = {"approve": self.approve, "revise": bool(self.revise), "edit": self.edit is not None, "stop": self.stop}
        return [choice for choice in get_args(Choice) if given[choice]]


def review_task(directory: Path, given: Answered, running: Running) -> Exit:
    """Show what waits, or answer it and go on with the task."""
    if given == Answered(None, None, False, (), None, False, None):
        return _show(directory, running)
    return run_task(directory, running, _response(given))


def _show(directory: Path, running: Running) -> Exit:
    pause = asyncio.run(_read(directory, load_subjects(running.config)))
    if running.as_json:
        answer(Waiting(waits=pause is not None, pause=pause).dump())
    elif pause is None:
        say(f"{directory}: nothing waits for a human")
    else:
        _print(directory, pause)
    return Exit.DONE


async def _read(directory: Path, subjects: Subjects) -> Pause | None:
    async with reading(directory, subjects) as history:
        return None if history is None else open_pause(history)


def _response(given: Answered) -> Response:
    if given.token is None or given.actor is None:
        raise BadRequest("an answer needs --token and --actor", where="ditto review", expected="the token shown")
    if len(given.choices) != 1:
        raise BadRequest(
            "an answer is one choice",
            where="ditto review",
            found=" and ".join(given.choices) or "none",
            expected="one of --approve, --revise, --edit and --stop",
        )
    document = {
        "token": given.token,
        "actor": given.actor,
        "choice": given.choices[0],
        "note": given.note,
        "issues": [_issue(text) for text in given.revise],
        "draft": None if given.edit is None else _draft(given.edit),
    }
    try:
        return Response.load(document)
    except NotStrict as cause:
        raise BadRequest("the answer cannot be taken", where="ditto review", found=cause) from cause


def _issue(text: str) -> Json:
    """Read `FIELD: TEXT`; what names no field is about the whole draft."""
    field, found, message = text.partition(":")
    if found and re.fullmatch(r"[a-z][A-Za-z]*(\[\d+\])?(\.[A-Za-z]+)*", field) and message.strip():
        return {"field": field, "message": message.strip()}
    return {"field": "draft", "message": text}


def _draft(path: Path) -> Json:
    try:
        return parse_object(read_given(path, MOST_BYTES).decode())
    except (NotStrict, UnicodeDecodeError) as cause:
        raise BadRequest(
            "the edit cannot be read", where=path, found=cause, expected="a whole draft as JSON"
        ) from cause


def _print(directory: Path, pause: Pause) -> None:
    say(f"{directory}: version {pause.version} waits for a human: {pause.detail}")
    say(f"review: {_judged(pause)}")
    say()
    issues = [*pause.issues, *(pause.review.issues if pause.review else ())]
    for line in (line for field, value in pause.draft.items() for line in _lines(field, value, issues)):
        say(line)
    for issue in (one for one in issues if one.root not in pause.draft):
        say(f"! {issue.field}: {issue.message}")
    if pause.previous is not None:
        say()
        say(f"changed since version {pause.version - 1}:")
        for field, before, after in changes(pause.previous, pause.draft):
            say(f"  {field}: {shortened(before)} -> {shortened(after)}")
    say()
    say(f"token: {pause.token}")
    say(f"choices: {', '.join(pause.choices)}")
    say(f"draft: {directory}/drafts/{pause.draft_id}.json (copy it to edit it)")
    say(f"answer: ditto review {directory} --token {pause.token} --actor NAME --{pause.choices[0]}")


def _lines(field: str, value: Any, issues: Sequence[Issue]) -> Iterator[str]:
    """Return a field as lines, each followed by the issues that name it or a part of it."""
    said = [one for one in issues if one.root == field]
    if isinstance(value, list):
        yield f"{field}:"
        for index, item in enumerate(cast(list[Any], value)):
            yield f"  - {_flat(item)}"
            beside = [one for one in said if re.match(rf"{field}(\[{index}\]|\.{index}(\.|$))", one.field)]
            yield from (_issue_line(one) for one in beside)
            said = [one for one in said if one not in beside]
    else:
        yield f"{field}: {_flat(value)}"
    yield from (_issue_line(one) for one in said)


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_flat(item)}" for key, item in cast(Json, value).items())
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _issue_line(issue: Issue) -> str:
    return f"    ! {issue.field}: {issue.message}"


def _judged(pause: Pause) -> str:
    if pause.review is None:
        return f"skipped, {pause.skipped}"
    return f"{pause.review.verdict}, by {pause.review.reviewer.provider} ({pause.review.reviewer.model})"
