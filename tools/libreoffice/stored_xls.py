"""Workbooks of Excel 3 to 2003 (xls) with the results of formulas in place of the formulas.

Records of formulas ([MS-XLS] 2.4.127) become those of their values. These are shorter, and each sheet is filled up to its size, so that
compound files ([MS-CFB]) are changed where they are.
"""

import re
import struct

import date_formats
import excel_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
STREAMS = ("Workbook", "Book")
# Larger ones are left as they are: the file is held in memory, twice.
MOST_BYTES = 1 << 27

# Of the compound file's header: bytes into it.
SECTOR_SHIFT, DIRECTORY_START, MINI_CUTOFF, MINI_FAT_START, DIFAT_START, FIRST_DIFAT = 30, 48, 56, 60, 68, 76
HEADER_BYTES = 512
MINI_SECTOR_BYTES = 64
LAST_SECTOR = 0xFFFFFFFA  # values above are not sectors: they say that there is none
ENTRY_BYTES = 128
STREAM, ROOT = 2, 5

# Records, by their numbers; some have one for each version.
FORMULAS = frozenset((0x0006, 0x0206, 0x0406))
BLANK, NUMBER, LABEL, BOOLEAN_OR_ERROR, STRING = 0x0201, 0x0203, 0x0204, 0x0205, 0x0207
ARRAY, TABLE, SHARED, CONTINUE = 0x0221, 0x0236, 0x04BC, 0x003C
BEGINS, END = frozenset((0x0209, 0x0409, 0x0809)), 0x000A
ENCRYPTED, RECALCULATION_ID = 0x002F, 0x01C1
# INDEX and DBCELL say where rows are, which LibreOffice finds itself.
DISPENSABLE = frozenset((0x020B, 0x00D7))
# What says which format a cell has, a format, and the name of who wrote the file, whose place new formats take.
CELL_FORMAT, FORMAT, WRITTEN_BY = 0x00E0, date_formats.XLS_FORMAT, 0x005C
# From when days are counted, numbers in four bytes, and several of them in a row of cells.
FROM_1904, SHORT_NUMBER, SHORT_NUMBERS = 0x0022, 0x027E, 0x00BD
# A number that LibreOffice does not know, and so leaves out.
NOTHING = 0x0FFF
LONGEST_RECORD = 8224
VERSION_8 = 0x0600

# Row, column and format begin the record of a cell. Behind them a formula has its result, which ends with 0xFFFF where it is not a number.
CELL_BYTES = 6
RESULT_BYTES = 8
IS_STRING, IS_BOOLEAN, IS_ERROR = 0, 1, 2
# Calls of HYPERLINK (function 359), of which LibreOffice makes links.
LINK = re.compile(rb"[\x22\x42\x62].\x67\x01", re.DOTALL)


class Unreadable(Exception):
    """The file is not what it should be."""


def write(path: str, copy: str) -> bool:
    """Writes `copy`, the workbook with values in place of formulas, where it has such. Returns whether it has. Raises Unreadable."""
    with open(path, "rb") as file:
        data = bytearray(file.read(MOST_BYTES + 1))
    if len(data) > MOST_BYTES:
        return False
    try:
        is_changed = replace_in_compound_file(data) if data.startswith(OLE) else replace_formulas(data)
    except (struct.error, IndexError) as error:
        raise Unreadable from error
    if is_changed:
        with open(copy, "wb") as file:
            file.write(data)
    return is_changed


def replace_in_compound_file(data: bytearray) -> bool:
    is_changed = False
    for size, places in streams(data):
        unit = MINI_SECTOR_BYTES if size < number_at(data, MINI_CUTOFF) else sector_bytes(data)
        stream = bytearray().join(data[place : place + unit] for place in places)[:size]
        if not replace_formulas(stream):
            continue
        is_changed = True
        for index, place in enumerate(places):
            piece = stream[index * unit : (index + 1) * unit]
            data[place : place + len(piece)] = piece
    return is_changed


def streams(data: bytearray) -> "Iterator[tuple[int, list[int]]]":
    """The size of each workbook in the file, and where its sectors are, in order."""
    fat = sector_table(data)
    size = sector_bytes(data)
    directory = bytearray().join(data[place : place + size] for place in places_of(data, fat, number_at(data, DIRECTORY_START)))
    entries = [directory[at : at + ENTRY_BYTES] for at in range(0, len(directory) - ENTRY_BYTES + 1, ENTRY_BYTES)]
    root = next((entry for entry in entries if entry[66] == ROOT), None)
    if root is None:
        raise Unreadable
    for entry in entries:
        name = bytes(entry[: max(0, struct.unpack_from("<H", entry, 64)[0] - 2)]).decode("utf-16-le", "replace")
        if entry[66] != STREAM or name not in STREAMS:
            continue
        start, length = struct.unpack_from("<II", entry, 116)
        if length >= number_at(data, MINI_CUTOFF):
            yield length, places_of(data, fat, start)
        else:
            yield length, mini_places(data, fat, number_at(root, 116), start)


