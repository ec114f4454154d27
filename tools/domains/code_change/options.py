"""The options of a request: what the code may use, and whether its tests may run without a sandbox."""

from typing import Annotated, Literal

from pydantic import Field

from ditto.state.record import Record

Allowed = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.]{0,63}$")]


class Options(Record):
    """Say how the given tests are run.

    `sandbox` is `required`, or `optional` where the tests may run under limits alone on a machine that has none; `seconds`
    are of processor time, four times as many by the clock; `allow` names further modules and built-in functions.
    """

    sandbox: Literal["required", "optional"] = "required"
    seconds: Annotated[int, Field(ge=1, le=60)] = 10
    megabytes: Annotated[int, Field(ge=64, le=4096)] = 512
    allow: Annotated[tuple[Allowed, ...], Field(max_length=50)] = ()
