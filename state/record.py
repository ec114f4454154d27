"""The form of every record: frozen, strict, camelCase outside, unknown keys refused."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from ditto.state.canonical import MAX_DOCUMENT, Json, NotStrict, canonical, parse_object, sha256
from ditto.state.characters import is_hidden


class Record(BaseModel):
    """Keep one document; its id is the digest of its canonical JSON."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """Read the record from untrusted JSON text; raises NotStrict that names the field at fault."""
        try:
            plain = text if isinstance(text, str) else text.decode("utf-8")
        except UnicodeDecodeError as cause:
            raise NotStrict(f"not UTF-8 at byte {cause.start}") from cause
        return cls.load(parse_object(plain, MAX_DOCUMENT))

    @classmethod
    def load(cls, document: Json) -> Self:
        """Read the record from a JSON object; raises NotStrict that names the field at fault."""
        try:
            return cls.model_validate_json(canonical(document), by_alias=True, by_name=False)
        except ValidationError as cause:
            raise NotStrict(_worded(cause)) from cause

    def dump(self) -> dict[str, Any]:
        """Return the record as JSON primitives under its camelCase names."""
        return self.model_dump(mode="json", by_alias=True)

    def digest(self) -> str:
        """Return the SHA-256 of the canonical JSON."""
        return sha256(canonical(self.dump()))


def _worded(error: ValidationError) -> str:
    return "; ".join(_one(item) for item in error.errors(include_url=False, include_context=False)[:3])


def _one(item: Any) -> str:
    place = ".".join(str(part)[:80] for part in item["loc"]) or "document"
    if item["type"] == "extra_forbidden":
        return f"{place}: this key is not known"
    if item["type"] == "missing":
        return f"{place}: this key is missing"
    return f"{place}: {item['msg']}, found {str(item['input'])[:80]!r}"


def _printable(text: str) -> str:
    for character in text:
        if is_hidden(character):
            raise ValueError(f"holds the control character U+{ord(character):04X}")
    if not text.strip():
        raise ValueError("is blank")
    return text


def absent(value: object) -> bool:
    """Tell whether an optional key is left out of the document."""
    return value is None


Line = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_printable)]
"""One line of text: not blank, no control, format or bidi characters, at most 2,000 characters."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,63}$")]