def sector_table(data: bytearray) -> "list[int]":
    """Which sector follows each."""
    size = sector_bytes(data)
    listed = list(struct.unpack_from("<109I", data, FIRST_DIFAT))
    more = number_at(data, DIFAT_START)
    while more <= LAST_SECTOR and len(listed) * size <= len(data):
        numbers = numbers_of(data, place_of(data, more))
        listed += numbers[:-1]
        more = numbers[-1]
    fat: list[int] = []
    for sector in listed:
        if sector <= LAST_SECTOR and len(fat) * size <= len(data):
            fat += numbers_of(data, place_of(data, sector))
    return fat


def mini_places(data: bytearray, fat: "list[int]", mini_stream: int, start: int) -> "list[int]":
    size = sector_bytes(data)
    within = places_of(data, fat, mini_stream)
    mini_fat = [each for place in places_of(data, fat, number_at(data, MINI_FAT_START)) for each in numbers_of(data, place)]
    at = [MINI_SECTOR_BYTES * each for each in chain(mini_fat, start)]
    return [within[each // size] + each % size for each in at]


def places_of(data: bytearray, fat: "list[int]", start: int) -> "list[int]":
    return [place_of(data, sector) for sector in chain(fat, start)]


def chain(following: "list[int]", start: int) -> "list[int]":
    found: list[int] = []
    while start <= LAST_SECTOR:
        if len(found) > len(following):
            raise Unreadable
        found.append(start)
        start = following[start]
    return found


def place_of(data: bytearray, sector: int) -> int:
    size = sector_bytes(data)
    return max(size, HEADER_BYTES) + sector * size


def numbers_of(data: bytearray, place: int) -> "list[int]":
    return list(struct.unpack_from("<%dI" % (sector_bytes(data) // 4), data, place))


def sector_bytes(data: bytearray) -> int:
    shift = data[SECTOR_SHIFT]
    if shift not in (9, 12):
        raise Unreadable
    return 1 << shift


def number_at(data: bytearray, at: int) -> int:
    return struct.unpack_from("<I", data, at)[0]


def replace_formulas(stream: bytearray) -> bool:
    """stream: records, which keep their place between one beginning and the next. Returns whether one was changed."""
    said = Said(stream)
    if ENCRYPTED in said.kinds:
        return False
    is_changed = False
    if said.missing or not said.kinds.isdisjoint(FORMULAS | {BOOLEAN_OR_ERROR}):
        # A program that does not calculate writes no RECALCULATION_ID, and 0 or nothing as results.
        made = Made(stream, RECALCULATION_ID in said.kinds, said.missing)
        stream[:] = made.stream
        is_changed = made.is_changed
    return bool(said.times and move_times(stream, said.times)) or is_changed


class Said:
    """What a stream says before its cells: the kinds of its records, formats to be defined, and those of times. Nothing if it does not
    begin as it should."""

    def __init__(self, stream: bytearray) -> None:
        self.kinds: set[int] = set()
        formats: list[int] = []
        codes: dict[int, str] = {}
        is_from_1904, is_version_8 = False, bytes(stream[:2]) == b"\x09\x08" and bytes(stream[4:6]) == struct.pack("<H", VERSION_8)
        at = 0
        while (found := record_at(stream, at)) is not None and (at > 0 or found[0] in BEGINS):
            kind, end = found
            self.kinds.add(kind)
            if kind == CELL_FORMAT and end - at >= 8:
                formats.append(struct.unpack_from("<H", stream, at + 6)[0])
            elif kind == FORMAT and end - at >= 6:
                codes[struct.unpack_from("<H", stream, at + 4)[0]] = code_of(stream[at + 6 : end], is_version_8)
            elif kind == FROM_1904 and end - at >= 6:
                is_from_1904 = stream[at + 4] == 1
            at = end
        self.missing = sorted(set(formats) & date_formats.CODES.keys() - codes.keys())
        self.times = excel_times.times_of(formats, codes, is_from_1904)


def code_of(text: bytearray, is_version_8: bool) -> str:
    """text: with its length, as records have it."""
    if not is_version_8:
        return text[1:].decode("cp1252", "replace")
    return text[3:].decode("utf-16-le" if bytes(text[2:3]) == b"\1" else "latin-1", "replace")


def move_times(stream: bytearray, times: "excel_times.Times") -> bool:
    """Numbers as LibreOffice has to have them, so that it shows what Excel shows of them. Returns whether there are such."""
    is_changed = False
    at = 0
    while (found := record_at(stream, at)) is not None:
        kind, end = found
        is_long = kind == NUMBER
        for style, place in number_places(kind, at, end):
            number = struct.unpack_from("<d", stream, place)[0] if is_long else short_number(stream, place)
            moved = excel_times.moved(times, struct.unpack_from("<H", stream, style)[0], number)
            if moved is not None:
                whole = struct.pack("<d", moved)
                # Of a short number the upper 30 bits, the lower two being what kind it is; they hold every whole day.
                stream[place : place + (8 if is_long else 4)] = whole if is_long else bytes((whole[4] & 0xFC,)) + whole[5:]
                is_changed = True
        at = end
    return is_changed


def number_places(kind: int, at: int, end: int) -> "list[tuple[int, int]]":
    """Where a record has styles of cells, and their numbers."""
    if kind == SHORT_NUMBERS:
        return [(place, place + 2) for place in range(at + 8, end - 7, 6)]
    size = {NUMBER: 18, SHORT_NUMBER: 14}.get(kind)
    return [] if size is None or end - at < size else [(at + 8, at + 10)]


def short_number(data: "bytes | bytearray", at: int) -> float:
    """An RkNumber ([MS-XLS] 2.5.217)."""
    (bits,) = struct.unpack_from("<i", data, at)
    number = float(bits >> 2) if bits & 2 else struct.unpack("<d", bytes(4) + struct.pack("<i", bits & ~3))[0]
    return number / 100 if bits & 1 else number


def record_at(stream: bytearray, at: int) -> "tuple[int, int] | None":
    """Kind of the record, and where it ends; None behind the last."""
    if at + 4 > len(stream):
        return None
    kind, size = struct.unpack_from("<HH", stream, at)
    return None if at + 4 + size > len(stream) else (kind, at + 4 + size)


def record(kind: int, body: "bytes | bytearray") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


class Made:
    """A stream of the same size without its formulas. source: with them; formats: those to be defined."""

    def __init__(self, source: bytearray, is_calculated: bool, formats: "list[int]") -> None:
        self.source, self.is_calculated = source, is_calculated
        self.is_version_8 = struct.unpack_from("<HHH", source)[::2] == (0x0809, VERSION_8)
        self.formats = b"".join(date_formats.xls_record(number, self.is_version_8) for number in formats)
        self.stream = bytearray()
        self.is_changed = False
        at = 0
        while (found := record_at(source, at)) is not None:
            kind, end = found
            piece, end = self.piece(kind, at, end)
            # No one, two or three bytes are free ever: too few for a record.
            free = end - len(self.stream) - len(piece)
            self.stream += self.padding(free) + piece if kind == END else piece
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
        """What takes the place of a record, and where that ended, with those that belong to it."""
        source = self.source
        whole = source[begin:end]
        cell = whole[4 : 4 + CELL_BYTES]
        value = bytes(whole[4 + CELL_BYTES : 4 + CELL_BYTES + RESULT_BYTES])
        if kind in DISPENSABLE:
            return b"", end
        if kind == WRITTEN_BY and self.formats and end - begin >= len(self.formats) + 4:
            formats, self.formats = self.formats, b""
            return self.changed(formats), end
        if kind == BOOLEAN_OR_ERROR and len(value) >= 2 and not value[1]:
            made = self.boolean(cell, value[0])
            free = end - len(self.stream) - len(made)
            if free == 0 or free >= 4:
                return self.changed(made), end
        if kind in FORMULAS and len(value) == RESULT_BYTES and not LINK.search(whole, 4 + CELL_BYTES + RESULT_BYTES):
            following = record_at(source, end)
            # More of it: a shared formula, an array or a table.
            last = following[1] if following and following[0] in (ARRAY, TABLE, SHARED) else end
            if value[6:] == b"\xff\xff" and value[0] == IS_STRING:
                text = record_at(source, last)
                if text and text[0] == STRING and not self.continues(text[1]):
                    return self.changed(record(LABEL, cell + source[last + 4 : text[1]])), text[1]
            elif made := self.result(cell, value):
                return self.changed(made), last
        return whole, end

    def result(self, cell: bytearray, value: bytes) -> "bytes | None":
        """None if the formula has none."""
        if value[6:] != b"\xff\xff":
            return record(NUMBER, cell + value) if self.is_calculated or any(value) else None
        if value[0] == IS_BOOLEAN:
            return self.boolean(cell, value[2])
        if value[0] == IS_ERROR:
            return record(BOOLEAN_OR_ERROR, cell + bytes((value[2], 1)))
        return record(BLANK, cell) if self.is_calculated else None

    def boolean(self, cell: bytearray, value: int) -> bytes:
        """As a text: LibreOffice shows 1 and 0."""
        text = b"TRUE" if value else b"FALSE"
        return record(LABEL, cell + struct.pack("<H", len(text)) + (b"\0" if self.is_version_8 else b"") + text)

    def continues(self, at: int) -> bool:
        following = record_at(self.source, at)
        return following is not None and following[0] == CONTINUE

    def changed(self, made: bytes) -> bytes:
        self.is_changed = True
        return made
