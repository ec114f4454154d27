"""Where the sandbox is, and what is said where it is not."""

from pathlib import Path

import pytest

from ditto.state.errors import BadSettings
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains.code_change import domain, sandbox
from ditto.tools.domains.code_change.options import Options
from tests.tools.domains.code_change.changes import TESTS, change, gathered


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without bubblewrap."""
    monkeypatch.setattr(sandbox, "found_bubblewrap", lambda: None)


@pytest.mark.usefixtures("bare")
def test_a_task_that_requires_a_sandbox_is_refused_before_it_is_made_and_the_mend_is_named(tmp_path: Path) -> None:
    sources = [NewSource("test-sums", "test_sums.py", TESTS.encode())]
    with pytest.raises(BadSettings, match="bubblewrap") as refused:
        create_task(tmp_path / "task", domain="code_change", goal="Write sums.py.", sources=sources)
    assert "sandbox=optional" in str(refused.value)
    assert not (tmp_path / "task").exists()


@pytest.mark.usefixtures("bare")
def test_a_command_is_confined_or_refused_or_stands_alone() -> None:
    with pytest.raises(BadSettings):
        sandbox.python_command("code_server", "{}", [], Options())
    assert "bwrap" not in " ".join(sandbox.python_command("code_server", "{}", [], Options(sandbox="optional")))


def test_the_report_says_plainly_whether_a_sandbox_was_required() -> None:
    optional = domain.render(change(), gathered(options={"sandbox": "optional"}), "")
    assert "without a required sandbox" in optional and "under limits alone" in optional
    if sandbox.found_bubblewrap():
        assert "in a bubblewrap sandbox" in domain.render(change(), gathered(options={"sandbox": "required"}), "")


@pytest.mark.skipif(sandbox.found_bubblewrap() is None, reason="this machine has no bubblewrap")
def test_the_sandbox_has_no_network_no_home_and_no_place_to_write() -> None:
    command = " ".join(sandbox.python_command("code_server", "{}", ["/given"], Options()))
    for part in ("--unshare-all", "--die-with-parent", "--cap-drop ALL", "--clearenv", "--ro-bind-try /given /given"):
        assert part in command
    assert "--bind " not in command and "--share-net" not in command
