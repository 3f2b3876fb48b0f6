"""tiff_rows.py INPUT OUTPUT: reduces the height of a TIFF that ends early to its complete strips or rows of tiles.

Its directory must come before the pixels. Pages after the first incomplete one are dropped. The rows stay compressed as they are. Prints
`ROWS of HEIGHT` of the last page.
Source: TIFF 6.0, sections 2 and 15.
"""

import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

WIDTH, HEIGHT, COMPRESSION, STRIPS, SAMPLES, ROWS_PER_STRIP, STRIP_BYTES, PLANAR = 256, 257, 259, 273, 277, 278, 279, 284
BITS, TILE_WIDTH, TILE_HEIGHT, TILES, TILE_BYTES = 258, 322, 323, 324, 325
FORMATS = {1: "B", 3: "H", 4: "I"}
UNPACKED, SEPARATE = 1, 2
MOST_PAGES = 10_000


def give_up(why: str) -> "NoReturn":
    sys.exit(why)


class Directory:
    """One page: the position of each of its values."""

    def __init__(self, data: bytearray, order: str, at: int) -> None:
        self.data, self.order = data, order
        self.places: dict[int, tuple[str, int, int]] = {}
        (count,) = self._read("H", at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind, number = self._read("HHI", entry)
            letter = FORMATS.get(kind)
            if letter is not None:
                size = struct.calcsize(letter) * number
                place = entry + 8 if size <= 4 else self._read("I", entry + 8)[0]
                self.places[tag] = letter, number, place
        self.next_at = at + 2 + 12 * count
        self.following: int = self._read("I", self.next_at)[0]

    def _read(self, letters: str, at: int) -> "tuple[int, ...]":
        return struct.unpack_from(self.order + letters, self.data, at)

    def all(self, tag: int) -> "tuple[int, ...]":
        letter, number, place = self.places[tag]
        return self._read(f"{number}{letter}", place)

    def one(self, tag: int, default: "int | None" = None) -> int:
        if tag not in self.places and default is not None:
            return default
        return self.all(tag)[0]

    def put(self, tag: int, value: int) -> None:
        letter, _, place = self.places[tag]
        struct.pack_into(self.order + letter, self.data, place, value)

    def end(self) -> None:
        """Makes this page the last one."""
        struct.pack_into(self.order + "I", self.data, self.next_at, 0)

    def whole_rows(self) -> int:
        size, height = len(self.data), self.one(HEIGHT)
        tiled = TILES in self.places
        starts, lengths = self.all(TILES if tiled else STRIPS), self.all(TILE_BYTES if tiled else STRIP_BYTES)
        step = self.one(TILE_HEIGHT) if tiled else min(self.one(ROWS_PER_STRIP, height), height)
        across = -(-self.one(WIDTH) // self.one(TILE_WIDTH)) if tiled else 1
        down = -(-height // step)
        planes = self.one(SAMPLES, 1) if self.one(PLANAR, 1) == SEPARATE else 1
        whole = [start + length <= size for start, length in zip(starts, lengths, strict=True)]
        rows = 0
        for row in range(down):
            parts = [plane * down * across + row * across + column for plane in range(planes) for column in range(across)]
            if not all(whole[part] for part in parts):
                if not tiled and planes == 1 and self.one(COMPRESSION, UNPACKED) == UNPACKED:
                    rows += max(0, size - starts[row]) * 8 // (self.one(WIDTH) * sum(self.all(BITS)))
                break
            rows = min(height, rows + step)
        if rows < height and planes > 1:
            give_up("planes are stored one after the other")
        return min(rows, height)


with open(sys.argv[1], "rb") as file:
    content = bytearray(file.read())
byte_order = {b"II*\0": "<", b"MM\0*": ">"}.get(bytes(content[:4]))
if byte_order is None:
    give_up("not a classic TIFF")
before: Directory | None = None
said = ""
try:
    (place,) = struct.unpack_from(byte_order + "I", content, 4)
    for _ in range(MOST_PAGES):
        page = Directory(content, byte_order, place)
        rows, height = page.whole_rows(), page.one(HEIGHT)
        if rows == 0:
            raise IndexError("no row is complete")
        said = f"{rows} of {height}"
        if rows < height:
            page.put(HEIGHT, rows)
            if len(page.all(STRIP_BYTES if STRIPS in page.places else TILE_BYTES)) == 1 and STRIPS in page.places:
                page.put(STRIP_BYTES, min(page.one(STRIP_BYTES), len(content) - page.one(STRIPS)))
            page.end()
        before, place = page, page.following
        if rows < height or place == 0:
            break
except (struct.error, KeyError, IndexError, ValueError, ZeroDivisionError) as error:
    if before is None:
        give_up(f"nothing of the first page can be read: {error}")
    before.end()
with open(sys.argv[2], "wb") as file:
    file.write(content)
print(said)
