"""palette.py INPUT OUTPUT: a PNG of 8 bits with a palette, its colors in the order, and its rows with the filter, that Deflate packs best.

libpng, and optipng by it, filters no rows of palettes, whose neighbouring numbers mean nothing; in a good order they do, and shades become
a fifth smaller. Colors that no pixel has are left out; everything else stays. Prints nothing; fails if the picture is of another kind.
"""

import collections
import itertools
import struct
import sys
import zlib
from collections.abc import Iterator

from PIL import Image, ImageChops

SIGNATURE = 8
# Kinds of chunks that name colors by their numbers (PNG 3, 11.3).
COUNTING = {b"bKGD", b"hIST"}
PALETTE = b"\x08\x03\x00\x00\x00"
NONE, SUB, UP = range(3)


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = SIGNATURE
    while at + 12 <= len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8], png[at + 8 : end]
        at = end + 4


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def neighbours(pixels: bytes, width: int) -> list[int]:
    """Returns the order of Zeng, Li and Lei, as Pinho and Neves changed it: colors that meet often get numbers that are close."""
    meet: dict[int, collections.Counter[int]] = collections.defaultdict(collections.Counter)
    for pairs in (itertools.pairwise(pixels), zip(pixels, pixels[width:], strict=False)):
        for (one, other), count in collections.Counter(pairs).items():
            if one != other:
                meet[one][other] += count
                meet[other][one] += count
    left = sorted(set(pixels))
    first = max(left, key=lambda each: sum(meet[each].values()))
    order = [first]
    left.remove(first)
    while left:
        best = max(left, key=lambda each: sum(meet[each][there] for there in order))
        left.remove(best)
        # The end whose colors it meets more.
        side = sum((len(order) - 1 - 2 * at) * meet[best][there] for at, there in enumerate(order))
        order.insert(0 if side > 0 else len(order), best)
    return order


def filtered(indexes: Image.Image, kind: int) -> bytes:
    width, height = indexes.size
    before = Image.new("L", indexes.size, 0)
    before.paste(indexes, {NONE: (0, height), SUB: (1, 0), UP: (0, 1)}[kind])
    rows = ImageChops.subtract_modulo(indexes, before).tobytes()
    return b"".join(bytes([kind]) + rows[at : at + width] for at in range(0, len(rows), width))


source, result = sys.argv[1:]
with open(source, "rb") as file:
    png = file.read()
parts = list(chunks(png))
header, palette = dict(parts)[b"IHDR"], dict(parts)[b"PLTE"]
if header[8:] != PALETTE or COUNTING & {kind for kind, _ in parts}:
    sys.exit("not a plain picture of 8 bits with a palette")
alpha = dict(parts).get(b"tRNS", b"").ljust(len(palette) // 3, b"\xff")
picture = Image.open(source)
width, height = picture.size
pixels = picture.tobytes()


def brightness(number: int) -> int:
    red, green, blue = palette[3 * number : 3 * number + 3]
    return 299 * red + 587 * green + 114 * blue


candidates: list[tuple[bytes, list[int]]] = []
for wanted in (sorted(set(pixels)), sorted(set(pixels), key=brightness), neighbours(pixels, width)):
    # Colors with transparency come first, so that the others need no entry of it.
    order = sorted(wanted, key=lambda number: alpha[number] == 255)
    table = bytearray(256)
    for new, old in enumerate(order):
        table[old] = new
    indexes = Image.frombytes("L", picture.size, pixels.translate(bytes(table)))
    for kind in (NONE, SUB, UP):
        candidates.append((zlib.compress(filtered(indexes, kind), 9), order))
packed, order = min(candidates, key=lambda candidate: len(candidate[0]))
colors = b"".join(palette[3 * number : 3 * number + 3] for number in order)
transparency = bytes(alpha[number] for number in order).rstrip(b"\xff")
changed = {b"PLTE": chunk(b"PLTE", colors), b"tRNS": transparency and chunk(b"tRNS", transparency), b"IDAT": chunk(b"IDAT", packed)}
with open(result, "wb") as file:
    file.write(png[:SIGNATURE])
    for kind, data in parts:
        file.write(changed[kind] if kind in changed else chunk(kind, data))
        # The first chunk with pixels gets all of them.
        if kind == b"IDAT":
            changed[kind] = b""
