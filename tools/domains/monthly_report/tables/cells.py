"""A cell that is not what its column holds."""


class BadCell(Exception):
    """Say what is wrong with a cell; its place is added by who knows it."""

    def __init__(self, problem: str, expected: str) -> None:
        super().__init__(problem)
        self.problem, self.expected = problem, expected
        self.column = self.text = ""

    def at(self, column: str, text: str) -> "BadCell":
        """Add the column and the text of the cell."""
        self.column, self.text = column, text
        return self
