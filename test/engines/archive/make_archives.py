"""Writes archives that no free program here can write (RAR, CAB, LZH, RPM), or that no honest program would.

    make_archives.py KIND OUTPUT [ARGUMENT]

Plain files only, stored: enough for 7-Zip and libarchive to read them. Contents: NAME -> BYTES below.
Sources: RAR 5.0 archive format (rarlab.com/technote.htm), Microsoft Cabinet Format, PKWARE APPNOTE, LSB package format.
"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import gzip
import io
import stat
import struct
import sys
import tarfile
import zipfile
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

FILES = {"readme.txt": b"read me\n", "folder/data.bin": bytes(range(256)) * 40}
DATE = (2024, 3, 1, 12, 0, 0)
UNIX_DATE = 1709294400
DOS_DATE, DOS_TIME = (2024 - 1980) << 9 | 3 << 5 | 1, 12 << 11


def vint(value: int) -> bytes:
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def rar5_block(kind: int, flags: int, body: bytes, data: bytes = b"") -> bytes:
    head = vint(kind) + vint(flags | (2 if data else 0)) + (vint(len(data)) if data else b"") + body
    head = vint(len(head)) + head
    return struct.pack("<I", zlib.crc32(head)) + head + data


def rar5(files: "Mapping[str, bytes]" = FILES, multivolume: bool = False) -> bytes:
    out = b"Rar!\x1a\x07\x01\x00" + rar5_block(1, 0, vint(1 if multivolume else 0))
    for name, data in files.items():
        name = name.encode()
        # File flags: time and CRC32 are there. Attributes, time, CRC, stored with version 0, Unix, name.
        body = vint(2 | 4) + vint(len(data)) + vint(0o100644) + struct.pack("<II", UNIX_DATE, zlib.crc32(data))
        body += vint(0) + vint(1) + vint(len(name)) + name
        # Block flag 0x10: the data goes on in the next volume.
        out += rar5_block(2, 0x10 if multivolume else 0, body, data)
    return out + rar5_block(5, 0, vint(1 if multivolume else 0))


def rar4(files: "Mapping[str, bytes]" = FILES) -> bytes:
    def block(kind: int, flags: int, body: bytes, data: bytes = b"") -> bytes:
        rest = struct.pack("<BHH", kind, flags, 7 + len(body)) + body
        return struct.pack("<H", zlib.crc32(rest) & 0xFFFF) + rest + data

    out = b"Rar!\x1a\x07\x00" + block(0x73, 0, bytes(6))
    for name, data in files.items():
        name = name.replace("/", "\\").encode()
        body = struct.pack("<IIBIHHBBHI", len(data), len(data), 3, zlib.crc32(data), DOS_TIME, DOS_DATE, 29, 0x30, len(name), 0o100644)
        out += block(0x74, 0x8000, body + name, data)
    return out + block(0x7B, 0x4000, b"")


def cab(files: "Mapping[str, bytes] | Mapping[bytes, bytes]" = FILES, attributes: int = 0x20) -> bytes:
    data = b"".join(files.values())
    entries, at = b"", 0
    for name, content in files.items():
        name = name if isinstance(name, bytes) else name.replace("/", "\\").encode()
        entries += struct.pack("<IIHHHH", len(content), at, 0, DOS_DATE, DOS_TIME, attributes) + name + b"\0"
        at += len(content)
    first_file = 36 + 8
    first_data = first_file + len(entries)
    block = struct.pack("<IHH", 0, len(data), len(data)) + data
    folder = struct.pack("<IHH", first_data, 1, 0)
    size = first_data + len(block)
    header = struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, size, 0, first_file, 0, 3, 1, 1, len(files), 0, 0, 0)
    return header + folder + entries + block


def lzh(files: "Mapping[str, bytes] | Mapping[bytes, bytes]" = FILES) -> bytes:
    names = [name if isinstance(name, bytes) else name.encode() for name in files]
    return b"".join(lzh_entry(0, name, data) for name, data in zip(names, files.values(), strict=True)) + b"\0"


def lzh_entry(level: int, name: bytes, data: bytes = b"", extra: "Iterable[bytes]" = (), method: bytes = b"-lh0-") -> bytes:
    """An entry with headers of level 0 to 3; from level 1 on its folder is in a header of its own, from level 2 on its name, too."""
    fields = struct.pack("<II", len(data), len(data)), bytes([0x20, level]), struct.pack("<H", crc16(data))
    if level == 0:
        name = name.replace(b"/", b"\\")
        rest = method + fields[0] + struct.pack("<HH", DOS_TIME, DOS_DATE) + fields[1] + bytes([len(name)]) + name + fields[2]
        return bytes([len(rest), sum(rest) & 0xFF]) + rest + data
    folder, _, name = name.rpartition(b"/")
    headers = [b"\2" + folder.replace(b"/", b"\xff") + b"\xff"] if folder else []
    headers += [b"\1" + name] if level > 1 and name else []
    size = "<I" if level == 3 else "<H"
    parts = [*([b"\0\0\0"] if level > 1 else []), *headers, *extra]
    chain = b"".join(struct.pack(size, len(part) + struct.calcsize(size)) + part for part in parts) + bytes(struct.calcsize(size))
    if level == 1:
        sizes = struct.pack("<II", len(data) + len(chain) - 2, len(data))
        rest = method + sizes + struct.pack("<HH", DOS_TIME, DOS_DATE) + fields[1] + bytes([len(name)]) + name + fields[2] + b"U" + chain[:2]
        return bytes([len(rest), sum(rest) & 0xFF]) + rest + chain[2:] + data
    base = method + fields[0] + struct.pack("<I", UNIX_DATE) + fields[1] + fields[2] + b"U"
    header = struct.pack("<H", 2 + len(base) + len(chain)) + base if level == 2 else b"\4\0" + base + struct.pack("<I", 6 + len(base) + len(chain))
    at = len(header) + struct.calcsize(size) + 1
    header += chain
    return header[:at] + struct.pack("<H", crc16(header)) + header[at + 2 :] + data


def lzh_of_level(level: str) -> bytes:
    """Files in folders, an empty folder, a name in Unicode alone and, from level 1 on, a link as Unix programs write it."""
    number = int(level)
    entries = [lzh_entry(number, name.encode(), data) for name, data in FILES.items()] + [lzh_entry(number, b"empty/", method=b"-lhd-")]
    if number > 0:
        unicode = [b"\x44" + "слово.txt".encode("utf-16-le"), b"\x45" + "папка\uffff".encode("utf-16-le")]
        link = b"\x50" + struct.pack("<H", stat.S_IFLNK | 0o777)
        entries += [lzh_entry(number, b"", b"word\n", unicode), lzh_entry(number, b"folder/link|data.bin", b"", [link], b"-lhd-")]
    return b"".join(entries) + b"\0"


def crc16(data: bytes) -> int:
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def cpio(files: "Mapping[str, bytes]" = FILES, mode: int = 0o100644) -> bytes:
    def member(name: bytes, mode: int, data: bytes, inode: int) -> bytes:
        fields = [inode, mode, 0, 0, 1, UNIX_DATE, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name + b"\0"
        return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)

    members = [member(name.encode(), mode, data, at + 1) for at, (name, data) in enumerate(files.items())]
    return b"".join(members) + member(b"TRAILER!!!", 0, b"", 0)


def rpm(files: "Mapping[str, bytes]" = FILES) -> bytes:
    lead = struct.pack(">4sBBHH66sHH16s", b"\xed\xab\xee\xdb", 3, 0, 0, 1, b"sample-1.0-1", 1, 5, b"")
    header = b"\x8e\xad\xe8\x01" + bytes(4) + struct.pack(">II", 0, 0)
    return lead + header + header + gzip.compress(cpio(files), mtime=0)


def ar(files: "Mapping[str, bytes]") -> bytes:
    out = b"!<arch>\n"
    for name, data in files.items():
        out += b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name.encode() + b"/", UNIX_DATE, 0, 0, 0o100644, len(data)) + data
        out += b"\n" * (len(data) % 2)
    return out


def deb(files: "Mapping[str, bytes]" = FILES) -> bytes:
    def tar_xz(entries: "Mapping[str, bytes]") -> bytes:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:xz") as archive:
            for name, data in entries.items():
                info = tarfile.TarInfo("./" + name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        return buffer.getvalue()

    return ar({"debian-binary": b"2.0\n", "control.tar.xz": tar_xz({"control": b"Package: sample\n"}), "data.tar.xz": tar_xz(files)})


class RawName(zipfile.ZipInfo):
    """A zip entry whose name is these bytes, without the flag that says UTF-8."""

    def __init__(self, raw: bytes, system: int) -> None:
        super().__init__("name", DATE)
        self.raw = raw
        self.create_system = system

    def _encodeFilenameFlags(self) -> "tuple[bytes, int]":
        return self.raw, self.flag_bits


def zip_of(entries: "Iterable[tuple[str | bytes, bytes, int]]", system: int = 3) -> bytes:
    """entries: list of (name as str or bytes, data, st_mode)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in entries:
            info = RawName(name, system) if isinstance(name, bytes) else zipfile.ZipInfo(name, DATE)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return buffer.getvalue()


