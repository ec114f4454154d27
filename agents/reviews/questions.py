"""A review as yes/no questions of the rubric, one text a call; verdict and issues follow from the answers alone."""

from ditto.agents.asking import Prompt
from ditto.agents.prompting import fill
from ditto.agents.reviews.material import Material, Put
from ditto.state.answer import InvalidAnswer, Sample, read_object
from ditto.state.domain import Question
from ditto.state.review import Answer, Review, Reviewer
from ditto.state.rubric import derive, worth_asking

_SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["answer"],
    "additionalProperties": False,
}


async def review(put: Put, material: Material) -> Review:
    """Ask the rubric's questions about a draft; raises InvalidAnswer for an answer other than yes or no."""
    questions = material.domain.questions(material.draft, material.evidence)
    asked = worth_asking(questions, material.proof)
    samples = [await put(question.field, _prompt(question)) for question in asked]
    answers = [_answer(question, sample) for question, sample in zip(asked, samples, strict=True)]
    unasked = [question for question in questions if question not in asked]
    issues = derive(list(zip(asked, answers, strict=True)), unasked)
    last = samples[-1]
    return Review(
        draft_id=material.proof.draft_id,
        verdict="revise" if issues else "pass",
        issues=tuple(issues),
        version=material.version,
        reviewer=Reviewer(provider=last.provider, model=last.model, substituted=last.substituted),
        answers=tuple(answers),
    )


def _prompt(question: Question) -> Prompt:
    return Prompt("", fill("questions/question", text=question.text, question=question.question), _SCHEMA)


def _answer(question: Question, sample: Sample) -> Answer:
    answer = read_object(sample).get("answer")
    if answer not in ("yes", "no"):
        raise InvalidAnswer(f"the answer about {question.field} is {str(answer)[:60]!r}, expected yes or no")
    return Answer(field=question.field, question=question.question, text=question.text, answer=answer)
