"""Reading a formula: it is parsed and never run as code.

expression = term, {("+" | "-"), term}
term       = factor, {("*" | "/"), factor}
factor     = "-", factor | number | "(", expression, ")" | call | name, [".baseline" | ".current"]
call       = ("sum" | "growth" | "share"), "(", expression, {",", expression}, ")"
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from ditto.state.formula import Call, Name, Node, Number, Operation, When

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z]\w*(?:\.\w+)?)|(?P<mark>[-+*/(),])|(?P<end>$))", re.ASCII
)
_ARGUMENTS = {"sum": (1, 20), "growth": (1, 1), "share": (2, 2)}
MOST_CHARACTERS = 300
_DEEPEST = 30


def parse_formula(text: str) -> Node:
    """Read a formula; raises ValueError that names the place at fault."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"has {len(text)} characters, at most {MOST_CHARACTERS} are read")
    return _Parser(text).whole()


@dataclass
class _Parser:
    text: str
    at: int = 0
    depth: int = 0

    def whole(self) -> Node:
        node = self._expression()
        if self._peek() != ("end", ""):
            raise self._fault("an operator or the end")
        return node

    def _peek(self) -> tuple[str, str]:
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise self._fault("a number, a name, one of + - * / ( ) or a comma")
        kind = cast("str", match.lastgroup)
        return kind, match[kind]

    def _take(self) -> tuple[str, str]:
        word, match = self._peek(), _TOKEN.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return word

    def _fault(self, expected: str) -> ValueError:
        rest = self.text[self.at :].strip()[:20]
        return ValueError(f"is no formula at character {self.at + 1}: found {rest or 'the end'!r}, expected {expected}")

    def _expression(self) -> Node:
        return self._joined_by("+-", self._term)

    def _term(self) -> Node:
        return self._joined_by("*/", self._factor)

    def _joined_by(self, marks: str, part: Callable[[], Node]) -> Node:
        node = part()
        while self._peek()[0] == "mark" and self._peek()[1] in marks:
            mark, start = self._take()[1], self.at
            right = part()
            node = Operation(mark, node, right, self.text[start : self.at].strip())
        return node

    def _factor(self) -> Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ValueError(f"is nested more than {_DEEPEST} deep")
        node = self._one()
        self.depth -= 1
        return node

    def _one(self) -> Node:
        (kind, word), start = self._peek(), self.at
        if kind == "number":
            self._take()
            return Number(Fraction(word))
        if kind == "name":
            self._take()
            return self._call(word, start) if word in _ARGUMENTS else self._name(word, start)
        if word == "-":
            self._take()
            return Operation("-", Number(Fraction()), self._factor(), "")
        return self._within() if word == "(" else self._refuse()

    def _refuse(self) -> Node:
        raise self._fault("a number, a name or (")

    def _within(self) -> Node:
        self._take()
        node = self._expression()
        self._close()
        return node

    def _close(self) -> None:
        if self._peek() != ("mark", ")"):
            raise self._fault(")")
        self._take()

    def _name(self, word: str, start: int) -> Node:
        name, dot, when = word.partition(".")
        if dot and when not in ("baseline", "current"):
            self.at = start
            raise self._fault(f"{name}.baseline or {name}.current")
        return Name(name, cast("When | None", when or None))

    def _call(self, function: str, start: int) -> Node:
        if self._peek() != ("mark", "("):
            raise self._fault("(")
        self._take()
        arguments = [self._expression()]
        while self._peek() == ("mark", ","):
            self._take()
            arguments.append(self._expression())
        self._close()
        least, most = _ARGUMENTS[function]
        if not least <= len(arguments) <= most:
            raise ValueError(
                f"{function} takes {least if least == most else f'{least} to {most}'}, not {len(arguments)}"
            )
        return Call(function, tuple(arguments), self.text[start : self.at].strip())
