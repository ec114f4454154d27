"""What the author of a subject imports: the contract, the records it is made of, and the gate that reads numbers.

`docs/new-subject.md` leads through a subject of one's own; `ditto.domain_suite` tries one.
"""

from ditto.state.canonical import Json, NotStrict, canonical, parse_object
from ditto.state.domain import Demo, Domain, Grounds, Question, Trial, without_faulty
from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import Evidence, MissingData, Row, Source
from ditto.state.markdown import escape, fenced, table
from ditto.state.numbers import Known, amounts, unknown_numbers
from ditto.state.record import Line, Record
from ditto.state.review import Finding, Issue

__all__ = [
    "BadRequest",
    "BadSource",
    "Demo",
    "Domain",
    "Evidence",
    "Finding",
    "Grounds",
    "Issue",
    "Json",
    "Known",
    "Line",
    "MissingData",
    "NotStrict",
    "Question",
    "Record",
    "Row",
    "Source",
    "Trial",
    "amounts",
    "canonical",
    "escape",
    "fenced",
    "parse_object",
    "table",
    "unknown_numbers",
    "without_faulty",
]
