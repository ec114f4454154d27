"""The command line: results on stdout, progress on stderr; with --json one JSON document on stdout."""

from ditto.cli.app import main

__all__ = ["main"]
