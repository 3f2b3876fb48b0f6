"""Scripts of a book: of EPUB 2, which has none, they are taken out (names.py)."""

import re

import trees
from book import DOCUMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from book import Book

_MAY_HAVE_SCRIPTS = re.compile(rb"<(?:\w+:)?script\b|\son[a-z]+\s*=")
_DRAWING = "image/svg+xml"


def scripts_of(book: "Book") -> "set[str]":
    """
    Elements `script`, and what elements do at events (`onclick`), by their text or file: where calibre parts a document, each part has
    the scripts of the whole.
    """
    scripts: set[str] = set()
    for item in book.items():
        if item.media_type not in (DOCUMENT, _DRAWING):
            continue
        data = book.read(item.name)
        if not _MAY_HAVE_SCRIPTS.search(data):
            continue
        try:
            root = trees.parse(data)
        except trees.NotWellFormed:
            continue
        for element in trees.elements(root):
            if trees.etree.QName(element).localname == "script":
                scripts.add(element.get("src") or element.get(f"{{{trees.XLINK}}}href") or element.get("href") or trees.text_of(element))
            scripts.update(value for key, value in element.attrib.items() if re.fullmatch("on[a-z]+", key))
    return scripts
