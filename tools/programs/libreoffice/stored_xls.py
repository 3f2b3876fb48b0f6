"""Replaces the formulas of Excel 3 to 2003 workbooks (xls) by their results.

Formula records ([MS-XLS] 2.4.127) become value records. These are shorter, and each sheet is padded to its old size, so compound files
([MS-CFB]) are changed in place.
"""

import re
import struct

import compound_file
import date_formats
import excel_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

STREAMS = ("Workbook", "Book")
# Larger files are left as they are: the file is held in memory twice.
MOST_BYTES = 1 << 27

# Record numbers; some records have one for each version.
FORMULAS = frozenset((0x0006, 0x0206, 0x0406))
BLANK, NUMBER, LABEL, BOOLEAN_OR_ERROR, STRING = 0x0201, 0x0203, 0x0204, 0x0205, 0x0207
ARRAY, TABLE, SHARED, CONTINUE = 0x0221, 0x0236, 0x04BC, 0x003C
BEGINS, END = frozenset((0x0209, 0x0409, 0x0809)), 0x000A
ENCRYPTED, RECALCULATION_ID = 0x002F, 0x01C1
# INDEX and DBCELL give the positions of rows, which LibreOffice finds itself; the others say how a sheet is printed: settings of the
# printer, lines, names of rows and columns, position on the page.
DISPENSABLE = frozenset((0x020B, 0x00D7, 0x004D, 0x00A1, 0x0082, 0x0083, 0x0084, 0x002A, 0x002B))
# Records that say which format a cell has, and the format itself.
CELL_FORMAT, FORMAT = 0x00E0, date_formats.XLS_FORMAT
# Records that new formats may replace: the name of the file's author, the positions of shared strings, and the theme.
REPLACEABLE = frozenset((0x005C, 0x00FF, 0x0896))
# The first day of the calendar, a number in four bytes, and several of them in a row of cells.
FROM_1904, SHORT_NUMBER, SHORT_NUMBERS = 0x0022, 0x027E, 0x00BD
NUMBERS = frozenset((NUMBER, SHORT_NUMBER, SHORT_NUMBERS))
# The first record of a pivot table: LibreOffice would lay it out again in its own way, although the cells hold what it shows.
PIVOT_TABLE = 0x00B0
# A number that LibreOffice does not know and therefore skips.
NOTHING = 0x0FFF
LONGEST_RECORD = 8224
VERSION_8 = 0x0600

# The record of a cell begins with row, column and format. A formula's result follows, which ends with 0xFFFF if it is not a number.
CELL_BYTES = 6
RESULT_BYTES = 8
# Flags after the result: calculate always, and on load. A program that does not calculate writes 0 or nothing as results.
CALCULATES_ON_LOAD = 3
IS_STRING, IS_BOOLEAN, IS_ERROR = 0, 1, 2
# Calls of HYPERLINK (function 359), which LibreOffice turns into links.
LINK = re.compile(rb"[\x22\x42\x62].\x67\x01", re.DOTALL)


def write(path: str, copy: str) -> bool:
    """Writes `copy`, the workbook with values in place of formulas, if it has any. Returns whether it did. Raises Unreadable."""
    with open(path, "rb") as file:
        data = bytearray(file.read(MOST_BYTES + 1))
    if len(data) > MOST_BYTES:
        return False
    try:
        is_changed = replace_in_compound_file(data) if data.startswith(compound_file.OLE) else replace_formulas(data)
    except (struct.error, IndexError) as error:
        raise compound_file.Unreadable from error
    if is_changed:
        with open(copy, "wb") as file:
            file.write(data)
    return is_changed


def replace_in_compound_file(data: bytearray) -> bool:
    is_changed = False
    for size, places, unit in compound_file.streams(data, STREAMS):
        stream = bytearray().join(data[place : place + unit] for place in places)[:size]
        if not replace_formulas(stream):
            continue
        is_changed = True
        for index, place in enumerate(places):
            piece = stream[index * unit : (index + 1) * unit]
            data[place : place + len(piece)] = piece
    return is_changed


