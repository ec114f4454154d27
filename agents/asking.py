"""A task's only way to a model: saved answer, else admission, context, reservation, one request, saved answer."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from ditto.agents.engine import Engine
from ditto.agents.events import Answered, Asking, Preparing
from ditto.state.answer import CallKey, Sample
from ditto.state.canonical import Json
from ditto.state.errors import ModelOutage, Stop, Tampered
from ditto.state.report import Call, Outcome, Tokens
from ditto.tools.models import Ask, ChatModel, form_note

_EXACT = ("review", "plan", "fill")  # answered without variation, whatever the provider's temperature


class Prompt(NamedTuple):
    """What is asked: a system text (or none) that stays the same from call to call, the question, the answer's form."""

    system: str
    question: str
    schema: Json


async def ask(deps: Engine[Any], model: ChatModel, node: str, key: CallKey, prompt: Prompt) -> Sample:
    """Return the answer to a prompt, asking at most once for each key.

    Raises Stop where the budget or the deadline does not admit a call, ModelOutage or ContextOutage where one fails.
    """
    if (saved := await deps.memory.sample(key)) is not None:
        return saved
    await deps.tool(deps.workspace.authorize)
    deps.require_usable()
    deps.require_admission()
    messages = await deps.context.messages(deps.workspace.fingerprint, key, messages_of(model, prompt))
    deps.observe(Preparing(model.name))
    await model.prepare()
    question = Ask(messages, prompt.schema, seed=key.version, exact=key.purpose in _EXACT)
    for attempt in range(1, model.provider.retries + 2):
        try:
            return await _attempt(deps, model, node, key, question, attempt)
        except ModelOutage as outage:
            if outage.retry_after is None or attempt > model.provider.retries or not _admitted(deps):
                raise
            await asyncio.sleep(outage.retry_after)
    raise AssertionError("the loop above returns or raises")


def _admitted(deps: Engine[Any]) -> bool:
    """Tell whether another call is; where none is, the outage before it stands, and is not a reason to stop."""
    try:
        deps.require_admission()
    except Stop:
        return False
    return True


async def _attempt(deps: Engine[Any], model: ChatModel, node: str, key: CallKey, question: Ask, attempt: int) -> Sample:
    deps.require_admission()
    call = _call(deps, model, node, key, attempt)
    number = await deps.held.reserve(call, deps.max_calls)
    if number is None:
        await deps.held.refresh()  # another app of this process may have asked
        deps.require_admission()
        raise Tampered("Memory has reserved other calls than it holds", where=deps.workspace.directory)
    deps.observe(Asking(key, model.name, number, deps.max_calls, deps.left()))
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


def messages_of(model: ChatModel, prompt: Prompt) -> Sequence[dict[str, str]]:
    """Return what a model is told, with a note on the answer's form where it cannot enforce one."""
    system = prompt.system + form_note(model.provider, prompt.schema)
    question = {"role": "user", "content": prompt.question}
    return [{"role": "system", "content": system}, question] if system else [question]


def _call(deps: Engine[Any], model: ChatModel, node: str, key: CallKey, attempt: int) -> Call:
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
