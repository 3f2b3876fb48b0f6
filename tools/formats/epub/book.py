"""A book in its zip: reads the package file and writes the book again."""

import os
import posixpath
import re
import shutil
import tempfile
import zipfile
from dataclasses import dataclass
from urllib.parse import quote, unquote

import trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from trees import Element

OPF = "http://www.idpf.org/2007/opf"
CONTAINER = "urn:oasis:names:tc:opendocument:xmlns:container"
DOCUMENT = "application/xhtml+xml"
NCX = "application/x-dtbncx+xml"
FIRST = "mimetype"
# One fixed date for all parts, so that the same book gives the same bytes. Zip has no date before 1980.
DATE = (1980, 1, 1, 0, 0, 0)


class NoBook(Exception):
    pass


@dataclass
class Item:
    """One line of the manifest."""

    element: "Element"
    name: str

    @property
    def id(self) -> "str | None":
        return self.element.get("id")

    @property
    def media_type(self) -> str:
        return self.element.get("media-type", "")

    @property
    def properties(self) -> "list[str]":
        return self.element.get("properties", "").split()


class Book:
    """Reads parts from the zip when they are needed; keeps changed ones in a temporary folder."""

    def __init__(self, path: str) -> None:
        self._zip = zipfile.ZipFile(path)
        self._folder = tempfile.mkdtemp()
        self._changed: dict[str, str] = {}
        self._removed: set[str] = set()
        self.names = {info.filename for info in self._zip.infolist() if not info.is_dir()}
        container = trees.parse(self.read("META-INF/container.xml"))
        rootfile = container.find(f".//{{{CONTAINER}}}rootfile")
        opf_name = None if rootfile is None else rootfile.get("full-path")
        if opf_name is None or opf_name not in self.names:
            raise NoBook
        self.opf_name = opf_name
        self.opf = trees.parse(self.read(self.opf_name))
        self.is_changed = False

    def close(self) -> None:
        self._zip.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def read(self, name: str) -> bytes:
        place = self._changed.get(name)
        if place is None:
            return self._zip.read(name)
        with open(place, "rb") as file:
            return file.read()

    def open(self, name: str) -> "IO[bytes]":
        return self._zip.open(name)

    def change(self, name: str, data: bytes) -> None:
        place = os.path.join(self._folder, str(len(self._changed)))
        place = self._changed.setdefault(name, place)
        with open(place, "wb") as file:
            file.write(data)
        self.names.add(name)
        self.is_changed = True

    def remove(self, name: str) -> None:
        self.names.discard(name)
        self._removed.add(name)
        self.is_changed = True

    @property
    def version(self) -> int:
        """2, or 3 and later. A package file from before EPUB (OEBPS 1.x), or without a version, is read as EPUB 2."""
        number = re.match(r"\s*(\d{1,3})", self.opf.get("version", ""))
        return 2 if number is None or int(number[1]) < 3 else 3

    def items(self) -> "list[Item]":
        """Returns the items of the manifest whose file is in the book."""
        manifest = self.opf.find(f"{{{OPF}}}manifest")
        found: list[Item] = []
        if manifest is None:
            return found
        for element in manifest.iterchildren(f"{{{OPF}}}item"):
            name = resolve(self.opf_name, element.get("href", ""))
            if name in self.names:
                found.append(Item(element, name))
        return found

    def title(self) -> str:
        """Title for documents without one."""
        named = self.opf.find(".//{http://purl.org/dc/elements/1.1/}title")
        return (named.text if named is not None else None) or "Untitled"

    def identifier(self) -> "str | None":
        """The book's unique identifier."""
        own = self.opf.get("unique-identifier")
        named = self.opf.iter("{http://purl.org/dc/elements/1.1/}identifier")
        return next(((each.text or "").strip() for each in named if each.get("id") == own), None)

    def spine(self) -> "list[Element]":
        spine = self.opf.find(f"{{{OPF}}}spine")
        return [] if spine is None else list(spine.iterchildren(f"{{{OPF}}}itemref"))

    def add_to_spine(self, item: Item) -> bool:
        """Adds an item that is reached only by links. Returns False if there is no spine, or the item has no id."""
        spine = self.opf.find(f"{{{OPF}}}spine")
        if spine is None or item.id is None:
            return False
        reference = spine.makeelement(f"{{{OPF}}}itemref")
        reference.set("idref", item.id)
        reference.set("linear", "no")
        spine.append(reference)
        return True

    def write(self, path: str) -> None:
        """Writes the parts in order, the mimetype first and stored, the rest deflated."""
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as result:
            result.writestr(_entry(FIRST, zipfile.ZIP_STORED), "application/epub+zip")
            written = {FIRST}
            for info in self._zip.infolist():
                name = info.filename
                if info.is_dir() or name in written or name in self._removed:
                    continue
                written.add(name)
                with self._source(name) as source, result.open(_entry(name, zipfile.ZIP_DEFLATED), "w") as target:
                    shutil.copyfileobj(source, target)
            for name in self._changed:
                if name not in written and name not in self._removed:
                    result.writestr(_entry(name, zipfile.ZIP_DEFLATED), self.read(name))

    def _source(self, name: str) -> "IO[bytes]":
        place = self._changed.get(name)
        return self._zip.open(name) if place is None else open(place, "rb")


def _entry(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, DATE)
    info.compress_type = compression
    info.external_attr = 0o644 << 16
    return info


def resolve(base: str, reference: str) -> str:
    """Returns the name of the part that a reference without scheme and fragment leads to; it need not exist."""
    path = unquote(reference)
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path)) if path else base


def relative(base: str, name: str) -> str:
    """Returns the reference from one part to another."""
    return quote(posixpath.relpath(name, posixpath.dirname(base) or "."), safe="/~!$&'()*+,;=:@-._")
