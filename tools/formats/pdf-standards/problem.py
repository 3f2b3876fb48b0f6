"""What is wrong with a PDF, and which rule of a standard says so."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

NO_RULE = "-"


class Standard:
    """A standard that a PDF can follow: `1a`, `2u`, `3b` for parts and levels of PDF/A (ISO 19005), `ua1` for PDF/UA-1 (ISO 14289-1)."""

    def __init__(self, name: str) -> None:
        self.is_accessible = name == "ua1"
        # Both are based on ISO 32000-1, so its fonts have the same rules as those of part 2.
        self.part = 2 if self.is_accessible else int(name[0])
        self.level = "" if self.is_accessible else name[1].upper()

    def clause(self, clauses: str) -> str:
        """Returns the clause of this standard of those of a problem; `-` if it has none."""
        column = 2 if self.is_accessible else min(self.part, 2) - 1
        listed = clauses.split()
        return listed[column] if column < len(listed) else NO_RULE


class Problem:
    """One place that breaks a rule."""

    def __init__(self, clauses: str, text: str, at: "Any" = None) -> None:
        """clauses: that of ISO 19005-1, of ISO 19005-2 and 19005-3, and of ISO 14289-1, separated by spaces, `-` for none; text: for users;
        at: the object, the number of the page, or those of the object."""
        self.clauses, self.text, self.at = clauses, text, at


def located(problems: "Iterable[Problem]", at: "Any") -> "Iterator[Problem]":
    """Yields the problems as those of an object."""
    return (Problem(each.clauses, each.text, at) for each in problems)
