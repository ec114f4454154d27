"""A spec is read strictly: its bounds are the contract's, and what does not fit is named."""

from typing import Any

import pytest

from ditto.state.brief import BriefRequest, Spec
from ditto.state.canonical import NotStrict

SOURCE = {"id": "release", "fields": ["code"]}


def spec(**changed: Any) -> Spec:
    """Read a spec in which these keys differ."""
    return Spec.load({"required": ["code"], "catalog": [SOURCE], "initialDraft": {}, "initialEvidence": [], **changed})


def fields(count: int) -> list[str]:
    """Name so many fields."""
    return [f"field-{number}" for number in range(count)]


def sources(count: int) -> list[dict[str, Any]]:
    """Name so many sources."""
    return [{"id": f"source-{number}", "fields": ["code"]} for number in range(count)]


def test_the_spec_of_the_contract_is_read_and_written_as_it_was() -> None:
    document = {
        "required": ["code", "owner"],
        "catalog": [SOURCE, {"id": "team", "fields": ["owner"]}],
        "initialDraft": {"owner": "previous-team"},
        "initialEvidence": [],
    }
    assert Spec.load(document).dump() == document


def test_sixteen_fields_and_thirty_two_sources_are_read() -> None:
    assert len(spec(required=fields(16)).required) == 16
    assert len(spec(catalog=sources(32)).catalog) == 32
    assert spec(required=[], catalog=[]).required == ()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"required": fields(17)}, r"required.*at most 16"),
        ({"catalog": sources(33)}, r"catalog.*at most 32"),
        ({"required": ["code", "code"]}, r"required.*code stands more than once"),
        ({"catalog": [SOURCE, SOURCE]}, "release stands more than once"),
        ({"catalog": [{"id": "release", "fields": ["code", "code"]}]}, "code stands more than once"),
        ({"initialEvidence": ["team"]}, "initialEvidence names team, known are release"),
        ({"initialEvidence": ["release", "release"]}, "release stands more than once"),
        ({"initialDraft": {"owner": "x"}}, "initialDraft names owner, known are code"),
        ({"labels": {"owner": "Owner"}}, "labels names owner"),
        ({"catalog": [{**SOURCE, "format": "xml"}]}, "format"),
        ({"catalog": [{**SOURCE, "path": "/etc/passwd"}]}, "path: this key is not known"),
        ({"more": 1}, "more: this key is not known"),
    ],
)
def test_a_spec_that_does_not_fit_is_refused_by_name(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(NotStrict, match=told):
        spec(**changed)


@pytest.mark.parametrize("name", ["a", "a" * 64, "a-1", "a--"])
def test_an_id_within_its_bounds_is_read(name: str) -> None:
    assert spec(required=[name], catalog=[{"id": name, "fields": [name]}]).entry(name).file == f"{name}.json"


@pytest.mark.parametrize(
    "name",
    ["", "a" * 65, "A", "1a", "-a", "a_b", "a.b", "../a", "/a", "a/b", "a\\b", "a b", "ä", "a\n", "a\u0000", "."],
)
def test_an_id_past_its_bounds_or_with_a_path_in_it_is_refused(name: str) -> None:
    for changed in (
        {"required": [name]},
        {"catalog": [{"id": name, "fields": []}]},
        {"catalog": [{"id": "a", "fields": [name]}]},
    ):
        with pytest.raises(NotStrict):
            spec(**changed)


@pytest.mark.parametrize("value", ["x", "x" * 2000, "a b", "日本"])
def test_a_value_within_its_bounds_is_read(value: str) -> None:
    assert spec(initialDraft={"code": value}).initial_draft == {"code": value}


@pytest.mark.parametrize("value", ["", "x" * 2001, " ", "a\nb", "a\u2028b", "\u202ea", "a\u0007", 1, None, ["x"], True])
def test_a_value_past_its_bounds_is_refused_by_field(value: Any) -> None:
    with pytest.raises(NotStrict, match=r"initialDraft\.code"):
        spec(initialDraft={"code": value})


@pytest.mark.parametrize("limit", [0, 100])
def test_limits_from_zero_to_a_hundred_are_read(limit: int) -> None:
    assert request(maxRounds=limit).max_rounds == request(modelCallBudget=limit).model_call_budget == limit


@pytest.mark.parametrize("limit", [-1, 101, 1.5, "1", True, None])
def test_other_limits_are_refused_by_name(limit: Any) -> None:
    for name in ("maxRounds", "modelCallBudget"):
        with pytest.raises(NotStrict, match=name):
            request(**{name: limit})


def request(**changed: Any) -> BriefRequest:
    """Read a request in which these keys differ."""
    fixed = {
        "id": "1",
        "flow": "bounded",
        "domain": "release_brief",
        "input": "/in",
        "specSha256": "0" * 64,
        "evidence": [],
    }
    return BriefRequest.load({**fixed, **changed})