def tar_of(entries: "Iterable[tuple[str, bytes, bytes, str]]") -> bytes:
    """entries: list of (name, data, type, link name)."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data, kind, link in entries:
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.mtime = kind, link, UNIX_DATE
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def local_header(name: bytes, packed: bytes, size: int, crc: int, method: int = 8) -> bytes:
    return struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, method, DOS_TIME, DOS_DATE, crc, len(packed), size, len(name), 0) + name


def central_header(name: bytes, packed_size: int, size: int, crc: int, offset: int, method: int = 8) -> bytes:
    return struct.pack(
        "<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, method, DOS_TIME, DOS_DATE, crc, packed_size, size, len(name), 0, 0, 0, 0, 0, offset
    ) + name


def end_of_zip(count: int, directory_size: int, offset: int) -> bytes:
    return struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, count, count, directory_size, offset, 0)


def overlapping_zip(count: int = 40) -> bytes:
    """Each entry's stored blocks quote the local headers of all that follow, down to one kernel they share: the "quoted
    overlap" of David Fifield's "A better zip bomb" (2019), small."""
    kernel = bytes(200_000)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    tail, plain, whole = deflate.compress(kernel) + deflate.flush(), kernel, b""
    files: list[tuple[bytes, int, int, int, int]] = []
    for number in reversed(range(count)):
        name = b"%03d" % number
        header = local_header(name, tail, len(plain), zlib.crc32(plain))
        files.insert(0, (name, len(tail), len(plain), zlib.crc32(plain), len(header) + len(tail)))
        whole = header + tail
        # A stored block that holds the next header; then the next entry's own blocks follow.
        tail = struct.pack("<BHH", 0, len(header), len(header) ^ 0xFFFF) + whole
        plain = header + plain
    directory = b""
    for name, packed_size, size, crc, from_end in files:
        directory += central_header(name, packed_size, size, crc, len(whole) - from_end)
    return whole + directory + end_of_zip(count, len(directory), len(whole))


