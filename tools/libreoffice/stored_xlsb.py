"""Sheets of xlsb with the results of formulas in place of the formulas: records of [MS-XLSB]."""

import stored_xls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Records: BrtBeginSheet, with which a sheet begins; cells with formulas and those with the same value alone (2.3.2).
BEGIN_SHEET = b"\x81\x01\x00"
FORMULA_STRING, FORMULA_NUMBER, FORMULA_BOOLEAN, FORMULA_ERROR = 8, 9, 10, 11
CELL_ERROR, CELL_BOOLEAN, CELL_NUMBER, CELL_STRING = 3, 4, 5, 6
# What says more of formulas: BrtArrFmla, BrtShrFmla, BrtTable.
OF_FORMULAS = frozenset((426, 427, 428))
# No record of a sheet is longer, by far: a text has at most 32,767 characters.
LONGEST_BYTES = 1 << 20
# Column, style and flags, before the value.
CELL_BYTES = 8
FIXED = {
    FORMULA_NUMBER: (CELL_NUMBER, CELL_BYTES + 8),
    FORMULA_BOOLEAN: (CELL_BOOLEAN, CELL_BYTES + 1),
    FORMULA_ERROR: (CELL_ERROR, CELL_BYTES + 1),
}
FORMULAS = frozenset((FORMULA_STRING, *FIXED))


def has_formulas(source: "Iterable[bytes]") -> bool:
    """source: any part of a workbook, in pieces."""
    return any(kind in FORMULAS for kind, *_ in records(source))


def rewrite(source: "Iterable[bytes]") -> "Iterator[bytes]":
    """source: a sheet, in pieces. Raises ValueError where its records are damaged."""
    made = bytearray()
    for kind, header, body in records(source):
        if kind in OF_FORMULAS:
            continue
        made += value_of(kind, body) if kind in FORMULAS and not stored_xls.LINK.search(body, CELL_BYTES) else header + body
        if len(made) > 1 << 20:
            yield bytes(made)
            made.clear()
    yield bytes(made)


def value_of(kind: int, body: bytes) -> bytes:
    if kind == FORMULA_STRING:
        kind, end = CELL_STRING, CELL_BYTES + 4 + 2 * int.from_bytes(body[CELL_BYTES : CELL_BYTES + 4], "little")
    else:
        kind, end = FIXED[kind]
    if end > len(body):
        raise ValueError
    return bytes((kind,)) + varint(end) + body[:end]


def varint(number: int) -> bytes:
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def records(source: "Iterable[bytes]") -> "Iterator[tuple[int, bytes, bytes]]":
    """Kind, header and body of each record of a sheet; none of other parts. Raises ValueError where one is damaged."""
    held, at = b"", 0
    is_sheet = False
    for piece in source:
        held, at = held[at:] + piece, 0
        if not is_sheet:
            if not held.startswith(BEGIN_SHEET):
                return
            is_sheet = True
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
    """Kind (of two bytes at most), begin of the body and its size (of four at most); None where the header does not end yet."""
    kind, at = number_at(held, at, 2)
    size, at = number_at(held, at, 4)
    return None if at > len(held) else (kind, at, size)


def number_at(held: bytes, at: int, most: int) -> "tuple[int, int]":
    """Seven bits a byte, the low ones first; the second number is beyond the end where more bytes are needed."""
    number = 0
    for index in range(most):
        if at + index >= len(held):
            return 0, len(held) + 1
        number |= (held[at + index] & 0x7F) << 7 * index
        if held[at + index] < 0x80:
            return number, at + index + 1
    return number, at + most
