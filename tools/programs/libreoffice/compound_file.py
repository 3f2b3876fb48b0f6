"""Finds the streams of compound files ([MS-CFB]), so that they can be changed in place."""

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Offsets in the header of a compound file, bytes.
SECTOR_SHIFT, DIRECTORY_START, MINI_CUTOFF, MINI_FAT_START, DIFAT_START, FIRST_DIFAT = 30, 48, 56, 60, 68, 76
HEADER_BYTES = 512
MINI_SECTOR_BYTES = 64
LAST_SECTOR = 0xFFFFFFFA  # larger values are not sectors: they mean that there is none
ENTRY_BYTES = 128
STREAM, ROOT = 2, 5


class Unreadable(Exception):
    """The file is damaged or not a compound file."""


def streams(data: bytearray, names: "Collection[str]") -> "Iterator[tuple[int, list[int], int]]":
    """Yields, for each stream with one of these names, its size, the offsets of its sectors in order, and their size. Raises Unreadable."""
    fat = sector_table(data)
    size = sector_bytes(data)
    directory = bytearray().join(data[place : place + size] for place in places_of(data, fat, number_at(data, DIRECTORY_START)))
    entries = [directory[at : at + ENTRY_BYTES] for at in range(0, len(directory) - ENTRY_BYTES + 1, ENTRY_BYTES)]
    root = next((entry for entry in entries if entry[66] == ROOT), None)
    if root is None:
        raise Unreadable
    for entry in entries:
        name = bytes(entry[: max(0, struct.unpack_from("<H", entry, 64)[0] - 2)]).decode("utf-16-le", "replace")
        if entry[66] != STREAM or name not in names:
            continue
        start, length = struct.unpack_from("<II", entry, 116)
        if length >= number_at(data, MINI_CUTOFF):
            yield length, places_of(data, fat, start), size
        else:
            yield length, mini_places(data, fat, number_at(root, 116), start), MINI_SECTOR_BYTES


def sector_table(data: bytearray) -> "list[int]":
    """Returns the next sector of each sector."""
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
