"""Reads the content of a book that calibre has made from its file: only what is counted, without styles or fonts, and without writing.

calibre's own readers build a whole book, whose style sheets alone take longer to read than counting the words.
"""

import re
import zipfile

import take_inventory
from inventory import Inventory, Part, find_in, words_in
from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calibre.ebooks.mobi.reader.mobi6 import MobiReader

# In MOBI 6 a link leads to a position in the text (`filepos`).
_LINK_OF_MOBI = re.compile(rb"<a\b[^<>]*\s(?:filepos|href)\s*=", re.IGNORECASE)
_PICTURES = (b"\xff\xd8\xff", b"GIF8", b"\x89PNG", b"BM")
# Elements of LRF.
_PARTS_LINES = frozenset(("P", "CR"))


def inventory_of(path: str, target: str) -> "Inventory | None":
    """Returns None if the format is not read here. target: extension of the file."""
    reader = READERS.get(target)
    return None if reader is None else reader(path)


def of_azw3(path: str) -> Inventory:
    """KF8: HTML in pieces, joined by its tables. Drawings are separate."""
    from calibre.ebooks.mobi.reader.mobi8 import Mobi8Reader
    from calibre.ebooks.mobi.reader.ncx import read_ncx
    from calibre.utils.logging import DevNull

    records = _records_of(path)
    records.extract_text()
    reader = Mobi8Reader(records, DevNull())
    reader.kf8_sections = records.sections
    reader.read_indices()
    reader.build_parts()
    made = _of_pages(reader.parts)
    drawings = sum(1 for flow in reader.flowinfo if flow.dir == "images")
    made.pictures = drawings + _pictures_among(records)
    made.contents = len(read_ncx(records.sections, reader.header.ncxidx, reader.header.codec))
    return made


def of_mobi(path: str) -> Inventory:
    """MOBI 6: one page of HTML."""
    from calibre.ebooks.mobi.reader.ncx import read_ncx

    records = _records_of(path)
    records.extract_text()
    html = records.mobi_html
    root = etree.fromstring(html, etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True))
    words = words_in(find_in(root, _same).text)
    links = sum(1 for _ in _LINK_OF_MOBI.finditer(html))
    contents = len(read_ncx(records.sections, records.book_header.ncxidx, records.book_header.codec))
    return Inventory([Part("text", words)], _pictures_among(records), links, contents)


def _records_of(path: str) -> "MobiReader":
    from calibre.ebooks.mobi.reader.mobi6 import MobiReader
    from calibre.utils.logging import DevNull

    with open(path, "rb") as file:
        return MobiReader(file, DevNull())


def _pictures_among(records: "MobiReader") -> int:
    """No page contains the cover."""
    from calibre.ebooks.mobi.writer2.resources import PLACEHOLDER_GIF

    return sum(1 for data, _ in records.sections if data.startswith(_PICTURES) and data != PLACEHOLDER_GIF)


def of_lit(path: str) -> Inventory:
    """Reads the contents from a tour."""
    import quick_lit
    from calibre.ebooks.lit.reader import LitContainer
    from calibre.utils.logging import DevNull

    quick_lit.hurry()
    container = LitContainer(path, DevNull())
    package = etree.fromstring(container.get_metadata().encode(), etree.XMLParser(recover=True, no_network=True, resolve_entities=False))
    items = {item.get("id", ""): item for item in package.iter("{*}item")}
    names = [items[each.get("idref", "")].get("href", "") for each in package.iter("{*}itemref") if each.get("idref", "") in items]
    made = _of_pages(container.read(name).encode() for name in names)
    made.pictures = sum(1 for item in items.values() if item.get("media-type", "").startswith("image/"))
    made.contents = sum(1 for _ in package.iter("{*}site"))
    return made


def of_lrf(path: str) -> Inventory:
    """Without contents, which calibre's reader leaves out."""
    from calibre.ebooks.lrf.lrfparser import LRFDocument
    from calibre.ebooks.lrf.objects import ImageStream, Text

    with open(path, "rb") as file:
        document = LRFDocument(file)
        document.parse()
    pieces: list[str] = []
    links = 0
    for block in document.objects.values():
        if not isinstance(block, Text):
            continue
        for piece in block.content:
            if isinstance(piece, str):
                pieces.append(piece)
            elif piece is not None:
                links += piece.name == "CharButton"
                pieces.append(" " if piece.name in _PARTS_LINES else "")
        pieces.append(" ")
    pictures = sum(1 for each in document.objects.values() if isinstance(each, ImageStream))
    return Inventory([Part("text", words_in("".join(pieces)))], pictures, links, None)


def of_tcr(path: str) -> Inventory:
    from calibre.ebooks.compression.tcr import decompress

    with open(path, "rb") as file:
        return take_inventory.of_words(decompress(file).decode("utf-8", "replace"))


def of_pdb(path: str) -> Inventory:
    """PalmDOC: a record of facts, then the text."""
    from calibre.ebooks.compression.palmdoc import decompress_doc
    from calibre.ebooks.pdb.header import PdbHeaderReader

    with open(path, "rb") as file:
        header = PdbHeaderReader(file)
        count = int.from_bytes(header.section_data(0)[8:10], "big")
        text = b"".join(decompress_doc(header.section_data(number)) for number in range(1, count + 1))
    return take_inventory.of_words(text.decode("cp1252", "replace"))


def of_htmlz(path: str) -> Inventory:
    """A single page, whose only contents are links."""
    with zipfile.ZipFile(path) as zipped:
        made = _of_pages([zipped.read("index.html")])
    made.contents = None
    return made


def _of_pages(pages: "Iterable[bytes]") -> Inventory:
    made = Inventory()
    pictures: set[str] = set()
    for number, data in enumerate(pages):
        root = take_inventory.parse_any(data) if data.strip() else None
        if root is None:
            continue
        found = find_in(root, _same)
        made.parts.append(Part(str(number), words_in(found.text)))
        made.links = (made.links or 0) + found.links
        pictures |= found.pictures
    made.pictures = len(pictures)
    return made


def _same(reference: str) -> str:
    return reference


READERS: "dict[str, Callable[[str], Inventory]]" = {
    "azw3": of_azw3,
    "docx": take_inventory.of_docx,
    "htmlz": of_htmlz,
    "lit": of_lit,
    "lrf": of_lrf,
    "mobi": of_mobi,
    "pdb": of_pdb,
    "tcr": of_tcr,
    "txt": take_inventory.of_text,
}
