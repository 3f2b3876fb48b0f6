"""unicode_names.py zip|lzh ARCHIVE: prints the Unicode names that an archive has besides those that 7-Zip lists.

Prints JSON: for each entry with such a name, its index from 0, the name in the archive's main field (hexadecimal bytes), its name in
Unicode or null, and the number of its code page or null. Sources: PKWARE APPNOTE 4.6.9 (Info-ZIP Unicode Path, 0x7075); libarchive's
archive_read_support_format_lha.c (extended headers 0x44, 0x45, 0x46).
"""

import json
import struct
import sys
import zipfile
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    Names = tuple[str, str | None, int | None]

UNICODE_PATH = 0x7075
UTF8_FLAG = 0x800
# Most headers of one entry; a longer chain is an attack.
MOST_HEADERS = 64


def zip_names(path: str) -> "Iterator[Names]":
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            raw = entry.orig_filename.encode("utf-8" if entry.flag_bits & UTF8_FLAG else "cp437")
            local = local_name(archive, entry.header_offset)
            yield raw.hex(), unicode_path(entry.extra, {zlib.crc32(raw), zlib.crc32(local)}), None


def local_name(archive: zipfile.ZipFile, offset: int) -> bytes:
    file = archive.fp
    if file is None:
        return b""
    file.seek(offset)
    header = file.read(30)
    return file.read(struct.unpack("<H", header[26:28])[0]) if len(header) == 30 else b""


def unicode_path(extra: bytes, checksums: set[int]) -> "str | None":
    """The field is valid only if it has the checksum of a main name; otherwise a program has renamed the entry since."""
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        data, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == UNICODE_PATH and len(data) > 5 and data[0] == 1 and struct.unpack("<I", data[1:5])[0] in checksums:
            return utf8(data[5:])
    return None


def utf8(data: bytes) -> "str | None":
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def lzh_names(path: str) -> "Iterator[Names]":
    with open(path, "rb") as file:
        while (head := file.read(22)) and len(head) == 22 and head[0] != 0:
            level = head[20]
            packed = struct.unpack("<I", head[7:11])[0]
            if level == 0:
                name = file.read(head[21])
                file.seek(head[0] + 2 - 22 - len(name) + packed, 1)
                yield name.hex(), None, None
            elif level == 1:
                name = file.read(head[21])
                file.seek(head[0] + 2 - 22 - len(name) - 2, 1)
                headers = extended(file, "<H")
                file.seek(packed - sum(len(data) + 3 for _, data in headers), 1)
                yield with_headers(name, headers)
            elif level == 2:
                start = file.tell() - 22
                file.seek(2, 1)
                headers = extended(file, "<H")
                file.seek(start + struct.unpack("<H", head[:2])[0] + packed)
                yield with_headers(b"", headers)
            else:
                raise ValueError("a level of header that is not known")


def extended(file: "IO[bytes]", size_format: str) -> list[tuple[int, bytes]]:
    """Reads the chain of extended headers: each begins with its kind and ends with the size of the next."""
    width = struct.calcsize(size_format)
    headers: list[tuple[int, bytes]] = []
    while (size := struct.unpack(size_format, file.read(width))[0]) != 0:
        body = file.read(size - width)
        if len(headers) == MOST_HEADERS or len(body) != size - width or not body:
            raise ValueError("a chain of headers that does not end")
        headers.append((body[0], body[1:]))
    return headers


def with_headers(name: bytes, headers: list[tuple[int, bytes]]) -> "Names":
    of_kind = dict(headers)
    raw = of_kind.get(2, b"").replace(b"\xff", b"/") + of_kind.get(1, name)
    page = of_kind.get(0x46)
    page_number = struct.unpack("<I", page[:4])[0] if page is not None and len(page) >= 4 else None
    if 0x44 not in of_kind:
        return raw.hex(), None, page_number
    folder, file_name = (of_kind.get(kind, b"").decode("utf-16-le") for kind in (0x45, 0x44))
    return raw.hex(), folder.replace("\uffff", "/") + file_name, page_number


kind, archive = sys.argv[1:]
names = {"zip": zip_names, "lzh": lzh_names}[kind](archive)
print(json.dumps([(at, raw, text, page) for at, (raw, text, page) in enumerate(names) if text is not None or page is not None]))