def replace_formulas(stream: bytearray) -> bool:
    """Returns whether a record was changed. stream: records; each sheet keeps its position."""
    said = Said(stream)
    if ENCRYPTED in said.kinds:
        return False
    is_changed = False
    if said.missing or not said.kinds.isdisjoint(FORMULAS | {BOOLEAN_OR_ERROR, PIVOT_TABLE}) or has_texts(stream, said.times):
        made = Made(stream, said)
        stream[:] = made.stream
        is_changed = made.is_changed
    return bool(said.times and move_times(stream, said.times)) or is_changed


class Said:
    """What a stream declares before its cells: the kinds of its records, formats to be defined, time formats, and whether the program that
    wrote it has calculated. Empty if it does not begin as it should."""

    def __init__(self, stream: bytearray) -> None:
        self.kinds: set[int] = set()
        formats: list[int] = []
        codes: dict[int, str] = {}
        is_from_1904, self.is_calculated = False, False
        self.is_version_8 = bytes(stream[:2]) == b"\x09\x08" and bytes(stream[4:6]) == struct.pack("<H", VERSION_8)
        at = 0
        while (found := record_at(stream, at)) is not None and (at > 0 or found[0] in BEGINS):
            kind, end = found
            self.kinds.add(kind)
            if kind == CELL_FORMAT and end - at >= 8:
                formats.append(struct.unpack_from("<H", stream, at + 6)[0])
            elif kind == FORMAT and end - at >= 6:
                codes[struct.unpack_from("<H", stream, at + 4)[0]] = code_of(stream[at + 6 : end], self.is_version_8)
            elif kind == FROM_1904 and end - at >= 6:
                is_from_1904 = stream[at + 4] == 1
            elif kind in FORMULAS and not self.is_calculated and end - at >= 20:
                value, flags = stream[at + 10 : at + 18], stream[at + 18]
                self.is_calculated = any(value) and not flags & CALCULATES_ON_LOAD
            at = end
        self.is_calculated = self.is_calculated or RECALCULATION_ID in self.kinds
        self.missing = sorted(set(formats) & date_formats.CODES.keys() - codes.keys())
        self.times = excel_times.times_of(formats, codes, is_from_1904)


def code_of(text: bytearray, is_version_8: bool) -> str:
    """text: with its length, as in records."""
    if not is_version_8:
        return text[1:].decode("cp1252", "replace")
    return text[3:].decode("utf-16-le" if bytes(text[2:3]) == b"\1" else "latin-1", "replace")


def has_texts(stream: bytearray, times: "excel_times.Times") -> bool:
    """Whether there are numbers that must become texts for LibreOffice to show them as Excel does."""
    has_days = any(code is not None for code, _ in times.values())
    return has_days and any(isinstance(excel_times.changed(times, style, number), str) for style, _, number, _ in numbers(stream))


def move_times(stream: bytearray, times: "excel_times.Times") -> bool:
    """Changes numbers so that LibreOffice shows them as Excel does. Returns whether it changed any."""
    is_changed = False
    for style, place, number, is_long in numbers(stream):
        moved = excel_times.moved(times, style, number)
        made = None if moved is None else struct.pack("<d", moved) if is_long else short_bytes(moved)
        if made is not None:
            stream[place : place + len(made)] = made
            is_changed = True
    return is_changed


def numbers(stream: bytearray) -> "Iterator[tuple[int, int, float, bool]]":
    """Yields for each number outside of formulas the style of its cell, its offset, its value, and whether it has eight bytes."""
    at = 0
    while (found := record_at(stream, at)) is not None:
        kind, end = found
        if kind in NUMBERS:
            is_long = kind == NUMBER
            for style, place in number_places(kind, at, end):
                number = struct.unpack_from("<d", stream, place)[0] if is_long else short_number(stream, place)
                yield struct.unpack_from("<H", stream, style)[0], place, number, is_long
        at = end


