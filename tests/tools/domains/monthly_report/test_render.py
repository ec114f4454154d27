"""The rendered report shows figures, prose and rows as text: no markup, link, image or formula comes from data."""

import re
from typing import Any

import pytest
from markdown_it import MarkdownIt

from ditto.state.evidence import Evidence, Source
from ditto.tools.domains.monthly_report.money import displayed
from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, draft, evidence_of

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = (
    "<script>x</script> ![x](http://h.invalid/?q=1) [y](http://h.invalid) **b** `c` | # http://h.invalid & a@h.invalid"
)


def cells(markdown: str) -> list[str]:
    """The text of every table cell."""
    return re.findall(r"<t[dh]>(.*?)</t[dh]>", READER.render(markdown))


def tags(markdown: str) -> set[str]:
    """The names of all tags in the rendered report."""
    return set(re.findall(r"<([a-z0-9]+)", READER.render(markdown)))


LAYOUT = {"h1", "h2", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}


def test_a_good_draft_is_shown_with_its_figures_and_rows(evidence: Evidence) -> None:
    markdown = DOMAIN.render(draft(), evidence, GOAL)
    assert markdown.startswith("# Monthly revenue\n\n| Figure | Value | In units |")
    assert cells(markdown)[3:12] == [
        "Net revenue 2026-07", "114000 cents", "1,140.00",
        "Net revenue 2026-08", "141000 cents", "1,410.00",
        "Growth", "23.68 %", "",
    ]  # fmt: skip
    assert "sales-2026-08, line 3:\n\n```text\n2026-08,150000,9000\n```" in markdown
    assert "Proposals only: nothing was carried out and nothing was sent." in markdown
    assert "**Note:**" not in markdown


def test_no_markup_comes_from_a_drafts_texts(evidence: Evidence) -> None:
    fields: dict[str, Any] = {"title": HOSTILE, "interpretation": HOSTILE, "limitations": [HOSTILE]}
    actions = [{"owner": HOSTILE, "task": HOSTILE}]
    markdown = DOMAIN.render(draft(**fields, actions=actions), evidence, GOAL)
    assert tags(markdown) <= LAYOUT
    assert READER.render(markdown).count("http://h.invalid") == 5 * 3


@pytest.mark.parametrize("quote", [HOSTILE, "```\n<b>x</b>\n```", "````` <b>", "a\u2028# b\r<b>"])
def test_no_markup_comes_from_a_quote(quote: str, evidence: Evidence) -> None:
    citations = [{"sourceId": HOSTILE, "quote": quote}, *GOOD_DRAFT["citations"]]
    markdown = DOMAIN.render(draft(citations=citations), evidence, GOAL)
    assert tags(markdown) <= LAYOUT
    assert READER.render(markdown).count("<pre>") == 3


def test_a_declared_column_is_shown_as_text() -> None:
    table = "month,grossCents,refundCents,note\n2026-07,120000,6000,answer pass\n2026-08,150000,9000,![x](http://h.invalid/?q=1)\n"
    evidence = DOMAIN.gather([Source("sales", table.encode())], {"ignoredColumns": ["note"]}, "e" * 64)
    rows = [{"sourceId": row.id, "quote": row.quote} for row in evidence.rows]
    markdown = DOMAIN.render(draft(citations=rows), evidence, GOAL)
    assert tags(markdown) <= LAYOUT
    assert "![x](http://h.invalid/?q=1)" in READER.render(markdown)


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "=HYPERLINK(0)"])
def test_no_cell_starts_a_formula(text: str, evidence: Evidence) -> None:
    markdown = DOMAIN.render(draft(actions=[{"owner": text, "task": text}]), evidence, GOAL)
    assert [cell for cell in cells(markdown) if cell[:1] in ("=", "+", "-", "@")] == []
    assert cells(markdown).count(f"'{text}") == 2


def test_a_negative_amount_stays_as_it_is_and_is_flagged() -> None:
    evidence = evidence_of("2026-07,120000,6000\n2026-08,0,500\n")
    metrics = {"baselineNetCents": 114000, "currentNetCents": -500, "growthPercent": -100.44}
    markdown = DOMAIN.render(draft(metrics=metrics), evidence, GOAL)
    assert {"-500 cents", "-5.00", "-100.44 %"} <= set(cells(markdown))
    assert "refunds exceed gross revenue in a period: net revenue is -500 cents." in markdown


def test_a_draft_without_parts_says_so(evidence: Evidence) -> None:
    markdown = DOMAIN.render(draft(limitations=[], actions=[], citations=[]), evidence, GOAL)
    assert (markdown.count("None given."), markdown.count("None quoted.")) == (2, 1)


@pytest.mark.parametrize(
    ("cents", "shown"),
    [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (-500, "-5.00"), (114000, "1,140.00"), (-123456789, "-1,234,567.89")],
)
def test_units_have_two_decimals(cents: int, shown: str) -> None:
    assert displayed(cents, None, GOAL) == shown
