"""A VBA project as Office keeps it in vbaProject.bin: [MS-OVBA] in a compound file [MS-CFB]; just what LibreOffice reads."""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import itertools
import struct

from packages import OFFICE, PACKAGE, XML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

KIND = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
RELATIONSHIP = XML + '<Relationships xmlns="%s/relationships"><Relationship Id="rIdV" Type="%s" Target="%%s"/></Relationships>' % (PACKAGE, KIND)
RELATIONSHIP_BESIDE = XML + '<Relationships xmlns="%s/relationships"><Relationship Id="rId1" Type="%s/worksheet" Target="%%s"/><Relationship Id="rIdV" Type="%s" Target="%%s"/></Relationships>' % (PACKAGE, OFFICE, KIND)

SECTOR, MINI = 512, 64
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def project(modules: "Mapping[str, str]") -> bytes:
    """modules: name → source. `Module1` is one of procedures, the others belong to the document or its sheets."""
    listed = "".join(("Module=%s\r\n" if is_plain(name) else "Document=%s/&H00000000\r\n") % name for name in modules)
    streams = {
        "PROJECT": ('ID="{00000000-0000-0000-0000-000000000000}"\r\n%sName="VBAProject"\r\n' % listed).encode(),
        "VBA/_VBA_PROJECT": struct.pack("<HHBH", 0x61CC, 0xFFFF, 0, 0),
        "VBA/dir": compress(directory(modules)),
    }
    for name, source in modules.items():
        base = "" if is_plain(name) else 'Attribute VB_Base = "0{00020906-0000-0000-C000-000000000046}"\r\nAttribute VB_PredeclaredId = True\r\n'
        head = 'Attribute VB_Name = "%s"\r\n' % name + base
        streams["VBA/" + name] = compress((head + source.replace("\n", "\r\n")).encode())
    return compound(streams)


def is_plain(name: str) -> bool:
    return name == "Module1"


def compress(data: bytes) -> bytes:
    """Literal tokens only (2.4.1)."""
    packed = b"\x01"
    for at in range(0, len(data), 3640):
        part = data[at:at + 3640]
        tokens = b"".join(b"\x00" + part[each:each + 8] for each in range(0, len(part), 8))
        packed += struct.pack("<H", 0xB000 | (len(tokens) + 2 - 3)) + tokens
    return packed


def record(number: int, data: bytes) -> bytes:
    return struct.pack("<HI", number, len(data)) + data


def directory(modules: "Mapping[str, str]") -> bytes:
    made = record(1, struct.pack("<I", 1)) + record(2, struct.pack("<I", 0x409)) + record(0x14, struct.pack("<I", 0x409))
    made += record(3, struct.pack("<H", 1252)) + record(4, b"VBAProject") + record(5, b"") + record(0x40, b"") + record(6, b"") + record(0x3D, b"")
    made += record(7, struct.pack("<I", 0)) + record(8, struct.pack("<I", 0)) + struct.pack("<HIIH", 9, 4, 1, 1) + record(0xC, b"") + record(0x3C, b"")
    made += record(0xF, struct.pack("<H", len(modules))) + record(0x13, struct.pack("<H", 0xFFFF))
    for name in modules:
        wide = name.encode("utf-16-le")
        made += record(0x19, name.encode()) + record(0x47, wide) + record(0x1A, name.encode()) + record(0x32, wide) + record(0x1C, b"") + record(0x48, b"")
        made += record(0x31, struct.pack("<I", 0)) + record(0x1E, struct.pack("<I", 0)) + record(0x2C, struct.pack("<H", 0xFFFF)) + record(0x21 if is_plain(name) else 0x22, b"") + record(0x2B, b"")
    return made + record(0x10, b"")


def compound(streams: "Mapping[str, bytes]") -> bytes:
    """path → bytes; folders one deep. All streams are short, so all are in the mini stream."""
    root: list[tuple[str, str]] = []
    folders: dict[str, list[tuple[str, str]]] = {}
    for path in streams:
        folder, _, name = path.rpartition("/")
        (folders.setdefault(folder, []) if folder else root).append((name, path))
    # Name, kind and, of a stream, its path.
    entries: list[tuple[str, int, str]] = [("Root Entry", 5, "")]
    children: dict[int, list[int]] = {}
    for name, path in root:
        children.setdefault(0, []).append(len(entries))
        entries.append((name, 2, path))
    for folder, members in folders.items():
        children.setdefault(0, []).append(len(entries))
        parent = len(entries)
        entries.append((folder, 1, ""))
        for name, path in members:
            children.setdefault(parent, []).append(len(entries))
            entries.append((name, 2, path))

    mini_stream = b""
    mini_fat: list[int] = []
    starts: dict[str, int] = {}
    for path, data in streams.items():
        count = -(-len(data) // MINI)
        starts[path] = len(mini_fat)
        mini_fat += [len(mini_fat) + each + 1 for each in range(count - 1)] + [END]
        mini_stream += data.ljust(count * MINI, b"\0")

    right: dict[int, int] = {}
    child: dict[int, int] = {}
    for parent, members in children.items():
        # A chain to the right is a search tree too, if it is in order: by length, then by name.
        ordered = sorted(members, key=lambda each: (len(entries[each][0]), entries[each][0].upper()))
        child[parent] = ordered[0]
        right.update(itertools.pairwise(ordered))

    fat = [FAT]

    def allocate(data: bytes) -> "tuple[int, bytes]":
        count = max(1, -(-len(data) // SECTOR))
        start = len(fat)
        fat.extend([start + each + 1 for each in range(count - 1)] + [END])
        return start, data.ljust(count * SECTOR, b"\0")

    mini_start, mini_sectors = allocate(mini_stream)
    fat_of_mini = b"".join(struct.pack("<I", each) for each in mini_fat)
    mini_fat_start, mini_fat_sectors = allocate(fat_of_mini + b"\xff" * (-len(fat_of_mini) % SECTOR))
    listing = b""
    for number, (name, kind, path) in enumerate(entries):
        start, size = (mini_start, len(mini_stream)) if kind == 5 else (starts[path], len(streams[path])) if kind == 2 else (0, 0)
        wide = name.encode("utf-16-le") + b"\0\0"
        listing += wide.ljust(64, b"\0") + struct.pack("<HBBIII16sIQQIQ", len(wide), kind, 1, FREE, right.get(number, FREE), child.get(number, FREE), b"", 0, 0, 0, start, size)
    empty = b"\0" * 64 + struct.pack("<HBBIII16sIQQIQ", 0, 0, 0, FREE, FREE, FREE, b"", 0, 0, 0, 0, 0)
    while len(listing) % SECTOR:
        listing += empty
    listing_start, listing_sectors = allocate(listing)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH6sIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, b"", 0, 1, listing_start, 0, 4096, mini_fat_start, len(mini_fat_sectors) // SECTOR, END, 0)
    header += struct.pack("<I", 0) + b"\xff" * 4 * 108
    table = b"".join(struct.pack("<I", each) for each in fat).ljust(SECTOR, b"\xff")
    assert len(fat) <= SECTOR // 4
    return header + table + mini_sectors + mini_fat_sectors + listing_sectors