def number_places(kind: int, at: int, end: int) -> "list[tuple[int, int]]":
    """Returns the offsets of cell styles in a record, and of their numbers."""
    if kind == SHORT_NUMBERS:
        return [(place, place + 2) for place in range(at + 8, end - 7, 6)]
    size = {NUMBER: 18, SHORT_NUMBER: 14}.get(kind)
    return [] if size is None or end - at < size else [(at + 8, at + 10)]


def short_number(data: "bytes | bytearray", at: int) -> float:
    """Reads an RkNumber ([MS-XLS] 2.5.217)."""
    (bits,) = struct.unpack_from("<i", data, at)
    number = float(bits >> 2) if bits & 2 else struct.unpack("<d", bytes(4) + struct.pack("<i", bits & ~3))[0]
    return number / 100 if bits & 1 else number


def short_bytes(number: float) -> "bytes | None":
    """Returns the smallest RkNumber that is not below a number; None if that is another second."""
    hundredths = round(number * 100)
    if hundredths / 100 == number and hundredths < 1 << 29:
        return struct.pack("<I", hundredths << 2 | 3)
    bits = struct.unpack("<Q", struct.pack("<d", number))[0] + (1 << 34) - 1 >> 34
    made = struct.pack("<I", bits << 2)
    return made if short_number(made, 0) - number < 0.5 / excel_times.DAY_SECONDS else None


def record_at(stream: bytearray, at: int) -> "tuple[int, int] | None":
    """Returns the kind of the record and where it ends; None after the last one."""
    if at + 4 > len(stream):
        return None
    kind, size = struct.unpack_from("<HH", stream, at)
    return None if at + 4 + size > len(stream) else (kind, at + 4 + size)


def record(kind: int, body: "bytes | bytearray") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


