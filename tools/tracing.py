"""No tracing unless it is asked for: a tracing service would be a host that nobody allowed."""

from contextlib import AbstractContextManager


def untraced() -> AbstractContextManager[None]:
    """Return a context in which LangChain sends nothing to a tracing service that the environment names."""
    from langsmith import tracing_context  # pyright: ignore[reportUnknownVariableType] -- published with partial types

    return tracing_context(enabled=False)
