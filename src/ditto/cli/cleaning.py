"""`ditto clean`."""

from ditto.cli.output import Exit, say
from ditto.tools.weights import cache_folder, remove_weights


def clean_weights() -> Exit:
    """Remove the joined weights."""
    freed = remove_weights()
    say(f"freed {freed >> 20} MiB in {cache_folder()}" if freed else f"nothing to free in {cache_folder()}")
    return Exit.DONE
