"""The only way to a model: saved answer, else admission, context, reservation, one request, saved answer."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ditto.agents.deps import Deps
from ditto.agents.events import Answered, Asking, Preparing
from ditto.state.answer import CallKey, Sample
from ditto.state.canonical import Json
from ditto.state.errors import ModelOutage, Stop
from ditto.state.report import Call, Outcome, Tokens
from ditto.state.stopping import Standing, first_rule
from ditto.tools.models import Ask, ChatModel, form_note


class Prompt(NamedTuple):
    """What is asked: a system text (or none) that stays the same from call to call, the question, the answer's form."""

    system: str
    question: str
    schema: Json


async def ask(deps: Deps, model: ChatModel, node: str, key: CallKey, prompt: Prompt) -> Sample:
    """Return the answer to a prompt, asking at most once for each key.

    Raises Stop where the budget or the deadline does not admit a call, ModelOutage or ContextOutage where one fails.
    """
    if (saved := await deps.memory.sample(key)) is not None:
        return saved
    await deps.tool(deps.workspace.authorize)
    deps.writer.require_usable()
    deps.reviewer.require_usable()  # also before a writer's call: nothing is spent on a task that cannot be reviewed
    require_admission(deps)
    messages = await deps.context.messages(deps.workspace.fingerprint, key, _messages(model, prompt))
    deps.observe(Preparing(model.name))
    await model.prepare()
    question = Ask(messages, prompt.schema, seed=key.version, review=key.purpose == "review")
    for attempt in range(1, model.provider.retries + 2):
        try:
            return await _attempt(deps, model, node, key, question, attempt)
        except ModelOutage as outage:
            if outage.retry_after is None or attempt > model.provider.retries or not _admitted(deps):
                raise
            await asyncio.sleep(outage.retry_after)
    raise AssertionError("the loop above returns or raises")


def require_admission(deps: Deps) -> None:
    """Raise Stop where no further model call is admitted."""
    require_no_stop(replace(deps.standing(0), asks=True))


def _admitted(deps: Deps) -> bool:
    """Tell whether another call is; where none is, the outage before it stands, and is not a reason to stop."""
    try:
        require_admission(deps)
    except Stop:
        return False
    return True


def require_no_stop(standing: Standing) -> None:
    """Raise Stop with the first rule that holds."""
    if (rule := first_rule(standing)) is not None:
        raise Stop(rule.reason, rule.detail(standing))


async def _attempt(deps: Deps, model: ChatModel, node: str, key: CallKey, question: Ask, attempt: int) -> Sample:
    require_admission(deps)
    request = deps.workspace.request
    call = _call(deps, model, node, key, attempt)
    number = await deps.held.reserve(call, request.max_model_calls)
    if number is None:
        require_admission(deps)
        raise Stop("max-model-calls", "all model calls are spent")
    deps.observe(Asking(key, model.name, number, request.max_model_calls, request.deadline_seconds - deps.elapsed()))
    began, sample, outcome, cause = time.monotonic(), None, "cancelled", "cancelled"
    try:
        sample = await model.answer(question)
        outcome, cause = "answered", None
        return sample
    except ModelOutage as outage:
        outcome, cause = "failed", outage.found
        raise
    finally:
        seconds = round(time.monotonic() - began, 3)
        await deps.memory.settle(number, _settled(call, model, sample, outcome, seconds, cause), sample)
        deps.observe(Answered(key, seconds, cause))


def _messages(model: ChatModel, prompt: Prompt) -> Sequence[dict[str, str]]:
    system = prompt.system + form_note(model.provider, prompt.schema)
    question = {"role": "user", "content": prompt.question}
    return [{"role": "system", "content": system}, question] if system else [question]


def _call(deps: Deps, model: ChatModel, node: str, key: CallKey, attempt: int) -> Call:
    return Call(
        purpose=key.purpose,
        version=key.version,
        part=key.part,
        attempt=attempt,
        provider=model.name,
        model=model.model,
        substituted=model.provider.substituted,
        node=node,
        run=deps.run,
        reserved_at=deps.clock().isoformat(),
    )


def _settled(
    call: Call, model: ChatModel, sample: Sample | None, outcome: Outcome, seconds: float, cause: str | None
) -> Call:
    tokens = sample.tokens if sample else Tokens()
    named = sample.model if sample else model.model
    return call.model_copy(
        update={"outcome": outcome, "seconds": seconds, "tokens": tokens, "model": named, "cause": cause}
    )
