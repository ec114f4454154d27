"""What a scripted model answers in the iteration flows: the first legal step, and each value as the facts say it."""

import json
import re
from typing import Any

from werkzeug import Response

from tests.scripted_model import Reply, document, prompt

_FACT = re.compile(r"^- (?P<field>[a-z0-9-]+): (?P<value>\".*\") \(source [a-z0-9-]+\)$", re.MULTILINE)


def properties(body: dict[str, Any]) -> dict[str, Any]:
    """Return what the answer's schema asks for."""
    return body["response_format"]["json_schema"]["schema"]["properties"]


def is_plan(body: dict[str, Any]) -> bool:
    """Tell whether a request asks for a plan."""
    return list(properties(body)) == ["step"] and "enum" in properties(body)["step"]


def steps(body: dict[str, Any]) -> list[str]:
    """Return the steps that a plan's schema lists."""
    return properties(body)["step"]["enum"]


def facts(body: dict[str, Any]) -> dict[str, str]:
    """Return the facts that a prompt states."""
    return {one["field"]: json.loads(one["value"]) for one in _FACT.finditer(prompt(body))}


def asks_brief(body: dict[str, Any]) -> bool:
    """Tell whether a request is one of an iteration flow."""
    return is_plan(body) or list(properties(body)) == list(facts(body))


def filled(body: dict[str, Any]) -> Reply:
    """Return the right answer."""
    return document({"step": steps(body)[0]} if is_plan(body) else facts(body))


def rightly(body: dict[str, Any]) -> Response:
    """Answer rightly, as a reply of a script."""
    return filled(body)(body)
