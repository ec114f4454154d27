"""Progress on stderr: plain lines, and on a terminal a live line while a model is asked."""

import sys
from typing import Any, cast

from ditto.agents.events import (
    Acted,
    Answered,
    Asking,
    Checked,
    Decided,
    Drafted,
    Entered,
    Event,
    Paused,
    Preparing,
    Reviewed,
    Skipped,
    Stopped,
)
from ditto.cli.brief_progress import told_round
from ditto.cli.output import shortened, tell
from ditto.state.canonical import Json
from ditto.state.markdown import plain


class Progress:
    """Tell what happens; one object a run."""

    def __init__(self) -> None:
        self._live: Any = None
        self._prepared: set[str] = set()

    def __call__(self, event: Event) -> None:
        """Tell one event."""
        match event:
            case Preparing(provider):
                self._preparing(provider)
            case Asking():
                self._asking(event)
            case Answered(key, seconds, cause):
                self._still()
                tell(
                    f"  {_asked(key.purpose, key.version, key.part)} {'failed: ' + cause if cause else 'answered'} after {seconds:.0f} s"
                )
            case Drafted():
                _drafted(event)
            case Checked(version, findings):
                tell(
                    f"check of version {version}: {len(findings)} issues"
                    if findings
                    else f"check of version {version}: passed, all that a program compares is proven"
                )
                for finding in findings:
                    tell(f"  - {finding.field}: {finding.message}")
            case Reviewed(review):
                tell(f"review of version {review.version} by {review.reviewer.provider}: {review.verdict}")
                for issue in review.issues:
                    tell(f"  - {issue.field}: {issue.message}")
            case Skipped() | Paused() | Decided():
                tell(_of_a_person(event))
            case Acted(record):
                told_round(record)
            case Stopped(reason, detail):
                tell(f"end: {reason}: {detail}")
            case Entered():
                pass

    def close(self) -> None:
        """Clear the live line."""
        self._still()

    def _preparing(self, provider: str) -> None:
        if provider not in self._prepared:
            self._prepared.add(provider)
            tell(f"model: {provider}")

    def _asking(self, event: Asking) -> None:
        line = f"{_asked(event.key.purpose, event.key.version, event.key.part)}: call {event.spent} of {event.limit}{_clock(event.left)}"
        if not sys.stderr.isatty():
            tell(f"  {line}")
            return
        from rich.console import Console
        from rich.progress import Progress as Bar
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

        bar = Bar(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        bar.add_task(plain(line), total=None)
        bar.start()
        self._live = bar

    def _still(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


def _of_a_person(event: Skipped | Paused | Decided) -> str:
    match event:
        case Skipped(version, reason):
            return f"review of version {version}: skipped, {reason}"
        case Paused(version, _, detail):
            return f"version {version} waits for a human: {detail}"
        case Decided(decision):
            return f"decision on version {decision.version} by {decision.actor}: {decision.choice}"


def _drafted(event: Drafted) -> None:
    origin = {"seed": "the existing draft", "model": "written by the model", "human": "edited by a person"}[
        event.origin
    ]
    tell(f"version {event.version}: {origin}")
    for field, before, after in changes(event.previous or {}, event.draft) if event.previous else ():
        tell(f"  {field}: {shortened(before)} -> {shortened(after)}")


def changes(before: Any, after: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Return each changed field with its value before and after; objects and lists of one length are gone through."""
    if {type(before), type(after)} == {dict}:
        old, new = cast(Json, before), cast(Json, after)
        pairs = [(f"{path}.{key}" if path else key, old.get(key), new.get(key)) for key in dict.fromkeys([*old, *new])]
    elif {type(before), type(after)} == {list} and len(before) == len(after):
        pairs = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(before, after, strict=True))]
    else:
        return [] if before == after else [(path, before, after)]
    return [change for name, old, new in pairs for change in changes(old, new, name)]


def _asked(purpose: str, version: int, part: str) -> str:
    if purpose in ("plan", "fill"):
        return f"{purpose} in round {version}"
    return f"{purpose} version {version}" + (f" ({part})" if purpose == "review" and part != "document" else "")


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return ""
    hours, rest = divmod(max(0, int(seconds)), 3600)
    return f", {hours}:{rest // 60:02d}:{rest % 60:02d} left" if hours else f", {rest // 60}:{rest % 60:02d} left"
