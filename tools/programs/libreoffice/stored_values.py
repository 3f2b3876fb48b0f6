"""Replaces the formulas of workbooks by the results that the saving program stored, and defines their formats of dates (date_formats.py)
and times (excel_times.py).

LibreOffice recalculates some formulas whatever its settings say: volatile ones, arrays, and those with functions or links that it does not
have. It also names some errors differently (Err:502). A formula without a stored result stays, and LibreOffice calculates it; formulas that
make links stay too.
"""

import os
import re
import zipfile

import compound_file
import date_formats
import excel_times
import office_package
import stored_xls
import stored_xlsb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    # Maps the pieces of a part to those of the part without formulas.
    Rewrite: TypeAlias = Callable[[Iterable[bytes]], Iterator[bytes]]

CHUNK_BYTES = 1 << 20
# No start tag is longer, and no cell up to its value: formulas have at most 8,192 characters (ECMA-376-1, 18.3.1.40).
LONGEST_BYTES = 1 << 16

# A cell of SpreadsheetML with a formula and the beginning of its value, which may be empty for texts.
FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
CELL_START = re.compile(rb"<(?:\w+:)?c[\s>]")
FORMULA_CELL = re.compile(
    rb"(?P<cell><(?P<prefix>|\w+:)c(?:\s[^<>]*)?>)\s*"
    rb"(?P<formula><(?P=prefix)f(?P<attributes>\s[^<>]*?)?(?:/>|>[^<]*</(?P=prefix)f\s*>))"
    rb"(?P<value>\s*<(?P=prefix)v(?:\s[^<>/]*)?(?:/>|>(?P<text>[^<]{0,20})(?:</(?P=prefix)v\s*>)?))?"
)
# A text result, and a character escaped by its number in it (22.9.2.19).
TEXT_RESULT = re.compile(rb"<(?P<prefix>|\w+:)c\s[^<>]*(?<=\s)t=[\"']str[\"'][^<>]*>\s*<(?P=prefix)v(?:\s[^<>]*)?>[^<]*")
ESCAPED = re.compile(rb"_x([0-9A-Fa-f]{4})_")
# A boolean; Excel does not apply number formats to it.
BOOLEAN = re.compile(
    rb"(?P<begin><(?P<prefix>|\w+:)c\s(?:[^<>]*\s)?t=[\"'])b(?P<end>[\"'][^<>]*>\s*<(?P=prefix)v>)\s*(?:(?P<true>1|true)|0|false)\s*(?=</)"
)
IS_TEXT = re.compile(rb"\st=[\"']str[\"']")
# Index of a formula shared by several cells; the cell that has its text has a range too.
SHARED_BY = re.compile(rb"\ssi=[\"'](\d{1,9})[\"']")
RANGE = re.compile(rb"\sref=")
# LibreOffice writes a link into HTML for it.
LINK = re.compile(rb"\bHYPERLINK\s*\(", re.IGNORECASE)
# Written by programs that do not calculate, such as XlsxWriter; they store 0 as the result of each formula.
CALCULATES_ON_LOAD = re.compile(rb"\sfullCalcOnLoad=[\"'](?:1|true)[\"']")

# Every known program uses these paths.
STYLES = ("xl/styles.xml", "xl/styles.bin")
MOST_STYLES_BYTES = 1 << 25
WORKBOOKS = ("xl/workbook.xml", "xl/workbook.bin")
# Days are counted from 1904, which LibreOffice supports too (18.2.28).
FROM_1904 = re.compile(rb"\sdate1904=[\"'](?:1|true|on)[\"']")

# Relations of a sheet, the end of the type of its pivot tables, and their parts; where the cells of a table begin (18.10.1.49).
RELATIONS = re.compile(r"xl/worksheets/_rels/([^/]+)\.rels")
PIVOT_TYPE = re.compile(rb"/pivotTable(?=[\"'])")
PIVOT_TABLE = re.compile(rb"/(pivotTables/[^\"'/<>]+\.xml)[\"']")
LOCATION = re.compile(rb"<(?:\w+:)?location\s(?:[^<>]*\s)?ref=[\"']([A-Z]{1,3}\d{1,7})\b")

