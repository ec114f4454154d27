"""`ditto calibrate` at work: progress on stderr, the file after each trial, and the table at the end."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ditto.agents.calibrating import calibrate
from ditto.cli.options import DEFAULT_DOMAIN
from ditto.cli.output import Exit, answer, say, tell
from ditto.cli.running import interruptible
from ditto.state.calibration import Calibration, Share
from ditto.tools.settings import load_settings
from ditto.tools.trials import TrialSet, read_calibration, trial_set, write_calibration

_HEAD = ("", "trials", "invalid", "passed by the reviewer", "found by the first gate", "missed by both")


class Wanted(NamedTuple):
    """What is to be measured, as the command line says."""

    config: Path | None
    domain: str | None
    review_provider: str | None
    runs: int
    output: Path | None
    as_json: bool


def calibrate_reviewer(wanted: Wanted) -> Exit:
    """Have the reviewer judge every trial, and print what it missed."""
    settings = load_settings(wanted.config)
    trials = trial_set(wanted.domain or DEFAULT_DOMAIN, settings.subjects)
    kept = read_calibration(wanted.output) if wanted.output else None

    def told(known: Calibration) -> None:
        if wanted.output:
            write_calibration(wanted.output, known)
        tell(_progress(known, trials))

    done = interruptible(
        lambda: calibrate(trials, settings, wanted.review_provider, wanted.runs, kept, told),
        lambda: f"cancelled; {'the same command goes on where it stopped' if wanted.output else 'nothing is kept'}",
    )
    if done is None:
        return Exit.CANCELLED
    if wanted.as_json:
        answer(done.dump())
    else:
        for line in _report(done):
            say(line)
    return Exit.DONE


def _progress(known: Calibration, trials: TrialSet) -> str:
    last = known.trials[-1]
    seconds = sum(one.seconds for one in last.judgements)
    found = f"; the first gate finds {', '.join(last.found)}" if last.found else ""
    return (
        f"trial {len(known.trials)} of {len(trials.trials)}, {last.defect or 'clean'}: "
        f"{last.outcome} after {seconds:.0f} s{found}"
    )


def _report(done: Calibration) -> Iterator[str]:
    setup, clean = done.setup, done.clean
    substituted = " (answers were substituted: a labelled fault injection)" if setup.substituted else ""
    yield f"reviewer {setup.provider}, {setup.model}, by {setup.style}, on the trials of {setup.domain}{substituted}"
    yield from _table(
        [
            _HEAD,
            *(
                (
                    one.kind,
                    *map(str, (one.trials, one.invalid)),
                    _share(one.missed),
                    str(one.found_by_first_gate),
                    _share(one.missed_by_both),
                )
                for one in (*done.kinds, done.defective)
            ),
        ]
    )
    yield (
        f"clean: {clean.trials} trials, {clean.invalid} invalid, false alarms {_share(clean.false_alarms)}, "
        f"{clean.refused_by_first_gate} refused by the first gate"
    )
    yield f"runs {setup.runs}, calls {done.calls}, tokens {_count(done.tokens.prompt)} asked and {_count(done.tokens.completion)} answered, {done.seconds:.0f} s"
    yield f"rubric {setup.rubric_sha256[:12]}, trials {setup.trials_sha256[:12]}, release {setup.release}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _share(share: Share) -> str:
    return f"{share.count} of {share.of} [{share.low:.3f}, {share.high:.3f}]"


def _count(tokens: int | None) -> str:
    return "unknown" if tokens is None else str(tokens)