def same_place_zip(count: int = 40) -> bytes:
    """All entries of the directory point at one local header: the "full overlap" of the same paper."""
    data = bytes(200_000)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(data) + deflate.flush()
    whole = local_header(b"000", packed, len(data), zlib.crc32(data)) + packed
    names = [b"%03d" % number for number in range(count)]
    directory = b"".join(central_header(name, len(packed), len(data), zlib.crc32(data), 0) for name in names)
    return whole + directory + end_of_zip(count, len(directory), len(whole))


def lying_zip() -> bytes:
    """Says 10 bytes, holds ten million."""
    data = bytes(10_000_000)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(data) + deflate.flush()
    crc = zlib.crc32(data[:10])
    whole = local_header(b"data", packed, 10, crc) + packed
    directory = central_header(b"data", len(packed), 10, crc, 0)
    return whole + directory + end_of_zip(1, len(directory), len(whole))


def link_zip(target: str) -> bytes:
    return zip_of([("link", target.encode(), stat.S_IFLNK | 0o777)])


def many_zip(count: str) -> bytes:
    return zip_of([("%06d" % number, b"", 0o100644) for number in range(int(count))])


TAR_TYPES = {
    "symlink": tarfile.SYMTYPE, "hardlink": tarfile.LNKTYPE, "character": tarfile.CHRTYPE, "block": tarfile.BLKTYPE,
    "fifo": tarfile.FIFOTYPE,
}


def special_tar(kind: str, target: str = "") -> bytes:
    return tar_of([("plain", b"plain", tarfile.REGTYPE, ""), ("special", b"", TAR_TYPES[kind], target)])


def named_zip(name: "str | bytes") -> bytes:
    return zip_of([("plain", b"plain", 0o100644), (name, b"data", 0o100644)])


def named_tar(name: str) -> bytes:
    return tar_of([("plain", b"plain", tarfile.REGTYPE, ""), (name, b"data", tarfile.REGTYPE, "")])


def encoded_tar(encoding: str, *names: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT, encoding=encoding) as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return out.getvalue()


def unicode_path(name: str, main: bytes) -> bytes:
    """Info-ZIP Unicode Path: the name in UTF-8, and the checksum of the main one."""
    data = struct.pack("<BI", 1, zlib.crc32(main)) + name.encode()
    return struct.pack("<HH", 0x7075, len(data)) + data


