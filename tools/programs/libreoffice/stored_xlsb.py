"""Sheets of xlsb with results in place of formulas, and with times as Excel shows them: records of [MS-XLSB]."""

import struct

import date_formats
import excel_times
import stored_xls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Records: BrtBeginSheet, the first of a sheet; cells with formulas, and cells with the same value only (2.3.2).
BEGIN_SHEET = b"\x81\x01\x00"
FORMULA_STRING, FORMULA_NUMBER, FORMULA_BOOLEAN, FORMULA_ERROR = 8, 9, 10, 11
CELL_SHORT_NUMBER, CELL_ERROR, CELL_BOOLEAN, CELL_NUMBER, CELL_STRING = 2, 3, 4, 5, 6
# Records with more of a formula: BrtArrFmla, BrtShrFmla, BrtTable.
OF_FORMULAS = frozenset((426, 427, 428))
# Far longer than any record of a sheet: a text has at most 32,767 characters.
LONGEST_BYTES = 1 << 20
# Column, style and flags, before the value.
CELL_BYTES = 8
FIXED = {
    FORMULA_NUMBER: (CELL_NUMBER, CELL_BYTES + 8),
    FORMULA_BOOLEAN: (CELL_BOOLEAN, CELL_BYTES + 1),
    FORMULA_ERROR: (CELL_ERROR, CELL_BYTES + 1),
}
FORMULAS = frozenset((FORMULA_STRING, *FIXED))
# BrtBeginStyleSheet, the first record of the styles; their formats, and which of them a cell has (2.1.7.50).
BEGIN_STYLES = b"\x96\x02\x00"
BEGIN_FORMATS, END_FORMATS, FORMAT, CELL_FORMAT = 615, 616, 44, 47
BEGIN_CELL_FORMATS, END_CELL_FORMATS = 617, 618
# BrtBeginBook, the first record of a workbook, and its properties, whose first bit says from when days are counted (2.4.824).
BEGIN_WORKBOOK = b"\x83\x01\x00"
PROPERTIES = 153


def is_changed(source: "Iterable[bytes]", times: "excel_times.Times") -> bool:
    """source: any part of a workbook, in pieces."""
    return any(kind in FORMULAS or text(kind, body, times) for kind, _, body in records(source))


def rewrite(source: "Iterable[bytes]", times: "excel_times.Times") -> "Iterator[bytes]":
    """source: a sheet, in pieces. Raises ValueError if its records are damaged."""
    made = bytearray()
    for kind, header, body in records(source):
        if kind in OF_FORMULAS:
            continue
        if kind in FORMULAS and not stored_xls.LINK.search(body, CELL_BYTES):
            result = value_of(kind, body)
            made += text(*result, times) or record(*result)
        else:
            made += text(kind, body, times) or header + body
        if len(made) > 1 << 20:
            yield bytes(made)
            made.clear()
    yield bytes(made)


def text(kind: int, body: bytes, times: "excel_times.Times") -> "bytes | None":
    """Returns the text record that replaces a number or a boolean, which LibreOffice may show as 1 and 0; None if it stays."""
    if kind == CELL_BOOLEAN and len(body) > CELL_BYTES:
        return string(body, "TRUE" if body[CELL_BYTES] else "FALSE")
    if kind not in (CELL_SHORT_NUMBER, CELL_NUMBER) or not times:
        return None
    if len(body) < CELL_BYTES + (8 if kind == CELL_NUMBER else 4):
        raise ValueError
    number = struct.unpack_from("<d", body, CELL_BYTES)[0] if kind == CELL_NUMBER else stored_xls.short_number(body, CELL_BYTES)
    made = excel_times.changed(times, int.from_bytes(body[4:7], "little"), number)
    if made is None:
        return None
    if isinstance(made, float):
        return record(CELL_NUMBER, body[:CELL_BYTES] + struct.pack("<d", made))
    return string(body, str(made))


