"""The oracle of the benchmarks, which shares no code with Ditto, as a second opinion on what was published."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

_PATH = Path(__file__).parents[2] / "bench" / "oracle.py"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_oracle_of_bench", _PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


ORACLE = _loaded()


def faults(task: Path) -> list[str]:
    """Return what is wrong with the figures, quotes and identity of a published analysis; none where there is none."""
    path = task / "output/analysis.json"
    if not path.exists():
        return []
    analysis: dict[str, Any] = ORACLE.load(path)
    draft, facts = analysis["draft"], ORACLE.read_facts(task)
    numbers = [fault for text in _texts(draft) for fault in ORACLE.number_faults(text, facts)]
    drafted = task / f"drafts/{analysis['draftId']}.json"
    return [
        *ORACLE.shape_faults(draft),
        *ORACLE.identity_faults(drafted, analysis),
        *ORACLE.figure_faults(draft, facts),
        *numbers,
    ]


def _texts(draft: dict[str, Any]) -> list[str]:
    actions = [text for action in draft["actions"] for text in action.values()]
    return [draft["title"], draft["interpretation"], *draft["limitations"], *actions]
