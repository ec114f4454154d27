"""A review as yes/no questions of the rubric, one text a call; verdict and issues follow from the answers alone."""

from typing import Any

from ditto.agents.asking import Prompt, ask
from ditto.agents.deps import Deps
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, Sample, read_object
from ditto.state.domain import Question
from ditto.state.review import Answer, Proof, Review, Reviewer
from ditto.state.rubric import derive, worth_asking

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
    samples = [await _ask(deps, version, question) for question in asked]
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


async def _ask(deps: Deps, version: int, question: Question) -> Sample:
    prompt = Prompt("", fill("questions/question", text=question.text, question=question.question), _SCHEMA)
    return await ask(deps, deps.reviewer, "critic", CallKey("review", version, question.field), prompt)


def _answer(question: Question, sample: Sample) -> Answer:
    answer = read_object(sample).get("answer")
    if answer not in ("yes", "no"):
        raise InvalidAnswer(f"the answer about {question.field} is {str(answer)[:60]!r}, expected yes or no")
    return Answer(field=question.field, question=question.question, text=question.text, answer=answer)
