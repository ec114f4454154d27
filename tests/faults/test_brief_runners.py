"""One active runner an output directory, and one task: a second one of either is refused at once, with nothing changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ditto.state.errors import BadRequest
from ditto.tools.settings import Settings
from tests.faults.brief_processes import briefing, briefing_in_a_call, further, new
from tests.faults.brief_runs import begun, brief_input, commanded, outcomes, require_right, resumed, tree
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.usefixtures("fills")


async def test_of_two_runners_on_one_output_directory_the_second_is_busy_and_spends_nothing(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path)
    with briefing_in_a_call(shared_config, new("bounded", given), model, 2) as (first, released):
        with briefing(shared_config, further(given.output)) as second:
            _, said = second.communicate(timeout=60)
        assert (second.returncode, len(model.requests)) == (5, 2)
        assert said.splitlines()[-1].startswith(f"ditto: {given.output}/.ditto: another runner holds this task")
        released.set()
        first.communicate(timeout=60)
    assert first.returncode == 0
    assert await outcomes(given.output) == ["answered"] * len(model.requests) == ["answered"] * 3
    require_right(given.output, await resumed(given.output, shared_settings))


def finished(output: Path) -> None:
    """Leave the task that ended as it is."""


def unfinished(output: Path) -> None:
    """Take the end away."""
    (output / "result.json").unlink()


def empty(output: Path) -> None:
    """Put an empty folder there."""
    output.rename(output.with_name("elsewhere"))
    output.mkdir()


def file(output: Path) -> None:
    """Put a file there."""
    output.rename(output.with_name("elsewhere"))
    output.write_text("mine")


def dangling(output: Path) -> None:
    """Put a link to nothing there."""
    output.rename(output.with_name("elsewhere"))
    output.symlink_to("nowhere")


@pytest.mark.parametrize("there", [finished, unfinished, empty, file, dangling])
async def test_a_new_run_into_what_exists_is_refused_with_nothing_changed_and_nothing_asked(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, there: Callable[[Path], None]
) -> None:
    given = brief_input(tmp_path)
    await begun("bounded", given, shared_settings)
    there(given.output)
    model.requests.clear()
    before = tree(tmp_path)
    with pytest.raises(BadRequest, match="the output directory exists already") as caught:
        await begun("goal", given, shared_settings)
    assert str(given.output) in str(caught.value)
    assert (tree(tmp_path), model.requests) == (before, [])


def test_the_command_of_a_new_run_into_what_exists_is_refused_in_one_line(
    shared_config: Path, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path)
    given.output.mkdir()
    answer = commanded("bounded", given, shared_config)
    assert (answer.code, answer.document["error"], model.requests) == (1, "BadRequest", [])
    assert f"ditto brief resume --output {given.output}" in answer.error
