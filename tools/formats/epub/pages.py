"""Turns pages of a book that are not XHTML into XHTML: calibre silently drops them.

In EPUB 3 a page may be a drawing, or a file of any kind with a fallback (EPUB 3.2, section 5.4: manifest fallbacks).
"""

import posixpath

import trees
from book import DOCUMENT, NCX, OPF, Item, relative, resolve
from trees import SVG, XLINK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from book import Book
    from trees import Element

DRAWING = "image/svg+xml"
_PAGES = frozenset((DOCUMENT, "text/html", "text/x-oeb1-document", "application/x-dtbook+xml"))
_LONGEST_CHAIN = 20
_LINKS = (trees.h("a"), trees.h("area"), f"{{{SVG}}}a", "{http://www.daisy.org/z3986/2005/ncx/}content")


def wrap_pages(book: "Book") -> int:
    """Wraps drawings and pictures of the reading order in an XHTML page, to which their links then lead; replaces files of other kinds with
    their first fallback that can be shown. Returns the number of changes.
    """
    items = {item.id: item for item in book.items()}
    moved: dict[str, str] = {}
    for reference in book.spine():
        item = items.get(reference.get("idref"))
        if item is None or item.media_type in _PAGES:
            continue
        shown = _shown(item, items)
        if shown is None:
            continue
        page = shown if shown.media_type in _PAGES else _wrap(book, shown)
        reference.set("idref", page.id or "")
        moved[item.name] = page.name
    if moved:
        book.change(book.opf_name, trees.serialise(book.opf))
        _lead_to(book, moved)
    return len(moved)


def _shown(item: Item, items: "dict[str | None, Item]") -> "Item | None":
    """Returns the item itself or its fallback; None if none of these can be shown."""
    each: Item | None = item
    for _ in range(_LONGEST_CHAIN):
        if each is None or each.media_type in _PAGES or each.media_type.startswith("image/"):
            return each
        each = items.get(each.element.get("fallback"))
    return None


def _wrap(book: "Book", item: Item) -> Item:
    name = f"{item.name}.xhtml"
    while name in book.names:
        name = f"{posixpath.splitext(name)[0]}_.xhtml"
    page = trees.etree.fromstring(f'<html xmlns="{trees.XHTML}"><head><title/></head><body/></html>')
    page[0][0].text = book.title()
    content = _content(book, item, name)
    # A style sheet comes before a drawing, but in the head of a page.
    for instruction in reversed(list(content.itersiblings(trees.etree.ProcessingInstruction, preceding=True))):
        if instruction.target == "xml-stylesheet" and instruction.get("href"):
            trees.etree.SubElement(page[0], trees.h("link"), rel="stylesheet", type="text/css", href=instruction.get("href", ""))
    page[1].append(content)
    book.change(name, trees.serialise(page))
    element = item.element.makeelement(f"{{{OPF}}}item")
    wrapped = {each.id for each in book.items()}
    own = f"page-{item.id}"
    while own in wrapped:
        own += "_"
    element.set("id", own)
    element.set("href", relative(book.opf_name, name))
    element.set("media-type", DOCUMENT)
    if item.media_type == DRAWING:
        element.set("properties", "svg")
    item.element.addnext(element)
    return Item(element, name)


def _content(book: "Book", item: Item, name: str) -> "Element":
    """Embeds a drawing directly, so that its texts and links work; a picture, or a damaged drawing, as a picture."""
    if item.media_type == DRAWING:
        try:
            root = trees.parse(book.read(item.name))
        except trees.NotWellFormed:
            root = None
        if root is not None and root.tag == f"{{{SVG}}}svg":
            return root
    block = trees.etree.fromstring(f'<div xmlns="{trees.XHTML}"><img alt=""/></div>')
    block[0].set("src", relative(name, item.name))
    return block


def _lead_to(book: "Book", moved: "dict[str, str]") -> None:
    """Redirects links from files that are no longer pages to the pages around them."""
    for item in book.items():
        if item.media_type not in (DOCUMENT, NCX):
            continue
        try:
            root = trees.parse(book.read(item.name))
        except trees.NotWellFormed:
            continue
        changes = 0
        for link in root.iter(*_LINKS):
            for key in ("href", "src", f"{{{XLINK}}}href"):
                path, mark, fragment = link.get(key, "").partition("#")
                new = moved.get(resolve(item.name, path)) if path else None
                if new is not None:
                    link.set(key, relative(item.name, new) + mark + fragment)
                    changes += 1
        if changes:
            book.change(item.name, trees.serialise(root))