# A cell of OpenDocument, which has its value in attributes.
ODF_CELL = re.compile(rb"<table:(?:covered-)?table-cell\s(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
ODF_FORMULA = re.compile(rb"\stable:(?:formula|number-matrix-(?:columns|rows)-spanned)=(?:\"[^\"]*\"|'[^']*')")
ODF_BOOLEAN = re.compile(rb"(?<=:value-type)=(?:\"boolean\"|'boolean')")
# Dates and times with fractions of seconds, which LibreOffice truncates; the cell has the text that it showed.
ODF_PARTS = re.compile(rb"\soffice:(?:date|time)-value=[\"'][^\"'<>]*[.,]\d[^\"'<>]*[\"']")
ODF_TIME = re.compile(rb"(?<=:value-type)=(?:\"(?:date|time)\"|'(?:date|time)')")
ODF_SHOWN = re.compile(rb"\s*<text:p>[^<]")
ODF_CELL_START = b"<table:table-cell"
ODF_TEXT = re.compile(rb"\soffice:string-value=(?:\"\"|'')")


def keep(path: str) -> None:
    """Replaces a workbook whose formulas have results, or whose formats have to be defined, by one without these formulas and with these
    formats. Leaves anything else, and damaged or encrypted workbooks, as it is. path: a file in a writable folder."""
    copy = path + ".values"
    try:
        is_written = write(path, copy)
    except (*office_package.UNREADABLE, compound_file.Unreadable):
        is_written = False
    if is_written:
        os.replace(copy, path)
    elif os.path.exists(copy):
        os.remove(copy)


def write(path: str, copy: str) -> bool:
    with open(path, "rb") as file:
        start = file.read(len(compound_file.OLE))
    if start.startswith(office_package.ZIP):
        return write_package(path, copy)
    if start.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        return write_flat(path, copy)
    return stored_xls.write(path, copy)


def write_package(path: str, copy: str) -> bool:
    with zipfile.ZipFile(path) as package:
        calculates = is_in(package, CALCULATES_ON_LOAD, package.NameToInfo.get(WORKBOOKS[0]))
        times = times_in(package)
        rewrites: dict[str, Rewrite] = {}
        for member in package.infolist():
            sheet = RELATIONS.fullmatch(member.filename)
            rewrite = without_pivot_tables(package, member, sheet[1]) if sheet else rewrite_of(package, member, calculates, times)
            if rewrite:
                rewrites[member.filename] = rewrite
        if not rewrites:
            return False
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
            for member in package.infolist():
                rewrite = rewrites.get(member.filename, unchanged)
                with made.open(member.filename, "w") as target:
                    target.writelines(rewrite(pieces(package, member)))
    return True


def is_in(package: zipfile.ZipFile, pattern: "re.Pattern[bytes]", member: "zipfile.ZipInfo | None") -> bool:
    return member is not None and any(pattern.search(piece) for piece in pieces(package, member))


def without_pivot_tables(package: zipfile.ZipFile, member: zipfile.ZipInfo, sheet: str) -> "Rewrite | None":
    """The cells hold what the pivot tables show; LibreOffice would lay them out again in its own way. Returns None if there are none, or if
    one has no cells: programs that do not calculate leave these to Excel."""
    part = package.read(member) if member.file_size <= MOST_STYLES_BYTES else b""
    made = PIVOT_TYPE.sub(b"/none", part)
    tables = [package.NameToInfo.get("xl/" + name.decode("utf-8", "replace")) for name in PIVOT_TABLE.findall(part)]
    places = [LOCATION.search(next(pieces(package, table), b"")) for table in tables if table]
    cells = package.NameToInfo.get("xl/worksheets/" + sheet)
    for place in filter(None, places):
        cell = re.compile(rb"\sr=[\"']%s[\"'](?:[^<>]*[^<>/])?>" % place[1])
        if cells is None or not any(cell.search(piece) for piece in whole_cells(pieces(package, cells))):
            return None
    return None if made == part else lambda _: iter((made,))


def times_in(package: zipfile.ZipFile) -> "excel_times.Times":
    xml, binary = (package.NameToInfo.get(name) for name in STYLES)
    if xml and xml.file_size <= MOST_STYLES_BYTES:
        return excel_times.of_xlsx(package.read(xml), is_in(package, FROM_1904, package.NameToInfo.get(WORKBOOKS[0])))
    workbook = package.NameToInfo.get(WORKBOOKS[1])
    if binary and workbook and binary.file_size <= MOST_STYLES_BYTES:
        return stored_xlsb.times_in([package.read(binary)], stored_xlsb.counts_from_1904(pieces(package, workbook)))
    return {}


def rewrite_of(package: zipfile.ZipFile, member: zipfile.ZipInfo, calculates: bool, times: "excel_times.Times") -> "Rewrite | None":
    """Returns None without formulas with results, times that Excel shows differently, and date formats named only by number."""
    name = member.filename
    if name in STYLES:
        part = package.read(member) if member.file_size <= MOST_STYLES_BYTES else b""
        made = date_formats.define_in_xlsx(part) if name.endswith(".xml") else stored_xlsb.define_formats([part])
        return None if made is None else lambda _: iter((made,))
    if name.endswith(".bin"):
        is_changed = stored_xlsb.is_changed(pieces(package, member), times)
        return (lambda source: stored_xlsb.rewrite(source, times)) if is_changed else None
    if name == "content.xml":
        is_changed = any(b"table:formula" in piece or ODF_PARTS.search(piece) for piece in whole_tags(pieces(package, member)))
        return without_odf_formulas if is_changed else None
    if not name.endswith(".xml"):
        return None
    is_changed = False
    needed: set[bytes] = set()
    for piece in whole_cells(pieces(package, member)):
        for cell in FORMULA_CELL.finditer(piece) if FORMULA.search(piece) else ():
            is_result = has_result(cell, calculates)
            is_changed = is_changed or is_result or calculates
            if not is_result:
                needed.update(SHARED_BY.findall(cell["attributes"] or b""))
        is_changed = is_changed or has_texts(piece) or (bool(times) and excel_times.is_changed(piece, times))
    if not is_changed:
        return None
    return lambda source: (
        excel_times.show_in_xlsx(with_texts(without_formulas(piece, calculates, needed)), times) for piece in whole_cells(source)
    )


def pieces(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> "Iterator[bytes]":
    with package.open(member) as content:
        while piece := content.read(CHUNK_BYTES):
            yield piece


def unchanged(source: "Iterable[bytes]") -> "Iterator[bytes]":
    return iter(source)


def whole_cells(source: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields pieces that end before a cell, or inside one that is longer than any with a formula."""
    held = b""
    for piece in source:
        held += piece
        window = max(0, len(held) - LONGEST_BYTES)
        cut = window + max((match.start() for match in CELL_START.finditer(held[window:])), default=held[window:].rfind(b"<"))
        if cut < window:
            cut = len(held)
        yield held[:cut]
        held = held[cut:]
    yield held


def has_result(cell: "re.Match[bytes]", calculates: bool) -> bool:
    if cell["value"] is None or LINK.search(cell["formula"]):
        return False
    if IS_TEXT.search(cell["cell"]):
        return True
    return bool(cell["text"]) and not (calculates and cell["text"] == b"0")


def without_formulas(piece: bytes, calculates: bool, needed: "set[bytes]") -> bytes:
    """needed: numbers of shared formulas that cells without results use."""

    def replacement(cell: "re.Match[bytes]") -> bytes:
        if not has_result(cell, calculates):
            # LibreOffice would use the 0 as the result.
            return cell["cell"] + cell["formula"] if calculates and cell["text"] == b"0" else cell[0]
        attributes = cell["attributes"] or b""
        is_needed = RANGE.search(attributes) and not needed.isdisjoint(SHARED_BY.findall(attributes))
        return cell[0] if is_needed else cell["cell"] + cell["value"]

    return FORMULA_CELL.sub(replacement, piece)


def has_texts(piece: bytes) -> bool:
    """Whether `with_texts` changes it, apart from formulas."""
    return bool(BOOLEAN.search(piece) or (ESCAPED.search(piece) and any(ESCAPED.search(cell[0]) for cell in TEXT_RESULT.finditer(piece))))


def with_texts(piece: bytes) -> bytes:
    """Converts booleans, which LibreOffice may show as 1 and 0, and results with escaped characters."""
    piece = BOOLEAN.sub(lambda cell: cell["begin"] + b"str" + cell["end"] + (b"TRUE" if cell["true"] else b"FALSE"), piece)
    if not ESCAPED.search(piece):
        return piece
    return TEXT_RESULT.sub(lambda cell: ESCAPED.sub(character, cell[0]), piece)


def character(escaped: "re.Match[bytes]") -> bytes:
    number = int(escaped[1], 16)
    is_in_xml = number in (9, 10, 13) or 0x20 <= number < 0xD800 or 0xE000 <= number < 0xFFFE
    return b"&#%d;" % number if is_in_xml else escaped[0]


def without_odf_formulas(source: "Iterable[bytes]") -> "Iterator[bytes]":
    for piece in whole_tags(source):
        yield ODF_CELL.sub(odf_cell, piece)


def whole_tags(source: "Iterable[bytes]") -> "Iterator[bytes]":
    held = b""
    for piece in source:
        held += piece
        window = max(0, len(held) - LONGEST_BYTES)
        cut = max(held.rfind(ODF_CELL_START, window), 0) or held.rfind(b"<", window)
        if cut < 0:
            cut = len(held)
        yield held[:cut]
        held = held[cut:]
    yield held


def odf_cell(tag: "re.Match[bytes]") -> bytes:
    if b"office:value-type=" not in tag[0] or LINK.search(tag[0]):
        return tag[0]
    made = ODF_FORMULA.sub(b"", tag[0])
    if ODF_PARTS.search(made) and ODF_SHOWN.match(tag.string, tag.end()):
        return ODF_TIME.sub(b'="string"', ODF_PARTS.sub(b"", made))
    # The text of the cell is the name of its error, or a boolean as shown: 1, without its own format.
    if b'calcext:value-type="error"' in made:
        return ODF_TEXT.sub(b"", made)
    return ODF_BOOLEAN.sub(b'="string"', made) if made != tag[0] else made


def write_flat(path: str, copy: str) -> bool:
    """path: OpenDocument in one XML file."""
    with open(path, "rb") as source, open(copy, "wb") as target:
        target.writelines(without_odf_formulas(iter(lambda: source.read(CHUNK_BYTES), b"")))
    return True