def unicode_zip(name: str, main: bytes = b"?.txt", checked: "bytes | None" = None) -> bytes:
    extra = unicode_path(name, main if checked is None else checked)
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 0, 0, 33, 0, 0, 0, len(main), len(extra)) + main + extra
    central = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 0, 0, len(main), len(extra), 0, 0, 0, 0, 0)
    central += main + extra
    return local + central + end_of_zip(1, len(central), len(local))


def in_encoding(encoding: str, names: "Iterable[str]", data: bytes) -> dict[bytes, bytes]:
    return {name.replace("/", "\\").encode(encoding): data for name in names}


def encoded_lzh(encoding: str, *names: str) -> bytes:
    return lzh(in_encoding(encoding, names, b""))


def encoded_cab(encoding: str, *names: str) -> bytes:
    return cab(in_encoding(encoding, names, b"x"))


def stale_unicode_zip(name: str) -> bytes:
    return unicode_zip(name, "été.txt".encode("cp437"), b"another.txt")


def unicode_lzh(name: str) -> bytes:
    return lzh_entry(2, b"?.txt", extra=[b"\x44" + name.encode("utf-16-le")]) + b"\0"


def paged_lzh(encoding: str, page: str, name: str) -> bytes:
    return lzh_entry(2, name.encode(encoding), extra=[b"\x46" + struct.pack("<I", int(page))]) + b"\0"


def padded_zip(local: str, central: str) -> bytes:
    """A zip with these bytes (hexadecimal) as extra fields of its entry, before its data and in the table."""
    before, after, data, name = bytes.fromhex(local), bytes.fromhex(central), b"data", b"padded.txt"
    common = struct.pack("<HHHHIIIHH", 0x800, 0, DOS_TIME, DOS_DATE, zlib.crc32(data), len(data), len(data), len(name), 0)[:-2]
    entry = b"PK\3\4" + struct.pack("<H", 20) + common + struct.pack("<H", len(before)) + name + before + data
    table = b"PK\1\2" + struct.pack("<HH", 0x314, 20) + common + struct.pack("<HHHHII", len(after), 0, 0, 0, 0o100644 << 16, 0) + name + after
    return entry + table + end_of_zip(1, len(table), len(entry))


def unicode_cab(name: str) -> bytes:
    return cab({name.encode(): b"x"}, attributes=0xA0)


def encoded_zip(encoding: str, system: str, *names: str) -> bytes:
    return zip_of([(name.encode(encoding), name.encode(), 0o100644) for name in names], int(system))


KINDS: "dict[str, Callable[..., bytes]]" = {
    "rar5": rar5, "rar5-volume": lambda: rar5({"data.bin": bytes(100)}, multivolume=True), "rar4": rar4, "cab": cab,
    "lzh": lzh, "cpio": cpio, "rpm": rpm, "ar": lambda: ar({"readme.txt": b"read me\n"}), "deb": deb,
    "lzh-of-level": lzh_of_level, "padded-zip": padded_zip,
    "lzh-sjis": lambda: lzh({"表示.txt".encode("cp932"): b"sign\n"}),
    "overlapping-zip": overlapping_zip, "same-place-zip": same_place_zip, "lying-zip": lying_zip, "link-zip": link_zip,
    "special-tar": special_tar, "named-zip": named_zip, "named-tar": named_tar, "encoded-zip": encoded_zip,
    "encoded-tar": encoded_tar,
    "encoded-lzh": encoded_lzh,
    "encoded-cab": encoded_cab,
    "unicode-zip": unicode_zip,
    "stale-unicode-zip": stale_unicode_zip,
    "unicode-lzh": unicode_lzh,
    "paged-lzh": paged_lzh,
    "unicode-cab": unicode_cab,
    "socket-cpio": lambda: cpio({"socket": b""}, 0o140644),
    "many-zip": many_zip,
    "nul-zip": lambda: named_zip(b"seen.txt\0hidden.exe"),
    "nul-first-zip": lambda: zip_of([(b"seen.txt\0hidden.exe", b"data", 0o100644)]),
    "twice-zip": lambda: zip_of([("twice", b"one", 0o100644), ("./twice", b"two", 0o100644)]),
    "inside-zip": lambda: zip_of([("a", b"one", 0o100644), ("a/b", b"two", 0o100644)]),
    "again-zip": lambda: zip_of([("again", b"old", 0o100644), ("again", b"new", 0o100644)]),
    "again-tar": lambda: tar_of([("again", b"old", tarfile.REGTYPE, ""), ("again", b"new", tarfile.REGTYPE, "")]),
    "deep-zip": lambda: named_zip("d/" * 200 + "f"),
}

kind, output, *arguments = sys.argv[1:]
with open(output, "wb") as file:
    file.write(KINDS[kind](*arguments))