class Made:
    """A stream of the same size without its formulas. source: the stream with them; said: its declarations."""

    def __init__(self, source: bytearray, said: Said) -> None:
        self.source, self.times = source, said.times
        self.is_calculated, self.is_version_8 = said.is_calculated, said.is_version_8
        self.formats = [date_formats.xls_record(number, self.is_version_8) for number in said.missing]
        self.stream = bytearray()
        self.is_changed = False
        # Bytes that will be dropped before the next sheet ends.
        self.later = 0
        at = 0
        while (found := record_at(source, at)) is not None:
            kind, end = found
            if kind in BEGINS or at == 0:
                self.later = self.dispensable(end)
            piece, end = self.piece(kind, at, end)
            # One, two or three bytes must never be left over: they are too few for a record.
            free = end - len(self.stream) - len(piece)
            if kind == END:
                self.stream += self.padding(free) + piece
                self.later = self.dispensable(end)
            else:
                self.stream += piece
            at = end
        self.stream += self.padding(at - len(self.stream)) + source[at:]

    def padding(self, size: int) -> bytes:
        made = bytearray()
        while size:
            length = size if size <= LONGEST_RECORD else LONGEST_RECORD - 4
            made += record(NOTHING, bytes(length - 4))
            size -= length
        return bytes(made)

    def piece(self, kind: int, begin: int, end: int) -> "tuple[bytes | bytearray, int]":
        """Returns the replacement of a record, and where the record and those that belong to it end."""
        source = self.source
        whole = source[begin:end]
        cell = whole[4 : 4 + CELL_BYTES]
        value = bytes(whole[4 + CELL_BYTES : 4 + CELL_BYTES + RESULT_BYTES])
        if kind in DISPENSABLE:
            self.later -= end - begin
            return b"", end
        if kind == PIVOT_TABLE:
            return self.changed(record(NOTHING, whole[4:])), end
        if kind in REPLACEABLE and self.formats:
            made = b""
            while self.formats and end - begin >= len(made) + len(self.formats[0]) + 4:
                made += self.formats.pop(0)
            return (self.changed(made) if made else whole), end
        if kind == BOOLEAN_OR_ERROR and len(value) >= 2 and not value[1]:
            made = self.boolean(cell, value[0])
            if self.has_room(made, end):
                return self.changed(made), end
        if kind in (NUMBER, SHORT_NUMBER) and len(value) >= 4:
            made = self.time(cell, struct.unpack("<d", value)[0] if kind == NUMBER else short_number(value, 0), end)
            if made:
                return self.changed(made), end
        if kind == SHORT_NUMBERS and (made := self.times_in_row(whole)) and self.has_room(made, end):
            return self.changed(made), end
        if kind in FORMULAS and len(value) == RESULT_BYTES and not LINK.search(whole, 4 + CELL_BYTES + RESULT_BYTES):
            following = record_at(source, end)
            # Continuations: a shared formula, an array or a table.
            last = following[1] if following and following[0] in (ARRAY, TABLE, SHARED) else end
            if value[6:] == b"\xff\xff" and value[0] == IS_STRING:
                text = record_at(source, last)
                if text and text[0] == STRING and not self.continues(text[1]):
                    return self.changed(record(LABEL, cell + source[last + 4 : text[1]])), text[1]
            elif made := self.result(cell, value, last):
                return self.changed(made), last
        return whole, end

    def dispensable(self, at: int) -> int:
        """Returns the bytes of dispensable records between an offset and the next beginning or end."""
        found = 0
        while (following := record_at(self.source, at)) is not None and following[0] != END and following[0] not in BEGINS:
            if following[0] in DISPENSABLE:
                found += following[1] - at
            at = following[1]
        return found

    def has_room(self, made: bytes, end: int) -> bool:
        """end: where the replaced record ends."""
        free = end - len(self.stream) - len(made) + self.later
        return free == 0 or free >= 4

    def time(self, cell: bytearray, number: float, end: int) -> "bytes | None":
        """Returns the text that Excel shows for a number; None if LibreOffice shows the same, or if there is no room for it."""
        made = self.time_label(cell, number)
        return made if made and self.has_room(made, end) else None

    def time_label(self, cell: bytearray, number: float) -> "bytes | None":
        text = excel_times.changed(self.times, struct.unpack_from("<H", cell, 4)[0], number) if self.times else None
        return self.label(cell, text) if isinstance(text, str) and text.isascii() else None

    def times_in_row(self, whole: bytearray) -> "bytes | None":
        """Returns a record for each number if one of them becomes a text. whole: a record of several numbers."""
        column = struct.unpack_from("<H", whole, 6)[0]
        cells = [(whole[4:6] + struct.pack("<H", column + at), 8 + 6 * at) for at in range((len(whole) - 10) // 6)] if self.times else []
        texts = [self.time_label(cell + whole[at : at + 2], short_number(whole, at + 2)) for cell, at in cells]
        if not any(texts):
            return None
        made = (text or record(SHORT_NUMBER, cell + whole[at : at + 6]) for text, (cell, at) in zip(texts, cells, strict=True))
        return b"".join(made)

    def result(self, cell: bytearray, value: bytes, end: int) -> "bytes | None":
        """Returns None if the formula has no result. end: where its last record ends."""
        if value[6:] != b"\xff\xff":
            if not self.is_calculated and not any(value):
                return None
            return self.time(cell, struct.unpack("<d", value)[0], end) or record(NUMBER, cell + value)
        if value[0] == IS_BOOLEAN:
            return self.boolean(cell, value[2])
        if value[0] == IS_ERROR:
            return record(BOOLEAN_OR_ERROR, cell + bytes((value[2], 1)))
        return record(BLANK, cell) if self.is_calculated else None

    def boolean(self, cell: bytearray, value: int) -> bytes:
        """As a text, because LibreOffice shows 1 and 0."""
        return self.label(cell, "TRUE" if value else "FALSE")

    def label(self, cell: bytearray, text: str) -> bytes:
        """text: in ASCII."""
        return record(LABEL, cell + struct.pack("<H", len(text)) + (b"\0" if self.is_version_8 else b"") + text.encode())

    def continues(self, at: int) -> bool:
        following = record_at(self.source, at)
        return following is not None and following[0] == CONTINUE

    def changed(self, made: bytes) -> bytes:
        self.is_changed = True
        return made
