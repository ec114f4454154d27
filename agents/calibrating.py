"""The second gate measured alone: the configured reviewer is asked about a subject's trials as the critic would ask."""

import asyncio
import time
from collections.abc import Callable
from importlib.metadata import version as release_of

from ditto.agents.asking import Prompt, messages_of
from ditto.agents.reviews import STYLES
from ditto.agents.reviews.material import Material
from ditto.state.answer import InvalidAnswer, Sample
from ditto.state.calibration import Calibration, Judgement, Outcome, Setup, TrialResult, added, calibration
from ditto.state.domain import Trial
from ditto.state.errors import BadRequest, ModelOutage
from ditto.state.review import Proof
from ditto.tools.models import Ask, ChatModel
from ditto.tools.settings import Settings
from ditto.tools.trials import TrialSet

Told = Callable[[Calibration], None]
"""Hears what is known after each trial; the last of the trials is the one just judged."""


async def calibrate(
    trials: TrialSet, settings: Settings, provider: str | None, runs: int, kept: Calibration | None, told: Told
) -> Calibration:
    """Have the reviewer judge every trial that `kept` does not hold already.

    Raises BadSettings for a reviewer that cannot be asked, BadRequest where `kept` is of something else, ModelOutage.
    """
    model = ChatModel(*settings.provider(provider, review=True), settings)
    try:
        await model.prepare()
        setup = _setup(trials, model, runs)
        if kept is not None and kept.setup != setup:
            raise BadRequest(
                "the file holds another calibration",
                where="--output",
                expected="one of the same release, reviewer, rubric, trials and runs, or another file",
            )
        results = list(kept.trials) if kept else []
        for trial in trials.trials[len(results) :]:
            results.append(await _result(trials, trial, model, runs))
            told(calibration(setup, results, len(trials.trials)))
        return calibration(setup, results, len(trials.trials))
    finally:
        await model.close()


def _setup(trials: TrialSet, model: ChatModel, runs: int) -> Setup:
    return Setup(
        release=release_of("ditto"),
        domain=trials.domain.name,
        provider=model.name,
        model=model.model,
        style=model.provider.style,
        substituted=model.provider.substituted,
        rubric_sha256=trials.rubric_sha256,
        trials_sha256=trials.trials_sha256,
        runs=runs,
    )


async def _result(trials: TrialSet, trial: Trial, model: ChatModel, runs: int) -> TrialResult:
    draft = trials.draft(trial)
    # Without the checker's findings, so that the second gate stands alone.
    proof = Proof(evidence_sha256=trials.evidence.sha256, draft_id=draft.digest(), issues=())
    judgements = [
        await _judged(model, Material(trials.domain, trials.evidence, trials.goal, run, draft, proof))
        for run in range(1, runs + 1)
    ]
    return TrialResult(
        defect=trial.defect, draft_id=proof.draft_id, found=trials.found(draft), judgements=tuple(judgements)
    )


async def _judged(model: ChatModel, material: Material) -> Judgement:
    asked, began = _Asked(model, material.version), time.monotonic()
    outcome: Outcome = "invalid"
    fields, cause = tuple[str, ...](), None
    try:
        review = await STYLES[model.provider.style](asked.put, material)
        outcome = "passed" if review.verdict == "pass" else "objected"
        fields = tuple(issue.field for issue in review.issues)
    except InvalidAnswer as invalid:
        cause = str(invalid)
    return Judgement(
        outcome=outcome,
        fields=fields,
        cause=cause,
        models=tuple(dict.fromkeys(sample.model for sample in asked.samples)),
        calls=asked.calls,
        tokens=added([sample.tokens for sample in asked.samples]),
        seconds=round(time.monotonic() - began, 3),
    )


class _Asked:
    """The questions of one review, put to a model outside any task, and counted."""

    def __init__(self, model: ChatModel, run: int) -> None:
        self._model = model
        self._run = run
        self.calls = 0
        self.samples: list[Sample] = []

    async def put(self, part: str, prompt: Prompt) -> Sample:
        """Return the answer; an outage is tried again as often as the provider's settings say."""
        question = Ask(messages_of(self._model, prompt), prompt.schema, seed=self._run, exact=True)
        for left in range(self._model.provider.retries, -1, -1):
            self.calls += 1
            try:
                self.samples.append(await self._model.answer(question))
                return self.samples[-1]
            except ModelOutage as outage:
                if outage.retry_after is None or not left:
                    raise
                await asyncio.sleep(outage.retry_after)
        raise AssertionError("the loop above returns or raises")
