"""Removes scripts from sources that are not an EPUB. Scripts of EPUB 2, which has none, are removed in names.py."""

import re

import trees
from book import DOCUMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from book import Book, Item
    from trees import Element

_MAY_HAVE_SCRIPTS = re.compile(rb"<(?:\w+:)?script\b|\son[a-z]+\s*=")
_DRAWING = "image/svg+xml"
_EVENT = re.compile("on[a-z]+")


def scripts_of(book: "Book") -> "set[str]":
    """Returns `script` elements and event attributes (`onclick`) by their text or file: if calibre splits a document, each part has the
    scripts of the whole.
    """
    scripts: set[str] = set()
    for _, root in _documents(book):
        for element in trees.elements(root):
            if _is_script(element):
                scripts.add(element.get("src") or element.get(f"{{{trees.XLINK}}}href") or element.get("href") or trees.text_of(element))
            scripts.update(value for key, value in element.attrib.items() if _EVENT.fullmatch(key))
    return scripts


def remove_scripts(book: "Book") -> None:
    """Removes what scripts_of counts from documents and drawings."""
    for item, root in _documents(book):
        for element in trees.elements(root):
            if _is_script(element) and element.getparent() is not None:
                trees.remove(element)
            trees.drop(element, [key for key in element.attrib if _EVENT.fullmatch(key)])
        book.change(item.name, trees.serialise(root))


def _documents(book: "Book") -> "Iterator[tuple[Item, Element]]":
    """Yields documents and drawings that may have scripts."""
    for item in book.items():
        if item.media_type not in (DOCUMENT, _DRAWING):
            continue
        data = book.read(item.name)
        if not _MAY_HAVE_SCRIPTS.search(data):
            continue
        try:
            yield item, trees.parse(data)
        except trees.NotWellFormed:
            continue


def _is_script(element: "Element") -> bool:
    return trees.etree.QName(element).localname == "script"
