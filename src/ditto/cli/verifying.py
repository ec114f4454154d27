"""`ditto verify`: re-check a finished task from its files alone; one line a finding."""

from pathlib import Path

from ditto.cli.output import Exit, answer, say
from ditto.tools.settings import MANIFEST_KEY, load_subjects, read_environment
from ditto.tools.verification import Verification, verify

_SIGNATURE = {
    "valid": f"signed with the key of {MANIFEST_KEY}",
    "wrong": "signed with another key",
    "missing": "not signed",
    "not checked": f"signed, which was not checked: {MANIFEST_KEY} is not set",
    "none": "not signed",
}


def verify_task(directory: Path, config: Path | None, *, as_json: bool) -> Exit:
    """Print every finding, or what was verified; of the settings only the paths of subjects are read."""
    verification = verify(directory, read_environment().get(MANIFEST_KEY) or None, load_subjects(config))
    if as_json:
        answer(verification.dump())
    else:
        _print(directory, verification)
    return Exit.DONE if verification.verified else Exit.REFUSED


def _print(directory: Path, verification: Verification) -> None:
    for finding in verification.findings:
        say(finding)
    if not verification.verified:
        say(f"{directory}: not verified, {len(verification.findings)} findings")
        return
    accepted = f", accepted by a {verification.accepted_by}" if verification.accepted_by else ""
    say(
        f"{directory}: verified; {verification.status} ({verification.stop_reason}){accepted}; "
        f"{verification.versions} versions, {verification.files} files, {_SIGNATURE[verification.signature]}"
    )
