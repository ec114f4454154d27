"""Input directories for the demos: three fields with random values, each from a source of its own."""

import json
import random
from collections.abc import Mapping

from ditto.state.brief import Flow
from ditto.state.canonical import Json

_DRAW = random.SystemRandom()


def demo(flow: Flow) -> Mapping[str, bytes]:
    """Return an input directory as bytes by file name (contract, section 4, the table of flows)."""
    right = _values()
    spec: Json = {
        "required": list(right),
        "catalog": [{"id": f"{field}-source", "fields": [field]} for field in right],
        "initialDraft": _draft(flow, right),
        "initialEvidence": [] if flow in ("adaptive", "retrieval") else [f"{field}-source" for field in right],
    }
    if flow == "adaptive":
        spec["catalog"] = [{"id": "moved-source", "fields": ["code"]}, *spec["catalog"]]  # which has no file
    documents = {f"{field}-source.json": {"facts": {field: value}} for field, value in right.items()}
    return {name: f"{json.dumps(one, indent=2)}\n".encode() for name, one in {"spec.json": spec, **documents}.items()}


def _values() -> dict[str, str]:
    return {
        "code": f"REL-{_DRAW.randint(100, 9_999)}",
        "owner": f"team-{_DRAW.choice('abcdefghjkmnp')}{_DRAW.randint(2, 99)}",
        "deadline": f"2026-12-{_DRAW.randint(1, 31):02d}",
    }


def _draft(flow: Flow, right: dict[str, str]) -> dict[str, str]:
    other = {"code": "REL-0", "owner": "team-of-last-year", "deadline": "2025-12-31"}
    if flow == "improvement":
        return other
    return {**right, "owner": other["owner"]} if flow == "goal" else {}
