"""The 17 experiments end with exactly the reasons, calls and rounds of the contract, on random material."""

import json
from pathlib import Path

import pytest

from bench import experiments
from bench.experiments import EXPERIMENTS, Experiment
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.scripted_model import ScriptedModel


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda one: one.name.replace(" ", "-"))
async def test_an_experiment_ends_as_the_contract_says(
    experiment: Experiment, settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    outcome = await experiments.run(experiment, tmp_path, settings)
    assert (outcome.faults, len(model.requests)) == ([], experiment.calls), outcome.error
    if experiment.raises is None:
        assert verify(tmp_path / "output").findings == ()
        result = json.loads((tmp_path / "output/result.json").read_text())
        assert (result["status"] == "completed") == (experiment.reason == "goal")
    else:
        assert not (tmp_path / "output/result.json").exists()


def test_there_are_seventeen_of_which_six_ask_nothing() -> None:
    assert len(EXPERIMENTS) == 17
    assert sum(one.calls == 0 for one in EXPERIMENTS) == 6
