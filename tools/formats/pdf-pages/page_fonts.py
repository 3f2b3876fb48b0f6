"""Prints which fonts the pages of a PDF draw with.

Usage: page_fonts.py PDF

Prints a JSON array: {"name": str, "embedded": bool, "pages": [int]}, pages from 1. Programs such as LibreOffice give all pages the same
fonts to choose from, so what counts is which of them the text on a page, its forms and its annotations chooses.
"""

import json
import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    # Name and whether it is embedded.
    Font = tuple[str, bool]

# Operators that choose a font, and that draw a form (ISO 32000-1, 9.3.1 and 8.8). A name in a string is not among the resources.
CHOSEN = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+[-+.\d]+\s+Tf\b|/([^\s/<>\[\](){}%]+)\s+Do\b")
SUBSET = re.compile(r"^[A-Z]{6}\+")
FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
# Forms in forms, and page trees, are a few levels deep.
MOST_LEVELS = 64


def get(holder: object, key: str) -> "Any":
    """Returns the value, or None if there is none; in damaged files anything can be anywhere."""
    return holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None


def describe(font: object) -> "Font":
    """A composite font has its descriptor in its descendant (9.7); a font of type 3 is drawn by procedures of the file itself."""
    descendants = get(font, "/DescendantFonts")
    descendant = descendants[0] if isinstance(descendants, Array) and len(descendants) > 0 else font
    descriptor = get(descendant, "/FontDescriptor")
    embedded = get(font, "/Subtype") == Name.Type3 or any(isinstance(get(descriptor, key), Stream) for key in FONT_FILES)
    name = get(font, "/BaseFont")
    return SUBSET.sub("", str(name)[1:]) if isinstance(name, Name) else "", embedded


def resources_of(page: object) -> "Any":
    for _ in range(MOST_LEVELS):
        found = get(page, "/Resources")
        if found is not None:
            return found
        page = get(page, "/Parent")
    return None


def unescaped(name: bytes) -> str:
    """Returns the key of a name, in which `#20` stands for a space."""
    plain = re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), name)
    return "/" + plain.decode("utf-8", "surrogateescape")


class Drawn:
    """The fonts that content draws with; each form is read once."""

    def __init__(self) -> None:
        self.forms: dict[tuple[int, int], set[Font]] = {}

    def by(self, streams: "list[Any]", resources: object, level: int) -> "set[Font]":
        found: set[Font] = set()
        fonts, forms = get(resources, "/Font"), get(resources, "/XObject")
        chosen = {match.groups() for match in CHOSEN.finditer(b"\n".join(read(stream) for stream in streams))}
        for font_name, form_name in chosen:
            if font_name and (font := get(fonts, unescaped(font_name))) is not None:
                found.add(describe(font))
            if form_name and level < MOST_LEVELS:
                found |= self.by_form(get(forms, unescaped(form_name)), resources, level + 1)
        return found

    def by_form(self, form: object, resources: object, level: int = 0) -> "set[Font]":
        if not isinstance(form, Stream) or get(form, "/Subtype") != Name.Form:
            return set()
        if form.objgen not in self.forms:
            # A form that draws itself finds this.
            self.forms[form.objgen] = set()
            self.forms[form.objgen] = self.by([form], get(form, "/Resources") or resources, level)
        return self.forms[form.objgen]

    def on_page(self, page: object) -> "set[Font]":
        contents = get(page, "/Contents")
        resources = resources_of(page)
        found = self.by(list(contents) if isinstance(contents, Array) else [contents], resources, 0)
        for form in appearances(page):
            found |= self.by_form(form, resources)
        return found


def read(stream: object) -> bytes:
    try:
        return stream.read_bytes() if isinstance(stream, Stream) else b""
    except pikepdf.PdfError:
        return b""


def appearances(page: object) -> "Iterator[Any]":
    """Yields the normal appearances of annotations: of each one, or one for each state (12.5.5)."""
    annotations = get(page, "/Annots")
    for annotation in annotations if isinstance(annotations, Array) else ():
        normal = get(get(annotation, "/AP"), "/N")
        if isinstance(normal, Stream):
            yield normal
        elif isinstance(normal, Dictionary):
            yield from (normal[key] for key in normal)


def main(path: str) -> None:
    pages_of: dict[Font, list[int]] = {}
    with pikepdf.open(path) as pdf:
        drawn = Drawn()
        for number, page in enumerate(pdf.pages, 1):
            for font in drawn.on_page(page.obj):
                pages_of.setdefault(font, []).append(number)
    fonts = sorted(pages_of.items(), key=lambda item: (item[1][0], item[0]))
    print(json.dumps([{"name": name, "embedded": embedded, "pages": pages} for (name, embedded), pages in fonts]))


main(sys.argv[1])
