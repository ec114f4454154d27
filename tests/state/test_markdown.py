"""A document's text is only ever text in Markdown: no reader finds markup, HTML, a link or an image in it."""

import importlib.util
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ditto.state.markdown import escape, fenced, plain, table

READERS = {
    "commonmark": MarkdownIt("commonmark"),
    "with tables": MarkdownIt("commonmark").enable(["table", "strikethrough"]),
}
if importlib.util.find_spec("linkify_it") is not None:
    READERS["gfm-like"] = MarkdownIt("gfm-like")
    # As GitHub does: addresses with a scheme, with www or with @ become links, a bare name such as report.md does not.
    assert READERS["gfm-like"].linkify is not None
    READERS["gfm-like"].linkify.set({"fuzzy_link": False})

HOSTILE = [
    "<script>alert(1)</script>",
    "<!-- -->",
    "<https://h.invalid>",
    "![x](http://h.invalid/?q=1)",
    "[x](javascript:alert(1))",
    "[x][y]",
    "[x]: http://h.invalid",
    "http://h.invalid/a HTTPS://h.invalid ftp://h.invalid mailto:a@h.invalid",
    "www.h.invalid and WWW.h.invalid",
    "a@h.invalid",
    "&lt;b&gt; &#60; &copy;",
    "# heading",
    "> quote",
    "- item",
    "-",
    "+",
    "* item",
    "1. item",
    "1.",
    "12) item",
    "===",
    "---",
    "- - -",
    "```",
    "~~~",
    "`code` ``",
    "**bold** __bold__ *i* _i_ ~~s~~",
    "| a | b |",
    "$x$ \\(x\\)",
    "a\\",
    "\\<b>",
    "\\\\[x](y)",
    "a  ",
    "    indented <b>",
    "one\n\n# two\r\n<b>\u2028# three",
]
ANY = st.text(st.sampled_from("ab1 .)-+=#>*_`~[]()!<>&;:/\\|$@wht\n\t'\"") | st.characters(), max_size=30)


def leaves(tokens: list[Token]) -> Iterator[Token]:
    """Every token, those within others too."""
    for token in tokens:
        yield token
        yield from leaves(token.children or [])


@pytest.mark.parametrize("reader", READERS)
@given(text=ANY | st.sampled_from(HOSTILE))
@example(text="\u00a0")
def test_an_escaped_text_is_one_paragraph_of_that_text(reader: str, text: str) -> None:
    tokens = READERS[reader].parse(escape(text))
    if not plain(text).strip(" "):
        assert tokens == []
        return
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {token.type for token in leaves(tokens[1].children or [])} <= {"text", "softbreak"}
    assert "".join(token.content for token in tokens[1].children or []).strip() == plain(text).strip()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_makes_no_heading_of_the_line_before_it(text: str, reader: str) -> None:
    html = READERS[reader].render(f"before\n{escape(text)}")
    assert html.startswith("<p>before")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", HOSTILE)
def test_no_tag_link_or_image_is_rendered(text: str, reader: str) -> None:
    html = READERS[reader].render(f"{escape(text)}\n\n- {escape(text)}\n\n## {escape(text)}")
    assert not any(tag in html for tag in ("<a", "<img", "<script", "<b>", "<em", "<strong", "<code", "<del", "<hr"))


@given(st.text())
def test_plain_text_keeps_its_length_and_holds_nothing_invisible(text: str) -> None:
    shown = plain(text)
    assert len(shown) == len(text)
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(ANY | st.text("`~ a", max_size=12))
@example(text="```")
@example(text="`````")
@example(text="one\ntwo")
def test_a_fenced_text_is_one_code_block_of_its_lines(text: str) -> None:
    tokens = READERS["commonmark"].parse(fenced(text) + "\n\nafter")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    lines = "".join(plain(line) + "\n" for line in text.split("\n"))
    assert (tokens[0].content, tokens[0].info) == (lines, "text")


@given(st.lists(st.lists(ANY, min_size=2, max_size=2), min_size=1, max_size=3))
def test_a_table_has_its_cells_and_no_others(rows: list[list[str]]) -> None:
    tokens = READERS["with tables"].parse(table(("One", "Two"), rows))
    cells = [tokens[index + 1].children or [] for index, token in enumerate(tokens) if token.type == "td_open"]
    assert len(cells) == 2 * len(rows)
    assert {child.type for cell in cells for child in cell} <= {"text"}


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "@SUM(A1)", "-1+1", "-a", "=cmd|' /C calc'!A0", "--1", "＝1+1", "＠a", " =1+1"]
)
def test_no_cell_starts_a_formula(text: str) -> None:
    assert table(("H",), [(text,)]).splitlines()[2].startswith("| '")


@pytest.mark.parametrize("text", ["-5.00", "-5000 cents", "-104.39 %", "-1,140.00", "114000 cents", "a=1"])
def test_a_negative_number_stays_as_it_is(text: str) -> None:
    assert table(("H",), [(text,)]).splitlines()[2] == f"| {text} |"