def string(cell: bytes, shown: str) -> bytes:
    encoded = shown.encode("utf-16-le")
    return record(CELL_STRING, cell[:CELL_BYTES] + struct.pack("<I", len(encoded) // 2) + encoded)


def counts_from_1904(source: "Iterable[bytes]") -> bool:
    """source: a workbook without its sheets, in pieces."""
    return any(kind == PROPERTIES and body[:1] and body[0] & 1 for kind, _, body in records(source, BEGIN_WORKBOOK))


def times_in(source: "Iterable[bytes]", is_from_1904: bool) -> "excel_times.Times":
    """source: the styles of a workbook, in pieces."""
    codes: dict[int, str] = {}
    formats: list[int] = []
    is_of_cells = False
    for kind, _, body in records(source, BEGIN_STYLES):
        if kind == FORMAT:
            codes[int.from_bytes(body[:2], "little")] = body[6:].decode("utf-16-le", "replace")
        elif kind in (BEGIN_CELL_FORMATS, END_CELL_FORMATS):
            is_of_cells = kind == BEGIN_CELL_FORMATS
        elif kind == CELL_FORMAT and is_of_cells:
            formats.append(int.from_bytes(body[2:4], "little"))
    return excel_times.times_of(formats, codes, is_from_1904)


def define_formats(source: "Iterable[bytes]") -> "bytes | None":
    """Returns None if no formats have to be defined. Raises ValueError if the part is damaged. source: any part, in pieces."""
    used: set[int] = set()
    defined: set[int] = set()
    made: list[bytes] = []
    place = 1
    for kind, header, body in records(source, BEGIN_STYLES):
        made.append(header + body)
        if kind == CELL_FORMAT:
            used.add(int.from_bytes(body[2:4], "little"))
        elif kind == FORMAT:
            defined.add(int.from_bytes(body[:2], "little"))
        elif kind == BEGIN_FORMATS:
            place = len(made)
    missing = sorted(used & date_formats.CODES.keys() - defined)
    if not missing:
        return None
    bodies = [date_formats.xlsb_body(number) for number in missing]
    added = b"".join(record(FORMAT, body) for body in bodies)
    if place == 1:
        added = record(BEGIN_FORMATS, len(missing).to_bytes(4, "little")) + added + record(END_FORMATS, b"")
    return b"".join((*made[:place], added, *made[place:]))


def record(kind: int, body: bytes) -> bytes:
    return varint(kind) + varint(len(body)) + body


def value_of(kind: int, body: bytes) -> "tuple[int, bytes]":
    """Returns the kind and body of the result's record."""
    if kind == FORMULA_STRING:
        kind, end = CELL_STRING, CELL_BYTES + 4 + 2 * int.from_bytes(body[CELL_BYTES : CELL_BYTES + 4], "little")
    else:
        kind, end = FIXED[kind]
    if end > len(body):
        raise ValueError
    return kind, body[:end]


def varint(number: int) -> bytes:
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def records(source: "Iterable[bytes]", beginning: bytes = BEGIN_SHEET) -> "Iterator[tuple[int, bytes, bytes]]":
    """Yields kind, header and body of each record if the part begins this way. Raises ValueError if one is damaged."""
    held, at = b"", 0
    is_begun = False
    for piece in source:
        held, at = held[at:] + piece, 0
        if not is_begun:
            if not held.startswith(beginning):
                return
            is_begun = True
        while (header := header_at(held, at)) is not None:
            kind, begin, size = header
            if size > LONGEST_BYTES:
                raise ValueError
            if begin + size > len(held):
                break
            yield kind, held[at:begin], held[begin : begin + size]
            at = begin + size
    if at < len(held):
        raise ValueError


def header_at(held: bytes, at: int) -> "tuple[int, int, int] | None":
    """Returns kind (at most two bytes), offset of the body and its size (at most four bytes); None if the header is not complete yet."""
    kind, at = number_at(held, at, 2)
    size, at = number_at(held, at, 4)
    return None if at > len(held) else (kind, at, size)


def number_at(held: bytes, at: int, most: int) -> "tuple[int, int]":
    """Reads seven bits per byte, low bits first; the returned offset is beyond the end if more bytes are needed."""
    number = 0
    for index in range(most):
        if at + index >= len(held):
            return 0, len(held) + 1
        number |= (held[at + index] & 0x7F) << 7 * index
        if held[at + index] < 0x80:
            return number, at + index + 1
    return number, at + most
