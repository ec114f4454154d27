"""`python -m ditto.cli`."""

from ditto.cli.app import main

main()
