"""Fixes an EPUB that calibre made, so that it is valid in its version.

Usage: finish_epub.py SOURCE RESULT yes|no [INVENTORY]: whether an EPUB 3 may have scripts

Prints JSON: {"changed": whether RESULT was written, "version": of the book, 2 or 3, "lost": {"media": sounds and films left out, "scripts":
scripts removed}, "losses": what the source's INVENTORY has and the book lacks (losses.py); null without an INVENTORY}. A book without
errors is not rewritten. A document that is not well-formed stays as it is.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import facts
import inventory
import losses
import pictures
import take_inventory
import trees
from book import DOCUMENT, NCX, Book, NoBook, relative, resolve
from book_scripts import remove_scripts, scripts_of
from grammar import EPUB2, EPUB3
from links import Links, ids_in, repair_ids
from manifest import list_remote, repair_layout, repair_manifest
from names import repair_names, repair_svg
from package import (
    needed_properties,
    repair_guide,
    repair_lists,
    repair_navigation,
    repair_ncx,
    repair_package_2,
    repair_properties,
    repair_uid,
)
from structure import repair_structure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from book import Item
    from grammar import Grammar
    from inventory import Inventory
    from trees import Element


# Broken references are removed together with their ids, to which others may refer.
MOST_ROUNDS = 4


@dataclass
class Lost:
    """What was left out because the version, or the book, has no place for it."""

    # Number of sounds and films.
    media: int
    scripts: int


def finish(book: Book, keeps_scripts: bool, source: "Inventory | None" = None) -> Lost:
    """Returns what was left out. keeps_scripts: in an EPUB 3. source: inventory of the book that this one was made of."""
    grammar = EPUB2 if book.version == 2 else EPUB3
    has_scripts = keeps_scripts and grammar.version == 3
    scripts = 0 if has_scripts else len(scripts_of(book))
    if scripts and grammar.version == 3:
        remove_scripts(book)
    package_changes = pictures.repair_pictures(book)
    documents = [item for item in book.items() if item.media_type == DOCUMENT]
    links = Links(book, grammar.version)
    lost = 0
    for item in documents:
        lost += repair_document(book, item, grammar, links)
    references_before = len(book.spine())
    for _ in range(MOST_ROUNDS):
        ids_before = dict(links.ids)
        for item in documents:
            package_changes += repair_references(book, item, grammar, links)
        if links.ids == ids_before:
            break
    repair_sheets(book, links)
    package_changes += repair_drawings(book, grammar.version, links)
    if grammar.version == 2:
        package_changes += repair_package_2(book)
        if lost:
            package_changes += drop(book, lambda media_type: media_type.startswith(("audio/", "video/")))
    else:
        package_changes += repair_layout(book, lambda name: b'"viewport"' in book.read(name))
    if not has_scripts:
        files = drop(book, lambda media_type: media_type in SCRIPTS)
        package_changes += files
        # calibre has removed some scripts that were files.
        scripts = max(scripts, files)
    # Page maps of Adobe's readers, from before the NCX: no version of EPUB has them.
    package_changes += drop(book, lambda media_type: media_type == "application/oebps-page-map+xml")
    package_changes += repair_manifest(book)
    if source is not None:
        package_changes += facts.give_back(book, source.facts, source.prefixes)
    package_changes += repair_guide(book, links)
    for item in book.items():
        if item.media_type == NCX:
            repair_contents(book, item, links)
    if package_changes or len(book.spine()) != references_before:
        book.change(book.opf_name, trees.serialise(book.opf))
    return Lost(lost, scripts)


def repair_document(book: Book, item: "Item", grammar: "Grammar", links: Links) -> int:
    """Fixes a document by its own grammar, before any links, because that adds and removes ids."""
    try:
        root, repaired = parse_document(book.read(item.name))
    except trees.NotWellFormed:
        return 0
    changes, lost = repair_names(root, grammar, lambda reference: resolve(item.name, reference) in book.names - {item.name})
    changes += repair_structure(root, grammar)
    changes += repair_title(root, book)
    changed_ids, ids, renamed = repair_ids(root, grammar.version)
    links.ids[item.name] = ids
    links.renamed[item.name] = renamed
    if repaired or changes + changed_ids:
        book.change(item.name, trees.serialise(root))
    return lost


def parse_document(data: bytes) -> "tuple[Element, bool]":
    """Returns the root, and whether the document had to be repaired. Raises NotWellFormed if it cannot be repaired."""
    try:
        return trees.parse(data), False
    except trees.NotWellFormed:
        return trees.parse_leniently(data), True


def repair_title(root: "Element", book: Book) -> int:
    head = root.find(trees.h("head"))
    if head is None:
        return 0
    title = head.find(trees.h("title"))
    if title is not None and trees.text_of(title):
        return 0
    if title is None:
        title = head.makeelement(trees.h("title"))
        head.insert(0, title)
    title.text = book.title()
    return 1


def repair_references(book: Book, item: "Item", grammar: "Grammar", links: Links) -> int:
    """Returns the number of changes in the package file."""
    if item.name not in links.ids:
        return 0
    root = trees.parse(book.read(item.name))
    is_navigation = grammar.version == 3 and "nav" in item.properties
    changes = repair_navigation(root, item.name, book, links) if is_navigation else 0
    changes += links.repair(root, item.name)
    if is_navigation:
        changes += repair_lists(root, relative(item.name, first_document(book)))
    if changes:
        # A picture's or link's replacement may not be allowed in its place.
        changes += repair_structure(root, grammar)
        book.change(item.name, trees.serialise(root))
        links.ids[item.name] = ids_in(root)
    return repair_properties(item, needed_properties(root)) + list_remote(book, root) if grammar.version == 3 else 0


def first_document(book: Book) -> str:
    names = {item.id: item.name for item in book.items()}
    return next((names[each.get("idref")] for each in book.spine() if each.get("idref") in names), book.opf_name)


def repair_contents(book: Book, item: "Item", links: Links) -> None:
    try:
        root = trees.parse(book.read(item.name))
    except trees.NotWellFormed:
        return
    changes = repair_ncx(root, item.name, links, relative(item.name, first_document(book)))
    if changes + repair_uid(root, book.identifier()):
        book.change(item.name, trees.serialise(root))


def repair_sheets(book: Book, links: Links) -> None:
    for item in book.items():
        if item.media_type != "text/css":
            continue
        css = book.read(item.name).decode("utf-8", "replace")
        new = links.repair_sheet(css, item.name)
        if new != css:
            book.change(item.name, new.encode("utf-8"))


def repair_drawings(book: Book, version: int, links: Links) -> int:
    """Returns the number of changes in the package file."""
    package_changes = 0
    for item in book.items():
        if item.media_type != "image/svg+xml":
            continue
        try:
            root = trees.parse(book.read(item.name))
        except trees.NotWellFormed:
            continue
        changes = sum(repair_svg(element, version) for element in trees.elements(root))
        links.ids[item.name] = ids_in(root)
        if changes + links.repair(root, item.name):
            book.change(item.name, trees.serialise(root))
        if version == 3:
            package_changes += repair_properties(item, needed_properties(root) & {"scripted", "remote-resources"})
    return package_changes


SCRIPTS = frozenset(("text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "application/ecmascript"))


def drop(book: Book, is_dropped: "Callable[[str], bool]") -> int:
    """Removes files of a media type that nothing plays or runs any more."""
    dropped = 0
    for item in book.items():
        if is_dropped(item.media_type):
            trees.remove(item.element)
            book.remove(item.name)
            dropped += 1
    return dropped


def main(source: str, result: str, keeps_scripts: str, of_source: "str | None" = None) -> None:
    book = Book(source)
    try:
        lost = finish(book, keeps_scripts == "yes", None if of_source is None else inventory.read(of_source))
        if book.is_changed:
            book.write(result)
        missing = losses.since(of_source, lambda: take_inventory.of_epub(result if book.is_changed else source))
        print(json.dumps({"changed": book.is_changed, "version": book.version, "lost": asdict(lost), "losses": missing}))
    finally:
        book.close()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (NoBook, trees.NotWellFormed, KeyError) as error:
        sys.exit(f"not a book that can be read: {error}")
