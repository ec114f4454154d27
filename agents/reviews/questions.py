"""A review as yes/no questions of the rubric, one text a call; verdict and issues follow from the answers alone."""

import re
from collections.abc import Sequence
from typing import Any

from ditto.agents.asking import Prompt, ask
from ditto.agents.deps import Deps
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, Sample, read_object
from ditto.state.domain import Question
from ditto.state.review import Answer, Issue, Proof, Review, Reviewer

UNJUDGED = "Not judged yet: the checker rejects this text."
"""The issue of a text that was not asked about: it finds nothing that the checker has not found."""
_SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["answer"],
    "additionalProperties": False,
}


async def review(deps: Deps, version: int, draft: Any, proof: Proof) -> Review:
    """Ask the rubric's questions about a version; raises InvalidAnswer for an answer other than yes or no."""
    evidence = await deps.evidence()
    questions = deps.workspace.domain.questions(draft, evidence)
    asked = worth_asking(questions, proof)
    samples = [await _ask(deps, version, part, question) for part, question in zip(parts(asked), asked, strict=True)]
    answers = [_answer(question, sample) for question, sample in zip(asked, samples, strict=True)]
    unasked = [question for question in questions if question not in asked]
    issues = derive(list(zip(asked, answers, strict=True)), unasked)
    last = samples[-1]
    return Review(
        draft_id=proof.draft_id,
        verdict="revise" if issues else "pass",
        issues=tuple(issues),
        version=version,
        reviewer=Reviewer(provider=last.provider, model=last.model, substituted=last.substituted),
        answers=tuple(answers),
    )


def worth_asking(questions: Sequence[Question], proof: Proof) -> list[Question]:
    """Return the questions about texts that the checker did not reject, else the first of all."""
    rejected = [_path(finding.field) for finding in proof.issues]
    return [one for one in questions if not any(_overlap(_path(one.field), path) for path in rejected)] or list(
        questions[:1]
    )


def _path(field: str) -> list[str]:
    """Return the parts of a field path: `actions[0].task` has three."""
    return re.findall(r"[^.\[\]]+", field)


def _overlap(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one path is the other, or lies within it."""
    return all(first == second for first, second in zip(one, other, strict=False))


def derive(answered: Sequence[tuple[Question, Answer]], unasked: Sequence[Question]) -> list[Issue]:
    """Return an issue for each yes, and for each text that the checker rejected before it could be judged."""
    found = [
        Issue(field=question.field, message=question.message) for question, answer in answered if answer.answer == "yes"
    ]
    return found + [Issue(field=question.field, message=UNJUDGED) for question in unasked]


def parts(asked: Sequence[Question]) -> list[str]:
    """Return what each answer is kept under: the question's field, numbered from the second question about it."""
    fields = [question.field for question in asked]
    counts = [fields[: index + 1].count(field) for index, field in enumerate(fields)]
    return [field if count == 1 else f"{field}#{count}" for field, count in zip(fields, counts, strict=True)]


async def _ask(deps: Deps, version: int, part: str, question: Question) -> Sample:
    prompt = Prompt("", fill("questions/question", text=question.text, question=question.question), _SCHEMA)
    return await ask(deps, deps.reviewer, "critic", CallKey("review", version, part), prompt)


def _answer(question: Question, sample: Sample) -> Answer:
    answer = read_object(sample).get("answer")
    if answer not in ("yes", "no"):
        raise InvalidAnswer(f"the answer about {question.field} is {str(answer)[:60]!r}, expected yes or no")
    return Answer(field=question.field, question=question.question, text=question.text, answer=answer)
