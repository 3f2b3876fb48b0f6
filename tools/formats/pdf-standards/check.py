"""Checks the rules of PDF/A or PDF/UA that can be checked without rendering.

Usage: check.py STANDARD WHOSE SOURCE

STANDARD is 1a, 1b, 2a, 2b, 2u, 3a, 3b, 3u or ua1. WHOSE is "own" or "any": own files are held to more than the standard asks for.
Prints JSON: {"broken": [{"rule": clause of the standard, "problem": what is wrong, for users, "count": of places, "places": [first ones,
as {"page": number, "object": number}, as far as they are known]}]}.
"""

import json
import mmap
import os
import sys

import pikepdf

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from follower import Follower
from objects import get, items_of, pages_of
from problem import NO_RULE, Problem, Standard
from rules_accessible import problems_of_accessibility
from rules_colour import intents_of, problems_of_colours
from rules_document import problems_of_document_metadata, problems_of_own_file, problems_of_streams
from rules_fonts import problems_of_fonts
from rules_graphics import problems_of_graphics
from rules_interactive import problems_of_attachments, problems_of_interaction, problems_of_layers
from rules_limits import problems_of_limits
from rules_nesting import problems_of_nesting
from rules_structure import problems_of_structure
from rules_tags import problems_of_tags
from rules_unicode import problems_of_unicode
from structure_tree import StructureTree
from uses import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from uses import Uses

# Places of one problem that are named.
MOST_PLACES = 20


def problems_of_archive(pdf: pikepdf.Pdf, uses: "Uses", standard: Standard) -> "Iterator[Problem]":
    """Yields which rules of PDF/A are broken, but those about how the file is written."""
    part = standard.part
    if pdf.is_encrypted:
        yield Problem("6.1.3 6.1.3", "it is encrypted")
    profiles = [get(intent, "/DestOutputProfile") for intent in intents_of(pdf)]
    channels = {int(get(profile, "/N") or 0) for profile in profiles if profile is not None}
    yield from problems_of_document_metadata(pdf, standard)
    yield from problems_of_interaction(pdf, part, channels)
    yield from problems_of_streams(pdf)
    yield from problems_of_colours(pdf, uses, part)
    yield from problems_of_graphics(pages_of(pdf), uses, part, has_intent=len(channels) > 0)
    yield from problems_of_fonts(uses, part)
    yield from problems_of_limits(pdf, uses, part)


def problems_of_universal_access(pdf: pikepdf.Pdf, tree: StructureTree, uses: "Uses", standard: Standard) -> "Iterator[Problem]":
    """Yields which rules of PDF/UA are broken, and others of PDF/A, which have no clause of PDF/UA."""
    yield from problems_of_accessibility(pdf, tree, uses)
    yield from problems_of_nesting(tree)
    yield from problems_of_layers(get(pdf.Root, "/OCProperties"), standard.part)
    yield from problems_of_attachments(pdf, standard.part)
    yield from problems_of_graphics(pages_of(pdf), uses, standard.part, has_intent=True)
    yield from problems_of_fonts(uses, standard.part)


class Places:
    """Where objects of a file are."""

    def __init__(self, pdf: pikepdf.Pdf, uses: "Uses", tree: "StructureTree | None") -> None:
        self.first_pages = uses.first_pages
        self.pages: dict[Any, int] = {}
        for number, page in enumerate(pages_of(pdf), 1):
            self.pages[page.objgen] = number
            self.pages.update((each.objgen, number) for each in items_of(get(page, "/Annots")) if hasattr(each, "objgen"))
        for element, page in ({} if tree is None else tree.pages()).items():
            self.pages.setdefault(element, self.pages.get(getattr(page, "objgen", None), 0))

    def of(self, at: "Any") -> "dict[str, int]":
        """at: as in Problem."""
        if isinstance(at, int):
            return {"page": at}
        if isinstance(at, tuple):
            return {"object": at[0]}
        if not hasattr(at, "objgen"):
            return {}
        number = at.objgen[0]
        named = self.pages.get(at.objgen) or self.first_pages.get(key_of(at))
        return {**({"page": named} if named else {}), **({"object": number} if number else {})}


def problems_in(pdf: pikepdf.Pdf, data: mmap.mmap, standard: Standard, *, own: bool) -> "tuple[list[Problem], Places]":
    """Returns what is wrong with a file, each place by itself."""
    tree = StructureTree(pdf) if standard.level == "A" or standard.is_accessible else None
    uses = Follower(pdf, tree).follow_all()
    problems = [*problems_of_unicode(uses, standard)] if standard.level != "B" else []
    if tree is not None:
        problems += problems_of_tags(pdf, tree, uses, standard)
    if standard.is_accessible and tree is not None:
        problems += problems_of_universal_access(pdf, tree, uses, standard)
    else:
        problems += problems_of_archive(pdf, uses, standard)
        problems += problems_of_structure(data, pdf, standard.part)
        problems += problems_of_own_file(pdf, uses, standard.part) if own else ()
    return problems, Places(pdf, uses, tree)


def summary(problems: "Iterable[Problem]", standard: Standard, places: Places) -> "list[dict[str, Any]]":
    """Returns each problem once, with its first places and how many there are."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for problem in problems:
        rule = standard.clause(problem.clauses)
        if standard.is_accessible and rule == NO_RULE:
            continue
        broken = found.setdefault((rule, problem.text), {"rule": rule, "problem": problem.text, "count": 0, "places": []})
        broken["count"] += 1
        place = places.of(problem.at)
        if place and place not in broken["places"] and len(broken["places"]) < MOST_PLACES:
            broken["places"].append(place)
    return list(found.values())


def main() -> None:
    standard, own = Standard(sys.argv[1]), sys.argv[2] == "own"
    with (
        open(sys.argv[3], "rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        # What pages inherit is not their own (ISO 19005-2, 6.2.2).
        pikepdf.open(sys.argv[3], inherit_page_attributes=False) as pdf,
    ):
        problems, places = problems_in(pdf, data, standard, own=own)
        print(json.dumps({"broken": summary(problems, standard, places)}))


if __name__ == "__main__":
    main()
