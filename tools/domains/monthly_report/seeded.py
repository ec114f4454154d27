"""Drafts of known worth: clean ones in different words, and defects that are planted in them, one each."""

from collections.abc import Sequence

from ditto.state.canonical import Json
from ditto.state.domain import Trial


def trials(told: Json) -> Sequence[Trial]:
    """Return clean and defective drafts in turn, so that a part of them is balanced too.

    Each clean one is the first with some fields in other words, each defective one a clean one with one field changed.
    """
    clean = [told["draft"] | change for change in told["clean"]]
    defective = [Trial(one["defect"], clean[one["of"]] | one["change"]) for one in told["defective"]]
    pairs = zip((Trial(None, draft) for draft in clean), defective, strict=True)
    return [trial for pair in pairs for trial in pair]
