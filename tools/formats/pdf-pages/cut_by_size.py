"""Cuts a PDF into parts of at most some bytes: PATH BYTES. Prints {"shared": bytes in all parts, "ends": last page of each part}.

The size of a part is that of the objects that its pages lead to, each once, and of what all parts have: attached files and metadata.
"""

import json
import sys

import pikepdf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# Objects that may lead to others.
OBJECTS = (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array)
# Of an object: its number, and its entry in the table of objects.
ENTRY = 40
# Entries that lead from a page to the rest of the document.
OUTWARDS = {"/Parent", "/P", "/Dest", "/StructParents", "/B"}
# Entries of the catalog that parts have by their pages only.
BY_PAGES = {"/Pages", "/Outlines", "/StructTreeRoot", "/Dests", "/AcroForm", "/PageLabels"}


def grow(seen: "set[tuple[int, int]]", start: "Iterable[Any]") -> int:
    """Returns the bytes of the objects that these lead to and that were not seen; adds those to the seen ones. Pages lead no further."""
    size = 0
    left = list(start)
    while left:
        one = left.pop()
        if one.is_indirect:
            if one.objgen in seen:
                continue
            seen.add(one.objgen)
            size += ENTRY + len(one.unparse(resolved=True))
        if isinstance(one, pikepdf.Stream):
            size += int(one.get("/Length", 0))
        left.extend(inner for inner in inside(one) if isinstance(inner, OBJECTS) and not is_page(inner))
    return size


def inside(one: "Any") -> "list[Any]":
    if isinstance(one, pikepdf.Array):
        return list(one)
    return [value for key, value in one.items() if key not in OUTWARDS]


def is_page(one: "Any") -> bool:
    return isinstance(one, pikepdf.Dictionary) and one.get("/Type") in ("/Page", "/Pages")


def main(path: str, most: str) -> None:
    with pikepdf.open(path) as pdf:
        catalog = [value for key, value in pdf.Root.items() if key not in BY_PAGES]
        shared = grow(set(), [one for one in catalog if isinstance(one, OBJECTS)])
        ends: list[int] = []
        seen: set[tuple[int, int]] = set()
        size = shared
        for index, page in enumerate(pdf.pages):
            more = grow(seen, [page.obj])
            if size + more > int(most) and index > (ends[-1] if ends else 0):
                ends.append(index)
                seen = set()
                size, more = shared, grow(seen, [page.obj])
            size += more
        ends.append(len(pdf.pages))
        print(json.dumps({"shared": shared, "ends": ends}))


if __name__ == "__main__":
    main(*sys.argv[1:])
