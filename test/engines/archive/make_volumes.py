"""Writes the volumes of an archive that no free program here can write, of a file that is in all of them and one before and after it.

    make_volumes.py KIND FOLDER

Kinds: `rar-part`, `rar-old`, and `rar-mixed` (numbered as the old ones, named as the new ones); `cab`. Stored.
Sources: RAR 2.9 archive format (technote.txt), Microsoft Cabinet Format.
"""

# Lines as a reader of the format wants them: a table's row or a structure's fields on one.
# fmt: off

import pathlib
import struct
import sys
import zlib

FIRST, BIG, LAST = b"first\n", bytes(range(256)) * 240, b"last\n"
SIZE = len(BIG)
DOS_DATE, DOS_TIME = (2024 - 1980) << 9 | 3 << 5 | 1, 12 << 11


def rar_block(kind: int, flags: int, body: bytes, data: bytes = b"") -> bytes:
    rest = struct.pack("<BHH", kind, flags, 7 + len(body)) + body
    return struct.pack("<H", zlib.crc32(rest) & 0xFFFF) + rest + data


def rar_file(name: bytes, part: bytes, whole: bytes, before: bool = False, after: bool = False) -> bytes:
    checksum = zlib.crc32(part if after else whole)
    body = struct.pack("<IIBIHHBBHI", len(part), len(whole), 3, checksum, DOS_TIME, DOS_DATE, 29, 0x30, len(name), 0o100644)
    return rar_block(0x74, 0x8000 | before | after << 1, body + name, part)


def rar(parts_numbered: bool) -> "list[bytes]":
    cuts = BIG[:20000], BIG[20000:50000], BIG[50000:]
    files = [
        rar_file(b"first.txt", FIRST, FIRST) + rar_file(b"big.bin", cuts[0], BIG, after=True),
        rar_file(b"big.bin", cuts[1], BIG, before=True, after=True),
        rar_file(b"big.bin", cuts[2], BIG, before=True) + rar_file(b"last.txt", LAST, LAST),
    ]
    # Flags: a volume, its numbering, the first one; and at the end, that there is another.
    return [
        b"Rar!\x1a\x07\x00" + rar_block(0x73, 1 | parts_numbered << 4 | (index == 0) << 8, bytes(6)) + content
        + rar_block(0x7B, 0x4000 | (index < 2), b"")
        for index, content in enumerate(files)
    ]


def cabinet(index: int, files: "list[tuple[bytes, int, int, int]]", blocks: "list[tuple[bytes, int]]") -> bytes:
    names = b"".join(b"disk%d.cab\0Disk %d\0" % (number, number) for number in (index, index + 2) if 1 <= number <= 3)
    entries = b"".join(struct.pack("<IIHHHH", size, at, folder, DOS_DATE, DOS_TIME, 0x20) + name + b"\0" for name, size, at, folder in files)
    data = b"".join(struct.pack("<IHH", 0, len(block), unpacked) + block for block, unpacked in blocks)
    first_file = 36 + len(names) + 8
    first_data = first_file + len(entries)
    flags = (index > 0) | (index < 2) << 1
    header = struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, first_data + len(data), 0, first_file, 0, 3, 1, 1, len(files), flags, 77, index)
    return header + names + struct.pack("<IHH", first_data, len(blocks), 0) + entries + data


def cabinets() -> "list[bytes]":
    stream = FIRST + BIG + LAST
    block, rest = stream[:32768], stream[32768:]
    # A block that goes on in the next cabinet has no size of its own. Folders: to the next, from the one before and to the next, from the one before.
    big = b"big.bin", SIZE, len(FIRST)
    return [
        cabinet(0, [(b"first.txt", len(FIRST), 0, 0), (*big, 0xFFFE)], [(block, len(block)), (rest[:10000], 0)]),
        cabinet(1, [(*big, 0xFFFF)], [(rest[10000:20000], 0)]),
        cabinet(2, [(*big, 0xFFFD), (b"last.txt", len(LAST), len(FIRST) + SIZE, 0)], [(rest[20000:], len(rest))]),
    ]


PARTS, OLD = ("set.part1.rar", "set.part2.rar", "set.part3.rar"), ("set.rar", "set.r00", "set.r01")
KINDS = {
    "rar-part": lambda: (PARTS, rar(True)), "rar-old": lambda: (OLD, rar(False)), "rar-mixed": lambda: (PARTS, rar(False)),
    "cab": lambda: (("disk1.cab", "disk2.cab", "disk3.cab"), cabinets()),
}

kind, folder = sys.argv[1:]
for name, content in zip(*KINDS[kind](), strict=True):
    pathlib.Path(folder, name).write_bytes(content)
