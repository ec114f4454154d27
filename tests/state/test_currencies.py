"""A currency is found by its sign, its name or its code, and words that only look like one are not."""

import pytest

from ditto.state.currencies import currency


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a cent is a cent", None),
        ("We try to try", None),
        ("TRY", "TRY"),
        ("try", None),
        ("Pounds", "Pounds"),
        ("compounds and expounds", None),
        ("₿ 1", "₿"),
        ("单元、元素、元旦", None),
        ("人民币", "人民币"),
    ],
)
def test_a_currency_is_named_by_sign_name_or_code(text: str, named: str | None) -> None:
    assert currency(text) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("It was 1140 EUR, €1140, 1140 Euros or 1140 ｅｕｒ.", None),
        ("净收入为1140欧元。", None),
        ("It was 1140 EUR or 1300 USD.", "USD"),
        ("It was €1140 or $1300.", "$"),
        ("It was 1140 EURO-USD.", "USD"),
        ("It was US€1140.", "€"),
    ],
)
def test_the_stated_currency_may_be_named_as_a_word_of_its_own_and_no_other(text: str, named: str | None) -> None:
    assert currency(text, {"EUR", "€", "euro", "euros", "欧元"}) == named


@pytest.mark.parametrize(("text", "named"), [("EUROS", "EUROS"), ("Bucks", "Bucks"), ("usd", None), ("USD", "USD")])
def test_a_currencys_name_is_known_in_every_case_and_its_code_in_capitals(text: str, named: str | None) -> None:
    assert currency(text) == named
