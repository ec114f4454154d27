"""Mutants of one file: each operator of mutmut at each place of it, one change a mutant.

mutmut's own run changes function bodies alone and copies what it runs, which breaks the links of src/ditto; its operators
are used here at module level too, so that tables and patterns are changed like functions.
"""

import difflib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ERRORS = {"Tampered", "BadRequest", "BadSource", "Denied", "StaleToken", "_wrong"}
"""Calls that word an error: the problem, and what was found and expected."""
FACTS = {"found", "expected"}
SKIPPED = (cst.Annotation, cst.Import, cst.ImportFrom, cst.Decorator, cst.FormattedString)
UNTOUCHED = {"len", "isinstance", "TypeVar", "NamedTuple"}


class Mutant(NamedTuple):
    """One change: the line it stands on, the lines before and after, the whole code, whether only a message differs."""

    line: int
    before: str
    after: str
    code: str
    message: bool


def mutants(code: str) -> list[Mutant]:
    """Return every mutant of a module's code, each text once."""
    wrapper = MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True)
    visitor = _Places()
    wrapper.visit(visitor)
    found = (_mutant(wrapper.module, code, *place) for place in visitor.places)
    return list({one.code: one for one in found if one.code != code}.values())


def _mutant(module: cst.Module, code: str, line: int, node: cst.CSTNode, mutated: cst.CSTNode, message: bool) -> Mutant:
    changed = module.deep_replace(node, mutated)
    assert isinstance(changed, cst.Module)
    lines = [one for one in difflib.ndiff(code.splitlines(), changed.code.splitlines()) if one[:2] in ("- ", "+ ")]
    before, after = ("\n".join(one[2:].strip() for one in lines if one[0] == sign) for sign in "-+")
    return Mutant(line, before, after, changed.code, message)


class _Places(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        self.places: list[tuple[int, cst.CSTNode, cst.CSTNode, bool]] = []
        self._messages: set[cst.CSTNode] = set()
        self._within = self._caseless = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, SKIPPED) or (isinstance(node, cst.Call) and _name(node) in UNTOUCHED):
            return False
        if isinstance(node, cst.Call) and _name(node) in ERRORS:
            self._messages |= {arg for arg in node.args if _worded(node.args, arg)}
        if node in self._messages:
            self._within += 1
        self._caseless += _ignores_case(node)
        line = self.get_metadata(PositionProvider, node).start.line
        for mutated in _changes(node):
            if self._caseless and _same_letters(node, mutated):
                continue
            self.places.append((line, node, mutated, self._within > 0 or _rewords(node, mutated)))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if original_node in self._messages:
            self._within -= 1
        self._caseless -= _ignores_case(original_node)


def _ignores_case(node: cst.CSTNode) -> bool:
    """Tell whether a node is a call with the flag re.IGNORECASE."""
    flags = [arg.value for arg in node.args] if isinstance(node, cst.Call) else []
    return any(isinstance(flag, cst.Attribute) and flag.attr.value == "IGNORECASE" for flag in flags)


def _same_letters(node: cst.CSTNode, mutated: cst.CSTNode) -> bool:
    """Tell whether two literals of a pattern that ignores case differ in case alone, and so are the same pattern."""
    if not isinstance(node, cst.SimpleString) or not isinstance(mutated, cst.SimpleString) or "(?-i:" in node.value:
        return False
    return node.value.lower() == mutated.value.lower()


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            yield from operator(node)


def _rewords(node: cst.CSTNode, mutated: cst.CSTNode) -> bool:
    """Tell whether only words differ: a literal with a space that is no pattern, or what an error says was found."""
    if isinstance(node, cst.SimpleString):
        return " " in node.raw_value and "r" not in node.prefix.lower()
    if not isinstance(node, cst.Call) or not isinstance(mutated, cst.Call) or _name(node) not in ERRORS:
        return False
    same_name = _name(node) == _name(mutated)
    return same_name and bool(_positional(mutated)) == bool(_positional(node)) and _place(node) == _place(mutated)


def _place(call: cst.Call) -> list[str]:
    module = cst.Module(body=[])
    return [module.code_for_node(arg.value) for arg in call.args if not _worded(call.args, arg)]


def _worded(args: Sequence[cst.Arg], arg: cst.Arg) -> bool:
    return arg is args[0] if arg.keyword is None else arg.keyword.value in FACTS


def _positional(call: cst.Call) -> list[cst.Arg]:
    return [arg for arg in call.args if arg.keyword is None]


def _name(call: cst.Call) -> str:
    return call.func.value if isinstance(call.func, cst.Name) else ""
