"""Reading a file that is named on the command line."""

from pathlib import Path

from ditto.state.errors import BadRequest


def read_given(path: Path, most: int) -> bytes:
    """Return the bytes of a file named on the command line; raises BadRequest that says what does not fit."""
    try:
        if not path.is_file():
            raise BadRequest("not a file", where=path, expected="a regular file")
        if (size := path.stat().st_size) > most:
            raise BadRequest("a file is too large", where=path, found=f"{size} bytes", expected=f"at most {most}")
        return path.read_bytes()
    except OSError as cause:
        raise BadRequest("a file cannot be read", where=path, found=cause.strerror) from cause
