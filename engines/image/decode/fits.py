"""fits.py INPUT OUTPUT: unpacks the first picture of a FITS file packed in tiles to a plain FITS (FITS 4.0, section 10)."""

import gzip
import re
import struct
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, NoReturn

BLOCK = 2880
CARD = 80
MAX_CARDS = 36 * 1000
MAX_PIXELS = 100_000_000
# Bytes of a column's format, by letter (7.3.1).
COLUMN_BYTES = {"L": 1, "B": 1, "I": 2, "J": 4, "K": 8, "A": 1, "E": 4, "D": 8, "C": 8, "M": 16, "P": 8, "Q": 16}
RICE_NAMES = {"RICE_1", "RICE_ONE"}
GZIP_NAMES = {"GZIP_1", "GZIP_2"}
# Rice's code, by the bytes of a number: bits of a block's parameter, and the parameter for differences that are not coded.
RICE = {1: (3, 6), 2: (4, 14), 4: (5, 25)}

Header = dict[str, str]


def unsupported(what: str) -> NoReturn:
    sys.exit(f"{what} is not supported")


def header(file: BinaryIO) -> Header:
    """Returns the cards of the next header, whose length is a multiple of a block."""
    cards: Header = {}
    for _ in range(MAX_CARDS):
        card = file.read(CARD).decode("latin1")
        if len(card) < CARD:
            raise EOFError("the file ends in a header")
        name = card[:8].rstrip()
        if name == "END":
            file.seek(-file.tell() % BLOCK, 1)
            return cards
        if card[8:10] == "= ":
            text = re.match(r"\s*(?:'((?:[^']|'')*)'|([^/]*))", card[10:])
            cards.setdefault(name, "" if text is None else (text[1] or text[2] or "").strip())
    raise ValueError("the header has no end")


def number(cards: Header, name: str, usual: int) -> int:
    return int(cards.get(name, usual))


def data_bytes(cards: Header) -> int:
    axes = [number(cards, f"NAXIS{axis + 1}", 0) for axis in range(number(cards, "NAXIS", 0))]
    size = 1 if axes else 0
    for axis in axes:
        size *= axis
    size = (size + number(cards, "PCOUNT", 0)) * number(cards, "GCOUNT", 1) * abs(number(cards, "BITPIX", 8)) // 8
    return size + -size % BLOCK


def packed_column(cards: Header) -> tuple[int, str]:
    """Returns where in a row the position of its tile is stored, and in which format."""
    at = 0
    for column in range(1, number(cards, "TFIELDS", 0) + 1):
        form = re.match(r"(\d*)([A-Z])", cards[f"TFORM{column}"])
        if form is None:
            raise ValueError("a column has no format")
        if cards.get(f"TTYPE{column}") == "COMPRESSED_DATA":
            return at, ">2q" if form[2] == "Q" else ">2i"
        at += COLUMN_BYTES[form[2]] * int(form[1] or 1)
    raise ValueError("there is no column of tiles")


def rice(data: bytes, count: int, size: int, block: int) -> bytes:
    """Decodes Rice's code (10.4.1) to numbers of `size` bytes, big-endian."""
    bits_of_parameter, raw = RICE[size]
    stream = int.from_bytes(data, "big")
    left = len(data) * 8
    modulus = 1 << (8 * size)

    def take(bits: int) -> int:
        nonlocal left
        left -= bits
        if left < 0:
            raise EOFError("a tile ends early")
        return (stream >> left) & ((1 << bits) - 1)

    last = take(8 * size)
    numbers: list[int] = []
    while len(numbers) < count:
        parameter = take(bits_of_parameter) - 1
        for _ in range(min(block, count - len(numbers))):
            if parameter < 0:
                difference = 0
            elif parameter == raw:
                difference = take(8 * size)
            else:
                zeros = 0
                while take(1) == 0:
                    zeros += 1
                difference = (zeros << parameter) | take(parameter)
            last = (last + (~(difference >> 1) if difference & 1 else difference >> 1)) % modulus
            numbers.append(last)
    return b"".join(value.to_bytes(size, "big") for value in numbers)


