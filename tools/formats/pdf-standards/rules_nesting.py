"""Rules of PDF/UA-1 about what tags may be in which: tables, lists and tables of contents (ISO 14289-1, 7.2 and 7.5)."""

from objects import bytes_of, get, items_of, name_of
from pikepdf import Array
from problem import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from structure_tree import Element, StructureTree

SECTIONS = ("THead", "TBody", "TFoot")
CELLS = ("TH", "TD")
# What each tag may contain, and in which each must be.
CONTENTS = {
    "Table": ("TR", *SECTIONS, "Caption"),
    "TR": CELLS,
    **dict.fromkeys(SECTIONS, ("TR",)),
    "L": ("L", "LI", "Caption"),
    "LI": ("Lbl", "LBody"),
    "TOC": ("TOC", "TOCI", "Caption"),
}
PARENTS = {
    "TR": ("Table", *SECTIONS),
    **dict.fromkeys(SECTIONS, ("Table",)),
    "TH": ("TR",),
    "TD": ("TR",),
    "LI": ("L",),
    "LBody": ("LI",),
    "TOCI": ("TOC",),
}
MOST_SPAN = 1000


def problems_of_nesting(tree: "StructureTree") -> "Iterator[Problem]":
    """Yields tags that are where they must not be."""
    for element in tree.elements:
        kind, children = element.kind, [child.kind for child in element.children]
        for child in element.children:
            if kind in CONTENTS and child.kind not in CONTENTS[kind]:
                yield Problem("- - 7.2", f"a tag {kind} contains {child.kind[:40]}", child.obj)
        parent = "none" if element.parent is None else element.parent.kind
        if kind in PARENTS and parent not in PARENTS[kind]:
            yield Problem("- - 7.2", f"a tag {kind} is in {parent[:40]}", element.obj)
        yield from problems_of_captions(element, children)
        if kind == "Table":
            yield from problems_of_table(element, children)


def problems_of_captions(element: "Element", children: "list[str]") -> "Iterator[Problem]":
    places = [index for index, kind in enumerate(children) if kind == "Caption"]
    if element.kind not in ("Table", "L", "TOC") or not places:
        return
    if len(places) > 1:
        yield Problem("- - 7.2", f"a tag {element.kind} has more than one caption", element.obj)
    allowed = (0, len(children) - 1) if element.kind == "Table" else (0,)
    if places[0] not in allowed:
        yield Problem("- - 7.2", f"the caption of a tag {element.kind} is not at its edge", element.obj)


def problems_of_table(table: "Element", children: "list[str]") -> "Iterator[Problem]":
    for kind in ("THead", "TFoot"):
        if children.count(kind) > 1:
            yield Problem("- - 7.2", f"a table has more than one {kind}", table.obj)
        if kind in children and "TBody" not in children:
            yield Problem("- - 7.2", f"a table has {kind}, and no TBody", table.obj)
    yield from problems_of_grid(table)
    yield from problems_of_headers(table)


def rows_of(table: "Element") -> "list[list[Element]]":
    parts = [part for child in table.children for part in (child.children if child.kind in SECTIONS else [child])]
    return [[cell for cell in row.children if cell.kind in CELLS] for row in parts if row.kind == "TR"]


def span(cell: "Element", key: str) -> int:
    values = [get(each, key) for each in cell.attributes()]
    return next((min(value, MOST_SPAN) for value in values if isinstance(value, int) and value > 0), 1)


def problems_of_grid(table: "Element") -> "Iterator[Problem]":
    """Cells must not overlap, and all rows must be equally long."""
    rows = rows_of(table)
    taken: set[tuple[int, int]] = set()
    widths: list[int] = [0] * len(rows)
    for number, row in enumerate(rows):
        column = 0
        for cell in row:
            while (number, column) in taken:
                column += 1
            across, down = span(cell, "/ColSpan"), span(cell, "/RowSpan")
            places = {(number + below, column + right) for below in range(down) for right in range(across)}
            if places & taken:
                yield Problem("- - 7.2", "cells of a table overlap", cell.obj)
            if number + down > len(rows):
                yield Problem("- - 7.2", "a cell of a table has more rows than there are", cell.obj)
            taken |= places
            column += across
            for below in range(number, min(number + down, len(rows))):
                widths[below] = max(widths[below], column)
    if len({*widths}) > 1:
        yield Problem("- - 7.2", "the rows of a table are not equally long", table.obj)


def problems_of_headers(table: "Element") -> "Iterator[Problem]":
    cells = [cell for row in rows_of(table) for cell in row]
    headers = [cell for cell in cells if cell.kind == "TH"]
    known = {bytes_of(get(cell.obj, "/ID")) for cell in headers}
    named = [
        (cell, bytes_of(each))
        for cell in cells
        if cell.kind == "TD"
        for given in cell.attributes()
        for each in items_of(get(given, "/Headers"))
    ]
    for cell, identifier in named:
        if identifier not in known:
            yield Problem("- - 7.5", "a cell names a heading that is not in the table", cell.obj)
    has_scopes = all(any(name_of(get(given, "/Scope")) in ("/Row", "/Column", "/Both") for given in cell.attributes()) for cell in headers)
    is_named = all(any(isinstance(get(given, "/Headers"), Array) for given in cell.attributes()) for cell in cells if cell.kind == "TD")
    if headers and not has_scopes and not is_named:
        yield Problem("- - 7.5", "headings of a table do not say what they are for (Scope)", table.obj)
