"""Searches a redacted PDF for what should not be in it any more.

Usage: prove.py RESULT

The standard input is JSON: {"items": what was redacted, "texts": files of the text of all pages, with a form feed between them, "seen":
[[page, file of the text that is seen on it]], "covered": [[item, page, rectangle]]}. Prints JSON: {"left": [{"item", "reader", "page"}],
"unread": [page]}: what was found, by which reader, and pages that pdfminer cannot read. Pages are counted from 1; null: not on a page.
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import parts
import pdfminer_characters
import pikepdf
from matching import Item, items_of, print_without_values
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from pdfminer_characters import Rectangle

# Shorter texts are in compressed or coded data by chance.
SHORTEST_IN_BYTES = 4
LITERAL = re.compile(rb"\(((?:\\.|[^\\()])*)\)", re.DOTALL)
FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3", "/ToUnicode", "/CIDToGIDMap", "/CIDSet")


def pages_in_text(text: str, item: Item) -> "set[int]":
    """Returns the pages, counted from 1, on which matches begin."""
    spans = item.spans(text)
    return {text.count("\f", 0, begin) + 1 for begin, _ in spans}


def read_text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def is_inside(rectangle: "Rectangle", outer: "Rectangle") -> bool:
    x, y = (rectangle[0] + rectangle[2]) / 2, (rectangle[1] + rectangle[3]) / 2
    return outer[0] < x < outer[2] and outer[1] < y < outer[3]


def covered_left(characters: "pdfminer_characters.Characters", covered: "list[tuple[int, int, Rectangle]]") -> "Iterator[tuple[int, int]]":
    """Yields the item and the page of rectangles below which characters are left."""
    on_page: dict[int, list[Rectangle]] = {}
    for text, (page, rectangle) in zip(characters.texts, characters.places, strict=True):
        if rectangle is not None and text.strip():
            on_page.setdefault(page + 1, []).append(rectangle)
    for item, page, outer in covered:
        if any(is_inside(one, outer) for one in on_page.get(page, [])):
            yield item, page


def names_in(pdf: pikepdf.Pdf) -> "Iterator[str]":
    """Yields the names that a document chooses for its own parts: destinations, states of fields, layers, inks."""
    for key in parts.keys_of(pdf.Root.get("/Dests")):
        yield key[1:]
    for holder in parts.containers(pdf):
        if isinstance(holder, Dictionary) and "/AP" in holder:
            yield from parts.state_names(holder)
        elif isinstance(holder, Array) and len(holder) > 1 and holder[0] == Name.Separation:
            yield str(holder[1])[1:]


def data_of(pdf: pikepdf.Pdf) -> "Iterator[bytes]":
    """Yields the content of all streams but pictures and fonts, as it is and as its literal strings alone."""
    holders = [holder for holder in parts.containers(pdf) if isinstance(holder, Dictionary)]
    fonts = {holder[key].objgen for holder in holders for key in FONT_FILES if key in holder}
    for stream in pdf.objects:
        # What is in object streams is looked at as objects.
        is_other = not isinstance(stream, Stream) or stream.get("/Type") in (Name.ObjStm, Name.XRef)
        if is_other or stream.get("/Subtype") == Name.Image or stream.objgen in fonts:
            continue
        data = parts.bytes_of(stream)
        yield data
        yield b"".join(LITERAL.findall(data))


def is_in_bytes(data: bytes, item: Item) -> bool:
    """Whether a text is in data by one of the encodings of PDF, also in hexadecimal digits."""
    lower, text = data.lower(), (item.text or "").lower()
    if len(text) < SHORTEST_IN_BYTES:
        return False
    if text.encode("utf-16-be").hex().encode() in lower:
        return True
    # A search for whole words or letters of one size takes long, so it is only made where it may find something.
    return any(
        text.encode(encoding, "replace") in lower and len(item.spans(data.decode(encoding, "replace"))) > 0
        for encoding in ("latin-1", "utf-8", "utf-16-be", "utf-16-le")
    )


def parts_left(path: str, items: "Sequence[Item]") -> "Iterator[int]":
    with pikepdf.open(path) as pdf:
        strings = [text for top in [pdf.trailer, *pdf.objects] for text in parts.strings_in(top)]
        strings += names_in(pdf)
        for item in items:
            if any(item.spans(text) for text in strings):
                yield item.index
        for data in data_of(pdf):
            yield from (item.index for item in items if is_in_bytes(data, item))


def main(path: str) -> "dict[str, Any]":
    request = json.load(sys.stdin)
    items = items_of(request["items"])
    characters, unread = pdfminer_characters.read_characters(path)
    texts = [read_text(text) for text in request["texts"]]
    seen = [(page, read_text(text)) for page, text in request["seen"]]
    left: set[tuple[int, str, int | None]] = {(index, "pikepdf", None) for index in parts_left(path, items)}
    for item in items:
        left |= {(item.index, "pdfminer", characters.places[begin][0] + 1) for begin, _ in item.spans(characters.texts)}
        left |= {(item.index, "poppler", page) for text in texts for page in pages_in_text(text, item)}
        left |= {(item.index, "tesseract", page) for page, text in seen if item.spans(text)}
    left |= {(item, "pdfminer", page) for item, page in covered_left(characters, request["covered"])}
    found = [{"item": item, "reader": reader, "page": page} for item, reader, page in sorted(left, key=str)]
    return {"left": found, "unread": sorted(page + 1 for page in unread)}


if __name__ == "__main__":
    sys.excepthook = print_without_values
    print(json.dumps(main(sys.argv[1])))
