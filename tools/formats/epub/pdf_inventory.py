"""Inventory of a PDF for comparisons with books: its words, from a text file, and its pictures, links and contents."""

import pikepdf
import take_inventory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from inventory import Inventory

# Limit for drawings nested in drawings.
_DEEPEST = 10


def of_pdf(path: str, text: str) -> "Inventory":
    """path: of the PDF. text: path of its text."""
    made = take_inventory.of_text(text)
    with pikepdf.open(path) as pdf:
        pages = [page.obj for page in pdf.pages]
        made.pictures = len(set(_pictures(pages)))
        made.links = sum(1 for page in pages for each in page.get("/Annots", ()) if each.get("/Subtype") == "/Link")
        with pdf.open_outline() as outline:
            made.contents = _entries(outline.root)
    return made


def _pictures(pages: "Iterable[Any]") -> "Iterator[tuple[int, int]]":
    """Reads each object once, however many pages show it."""
    seen: set[tuple[int, int]] = set()
    waiting = [(page.get("/Resources"), 0) for page in pages]
    while waiting:
        resources, depth = waiting.pop()
        if resources is None or depth > _DEEPEST:
            continue
        for kind in ("/XObject", "/Pattern"):
            for _, each in resources.get(kind, {}).items():
                if each.objgen in seen:
                    continue
                seen.add(each.objgen)
                if each.get("/Subtype") == "/Image":
                    yield each.objgen
                else:
                    waiting.append((each.get("/Resources"), depth + 1))


def _entries(items: "Iterable[Any]") -> int:
    return sum(1 + _entries(item.children) for item in items)