def unshuffled(data: bytes, size: int) -> bytes:
    """Restores numbers stored with all first bytes before all second ones, and so on."""
    count = len(data) // size
    return b"".join(data[at::count][:size] for at in range(count))


def parameters(cards: Header) -> dict[str, int]:
    names = [name for name in cards if re.fullmatch(r"ZNAME\d+", name)]
    return {cards[name]: number(cards, f"ZVAL{name[5:]}", 0) for name in names}


def tiles(file: BinaryIO, cards: Header, start: int, lengths: list[int]) -> Iterator[bytes]:
    """Yields the numbers of each tile; `lengths` says how many each has."""
    kind = cards.get("ZCMPTYPE", "")
    size = number(cards, "ZBITPIX", 8) // 8
    at, form = packed_column(cards)
    row_bytes = number(cards, "NAXIS1", 0)
    heap = start + number(cards, "THEAP", row_bytes * number(cards, "NAXIS2", 0))
    if kind not in RICE_NAMES | GZIP_NAMES:
        unsupported(f"FITS packed by {kind}")
    settings = parameters(cards) if kind in RICE_NAMES else {}
    for row, count in enumerate(lengths):
        file.seek(start + row * row_bytes + at)
        length, offset = struct.unpack(form, file.read(struct.calcsize(form)))
        file.seek(heap + offset)
        data = file.read(length)
        if kind in RICE_NAMES:
            coded = settings.get("BYTEPIX", 4)
            numbers = rice(data, count, coded, settings.get("BLOCKSIZE", 32))
            yield b"".join(numbers[each + coded - size : each + coded] for each in range(0, len(numbers), coded))
        else:
            # Unpacks no more than a tile holds.
            numbers = gzip.GzipFile(fileobj=BytesIO(data)).read(count * size)
            yield unshuffled(numbers, size) if kind == "GZIP_2" else numbers


def unpacked(file: BinaryIO, cards: Header, start: int) -> bytes:
    """Returns all numbers of a picture, row by row."""
    width, height = number(cards, "ZNAXIS1", 0), number(cards, "ZNAXIS2", 0)
    across, down = number(cards, "ZTILE1", width), number(cards, "ZTILE2", 1)
    size = number(cards, "ZBITPIX", 8) // 8
    columns = [min(across, width - left) for left in range(0, width, across)]
    bands = [min(down, height - top) for top in range(0, height, down)]
    made = tiles(file, cards, start, [column * band for band in bands for column in columns])
    rows: list[bytes] = []
    for band in bands:
        parts = [next(made) for _ in columns]
        for row in range(band):
            rows.extend(part[row * column * size :][: column * size] for part, column in zip(parts, columns, strict=True))
    return b"".join(rows)


def main(source: str, result: str) -> None:
    with open(source, "rb") as file:
        cards = header(file)
        while cards.get("ZIMAGE") != "T":
            file.seek(data_bytes(cards), 1)
            cards = header(file)
        if number(cards, "ZNAXIS", 0) != 2:
            unsupported("FITS of other than two dimensions in tiles")
        bits = number(cards, "ZBITPIX", 8)
        if bits not in {8, 16, 32}:
            unsupported(f"FITS of numbers of {bits} bits in tiles")
        width, height = number(cards, "ZNAXIS1", 0), number(cards, "ZNAXIS2", 0)
        if not 0 < width * height <= MAX_PIXELS:
            sys.exit("exceeds limit of pixels")
        numbers = unpacked(file, cards, file.tell())
    plain = {"SIMPLE": "T", "BITPIX": bits, "NAXIS": 2, "NAXIS1": width, "NAXIS2": height}
    plain |= {name: cards[name] for name in ("BSCALE", "BZERO") if name in cards}
    head = "".join(f"{name:<8}= {value:>20}".ljust(CARD) for name, value in plain.items()) + "END".ljust(CARD)
    with open(result, "wb") as file:
        file.write(head.encode("latin1").ljust(len(head) + -len(head) % BLOCK))
        file.write(numbers + bytes(-len(numbers) % BLOCK))


if __name__ == "__main__":
    main(*sys.argv[1:])
