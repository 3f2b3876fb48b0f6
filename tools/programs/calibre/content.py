"""Counts the content of a book before and after calibre converts it: for one conversion, in the process that does it.

Arguments that calibre's ebook-convert does not have, and their results besides the book:

--inventory=NAME  writes what the result lacks as `losses.json`; for EPUB, FB2 and PDF, which are compared later, the inventory of
                  the source (tools/formats/epub/inventory.py) as NAME. The source is what calibre has read, or the EPUB itself, because
                  calibre leaves out pages.
--linear-formulas formulas become text (tools/formats/epub/formulas.py); with --epub-version=2 they always do.
--epub-version=source  the version of a source that is an EPUB, else 3.
"""

import contextlib
import json
import os
import sys
import tempfile
import traceback
from dataclasses import asdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "formats", "epub"))

import formulas
import heuristics
import inspect_output
import inventory
import losses
import objects
import pages
import restored
import take_inventory
import unused
from book import Book
from calibre.ebooks.conversion import plumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import Any

    from inventory import Inventory

INVENTORY, FORMULAS, VERSION = "--inventory=", "--linear-formulas", "--epub-version="
# Value for a source of EPUB 2 or older; also a value of calibre's own option.
OLD, NEW, OF_SOURCE = "2", "3", "source"
LOSSES = "losses.json"
# Another process edits these after calibre, and compares them.
COMPARED_LATER = frozenset(("epub", "fb2", "pdf"))


class Content:
    """Counts of one conversion."""

    def __init__(self, arguments: "Sequence[str]") -> None:
        """arguments: input, output, options."""
        self.input, self.output, *options = arguments
        self.target = os.path.splitext(self.output)[1][1:]
        self.inventory = next((each[len(INVENTORY) :] for each in options if each.startswith(INVENTORY)), None)
        self.linear = FORMULAS in options
        self.version = next((each[len(VERSION) :] for each in options if each.startswith(VERSION)), None)
        self.ascii_alone = "--asciiize" in options
        self.options = [each for each in options if each != FORMULAS and not each.startswith((INVENTORY, VERSION))]
        self.source: Inventory | None = None
        self.opts: Any = None
        self.heuristics = heuristics.Limited()
        self.restored: restored.Restored | None = None

    def prepare(self) -> "list[str]":
        """Returns the arguments for calibre. Errors here are left to calibre, which reads the book next."""
        path = self.input
        if path.endswith(".epub"):
            path = self._wrapped() or path
        if self.version == OF_SOURCE:
            self.version = NEW
        self.linear = self.linear or self.version == OLD
        if self.target == "epub":
            unused.keep_needed(has_scripts=self.version != OLD)
        self._watch()
        return [path, self.output, *self.options, *([VERSION + self.version] if self.version else [])]

    def _wrapped(self) -> "str | None":
        """Returns the EPUB with all its pages as XHTML; None if they already are."""
        with trying(), contextlib.closing(Book(self.input)) as book:
            if self.version == OF_SOURCE:
                self.version = str(book.version)
            if self.inventory is not None:
                self.source = take_inventory.of_book(book)
            self.restored = restored.restored_of(book)
            if pages.wrap_pages(book):
                path = os.path.join(tempfile.mkdtemp(), os.path.basename(self.input))
                book.write(path)
                return path
        return None

    def _watch(self) -> None:
        create = plumber.create_oebbook

        def watched(log: "Any", path: "Any", opts: "Any", *args: "Any", **how: "Any") -> "Any":
            oeb = create(log, path, opts, *args, **how)
            plumber.create_oebbook = create
            self.opts = opts
            if self.source is None and self.inventory is not None:
                with trying():
                    self.source = inventory_of(oeb)
            if self.restored is not None:
                with trying():
                    self.restored.give_to(oeb, self.target, keeps_language=not any(each.startswith("--language") for each in self.options))
            documents = [item for item in oeb.spine if hasattr(item.data, "iter")]
            for item in documents:
                objects.show_objects(item.data, lambda reference, item=item: item.abshref(reference) in oeb.manifest.hrefs)
            if self.linear:
                count = formulas.replace_formulas([item.data for item in documents])
                if self.source is not None:
                    self.source.formulas = max(count, self.source.formulas)
            return oeb

        plumber.create_oebbook = watched

    def finish(self) -> None:
        """Called after calibre has made the book."""
        if self.inventory is None or self.source is None:
            return
        self.source.unsearched = self.heuristics.skipped
        folder = os.path.dirname(self.output)
        if self.target in COMPARED_LATER:
            inventory.write(self.source, os.path.join(folder, self.inventory))
            return
        with trying():
            made = inspect_output.inventory_of(self.output, self.target)
            if made is None:
                return
            with open(os.path.join(folder, LOSSES), "w", encoding="utf-8") as file:
                json.dump(asdict(losses.compare(self.source, made, self.ascii_alone)), file)


@contextlib.contextmanager
def trying() -> "Generator[None]":
    """A damaged book may have any fault: what cannot be counted or wrapped is left to calibre. The log has the reason."""
    try:
        yield
    except MemoryError:
        raise
    except Exception:
        traceback.print_exc()


def inventory_of(oeb: "Any") -> "Inventory":
    """Returns the inventory of a book that calibre has read."""
    result = inventory.Inventory(contents=oeb.toc.count() if hasattr(oeb.toc, "count") else None)
    pictures: set[str] = set()
    links = 0
    for item in oeb.spine:
        if not hasattr(item.data, "iter"):
            continue
        found = inventory.find_in(item.data, lambda reference, item=item: item.abshref(reference.partition("#")[0]))
        result.parts.append(inventory.Part(item.href, inventory.words_in(found.text)))
        pictures |= found.pictures
        links += found.links
        result.formulas += found.formulas
    inventory.set_pictures(result, pictures)
    result.links = links
    result.media = sum(1 for item in oeb.manifest if item.media_type.startswith(("audio/", "video/")))
    return result
