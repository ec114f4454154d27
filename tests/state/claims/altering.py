"""Single alterations of a report, or of a record that it rests on."""

from collections.abc import Callable, Sequence
from typing import Any

from ditto.state.report import Call
from tests.state.claims.cases import Case, usage

Alter = Callable[[Case], Case]


def chain(*alterations: Alter) -> Alter:
    """Alter in turn."""

    def alter(case: Case) -> Case:
        for one in alterations:
            case = one(case)
        return case

    return alter


def report(**fields: Any) -> Alter:
    """Alter fields of the report."""
    return lambda case: case._replace(report=case.report.model_copy(update=fields))


def round_(index: int, **fields: Any) -> Alter:
    """Alter fields of one round of the report."""

    def alter(case: Case) -> Case:
        rounds = list(case.report.rounds)
        rounds[index] = rounds[index].model_copy(update=fields)
        return report(rounds=tuple(rounds))(case)

    return alter


def review(index: int, **fields: Any) -> Alter:
    """Alter fields of one round's review, in the report and in its file."""

    def alter(case: Case) -> Case:
        one = case.report.rounds[index]
        assert one.review is not None
        other = one.review.model_copy(update=fields)
        return round_(index, review=other)(files(reviews={**case.held.reviews, one.version: other})(case))

    return alter


def files(**fields: Any) -> Alter:
    """Alter what the files hold."""
    return lambda case: case._replace(held=case.held._replace(**fields))


def asking(**fields: Any) -> Alter:
    """Alter fields of the request."""
    return lambda case: files(request=case.held.request.model_copy(update=fields))(case)


def decision(index: int, **fields: Any) -> Alter:
    """Alter fields of the decision on one round, which keeps its name."""

    def alter(case: Case) -> Case:
        name = case.report.rounds[index].decision_id or ""
        other = case.held.decisions[name].model_copy(update=fields)
        return files(decisions={**case.held.decisions, name: other})(case)

    return alter


def proof(index: int, **fields: Any) -> Alter:
    """Alter fields of one round's proof, and of what a second run of its check gives."""

    def alter(case: Case) -> Case:
        one = case.report.rounds[index]
        other = case.held.proofs[one.check_id or ""].model_copy(update=fields)
        proofs, proven = {**case.held.proofs, one.check_id: other}, {**case.held.proven, one.draft_id: other}
        return files(proofs=proofs, proven=proven)(case)

    return alter


def calls(change: Callable[[list[Call]], Sequence[Call]]) -> Alter:
    """Alter the calls, counted right."""
    return lambda case: report(usage=usage(change(list(case.report.usage.calls))))(case)
