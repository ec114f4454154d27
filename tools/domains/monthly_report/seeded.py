"""Drafts of known worth: clean ones in different words, and defects that are planted in them, one each."""

from collections.abc import Sequence

from ditto.state.canonical import Json
from ditto.state.domain import Trial


def trials(told: Json) -> Sequence[Trial]:
    """Return the clean drafts, each the first with some fields in other words, then those with a planted defect."""
    clean = [told["draft"] | change for change in told["clean"]]
    defective = [Trial(one["defect"], clean[one["of"]] | one["change"]) for one in told["defective"]]
    return [*(Trial(None, draft) for draft in clean), *defective]
