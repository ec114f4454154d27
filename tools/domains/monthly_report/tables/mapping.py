"""The mapping: how one source writes its periods and amounts (docs/tables.md)."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from ditto.state.record import Line, Record

from .formats import GRAINS, Grain, grain_of

Column = Annotated[str, Field(min_length=1, max_length=500)]
Sign = Literal["positive", "negative", "signed"]
Every = Literal["month", "quarter", "year"]
Minus = Literal["leading", "trailing", "parentheses"]
Role = Literal["gross", "refund", "discount"]
Encoding = Literal[
    "utf-8", "utf-16", "ascii", "cp1250", "cp1251", "cp1252", "iso-8859-1", "iso-8859-2", "iso-8859-15",
    "mac-roman", "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr",
]  # fmt: skip
Skipped = Annotated[int, Field(ge=0, le=1000)]
Values = Annotated[tuple[str, ...], Field(max_length=200)]
MetricName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-zA-Z0-9_]{0,39}$")]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
RESERVED = ("gross", "refund", "discount", "net", "sum", "growth", "share")


def _delimiter(text: str) -> str:
    if len(text) != 1 or text in '"\r\n\0':
        raise ValueError("is one character, and no quote or line ending")
    return text


def _formats(formats: tuple[str, ...]) -> tuple[str, ...]:
    if len(grains := {grain_of(one) for one in formats}) > 1:
        raise ValueError(f"give different parts: {', '.join(sorted(grains))}; the formats of a mapping give the same")
    return formats


def _several(given: object) -> object:
    return (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list) else given  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] -- validated next


class PeriodColumn(Record):
    """The column that says when, and what a period of the report is."""

    column: Column
    formats: Annotated[
        tuple[str, ...], Field(min_length=1, max_length=8), BeforeValidator(_several), AfterValidator(_formats)
    ]
    every: Every | None = None
    rows: Literal["one", "many"] | None = None

    @property
    def grain(self) -> Grain:
        """What the formats give."""
        return grain_of(self.formats[0])

    @property
    def span(self) -> Every:
        """What a period is: the finest that the formats give, where the mapping does not say."""
        return self.every or ("month" if self.grain == "day" else self.grain)

    @property
    def single(self) -> bool:
        """Whether a period is one row."""
        return self.rows == "one" if self.rows else self.grain == self.span

    @model_validator(mode="after")
    def _coarse_enough(self) -> Self:
        if GRAINS.index(self.span) < GRAINS.index(self.grain):
            raise ValueError(f"every {self.span} needs more than the {self.grain} that the formats give")
        return self


class KindColumn(Record):
    """The column whose values say what a row is; a value in no list refuses the table."""

    column: Column
    sales: Values = ()
    refunds: Values = ()
    discounts: Values = ()
    none: Values = ()

    @model_validator(mode="after")
    def _listed_once(self) -> Self:
        values = [*self.sales, *self.refunds, *self.discounts, *self.none]
        if repeated := sorted({value for value in values if values.count(value) > 1}):
            raise ValueError(f"{repeated[0]!r} is in two lists")
        if not self.sales:
            raise ValueError("sales lists no value")
        return self


class SignColumn(Record):
    """The column whose values give the amounts of a row their sign."""

    column: Column
    plus: Values
    minus: Values


class Signs(Record):
    """How the amounts of each role are written."""

    gross: Sign = "positive"
    refund: Sign = "positive"
    discount: Sign = "positive"


class Mapping(Record):
    """Say how a source is read."""

    period: PeriodColumn
    gross: Column | None = None
    refund: Column | None = None
    discount: Column | None = None
    amount: Column | None = None
    kind: KindColumn | None = None
    net: Column | None = None
    columns: dict[MetricName, Column] = Field(default_factory=dict)
    counts: dict[MetricName, Column] = Field(default_factory=dict)
    signs: Signs = Signs()
    sign_column: SignColumn | None = None
    negative: Annotated[tuple[Minus, ...], Field(min_length=1, max_length=3)] = ("leading",)
    decimal: Literal[".", ",", "none"] = "."
    thousands: Literal[",", ".", "'", " ", "none"] = "none"
    unit: Literal["major", "minor"] = "major"
    currency: Code | None = None
    currency_column: Column | None = None
    currency_sign: Line | None = None
    blank_is_zero: bool = False
    delimiter: Annotated[str, AfterValidator(_delimiter)] = ","
    encoding: Encoding = "utf-8"
    skip_before: Skipped = 0
    skip_after: Skipped = 0
    ignore: tuple[Column, ...] = ()

    @property
    def roles(self) -> dict[Role, Column]:
        """The amount columns by what they are; empty where rows have kinds."""
        named: dict[Role, Column | None] = {"gross": self.gross, "refund": self.refund, "discount": self.discount}
        return {role: column for role, column in named.items() if column}

    @property
    def read(self) -> list[Column]:
        """Every column that is read, in no order of the file."""
        parts = (self.kind, self.sign_column)
        single = (
            self.period.column,
            self.amount,
            self.net,
            self.currency_column,
            *(part and part.column for part in parts),
        )
        named = (*single, *self.roles.values(), *self.columns.values(), *self.counts.values())
        return [column for column in named if column]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.kind and (not self.amount or self.roles):
            raise ValueError("kind goes with amount, and without gross, refund and discount")
        if not self.kind and (self.amount or not self.gross or not self.refund):
            raise ValueError("gross and refund are missing, or kind and amount in their place")
        if self.decimal == self.thousands != "none":
            raise ValueError(f"decimal and thousands are both {self.decimal!r}")
        return self

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        columns = [*self.read, *self.ignore]
        if repeated := sorted({column for column in columns if columns.count(column) > 1}):
            raise ValueError(f"the column {repeated[0]!r} is named twice")
        names = [*self.columns, *self.counts, *RESERVED]
        if repeated := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"the name {repeated[0]!r} stands for two columns")
        return self
