"""What an author of a subject may import is listed, is there, and is all that the page of a new subject uses."""

import ast
import re

import pytest

import ditto.domain
from ditto.state.domain import Domain
from tests.architecture.tree import ROOT
from tests.wheel.private_imports import PUBLIC, private_imports

FILES = dict(
    re.findall(r"^```python (\S+)\n(.*?)^```$", (ROOT / "docs/new-subject.md").read_text("utf-8"), re.M | re.S)
)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there_and_listed_in_order(name: str) -> None:
    module = PUBLIC[name]
    assert sorted(module.__all__) == list(module.__all__) and len(set(module.__all__)) == len(module.__all__)
    assert [one for one in module.__all__ if getattr(module, one, None) is None] == []


def test_the_module_for_authors_holds_nothing_but_its_public_names() -> None:
    held = {name for name in vars(ditto.domain) if not name.startswith("_")}
    assert held == set(ditto.domain.__all__)


def test_every_type_that_the_contract_of_a_subject_names_is_public() -> None:
    named = set(re.findall(r"\b[A-Z]\w+", " ".join(str(member) for member in annotations())))
    assert {"Evidence", "Finding", "Record"} <= named
    assert named - {"Mapping", "Sequence", "Any", "None"} <= set(ditto.domain.__all__)


def annotations() -> list[str]:
    """Return how the members of `Domain` are annotated, as they are written."""
    written = ast.parse((ROOT / "state/domain.py").read_text("utf-8"))
    (contract,) = [node for node in written.body if isinstance(node, ast.ClassDef) and node.name == Domain.__name__]
    functions = [node for node in contract.body if isinstance(node, ast.FunctionDef)]
    arguments = [one.annotation for node in functions for one in node.args.args if one.annotation]
    return [ast.unparse(one) for one in [*arguments, *(node.returns for node in functions if node.returns)]]


@pytest.mark.parametrize("file", FILES)
def test_the_page_of_a_new_subject_imports_public_names_alone(file: str) -> None:
    assert private_imports(FILES[file]) == []


@pytest.mark.parametrize(
    "line", ["from ditto.state.record import Record", "import ditto.tools", "from ditto.domain import digest"]
)
def test_a_private_import_would_be_found(line: str) -> None:
    assert len(FILES) >= 5 and private_imports(line) != []
