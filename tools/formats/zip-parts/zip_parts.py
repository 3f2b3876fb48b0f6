"""Extracts files from a zip that is a document or a book, and rewrites the zip with other files in their place.

zip_parts.py list ZIP                      JSON of all entries
zip_parts.py extract ZIP FOLDER            numbers of entries on standard input, as JSON; each becomes FOLDER/number
zip_parts.py pack ZIP OUTPUT               {number: path of its replacement} on standard input, as JSON
zip_parts.py folder ZIP OUTPUT             "folder/" on standard input, as JSON: only its content, without its name

Names of entries never become names of files here. Prints one JSON value.
"""

import json
import sys
import zipfile
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, TypedDict

    class Entry(TypedDict):
        number: int
        name: str
        size: int
        packed: int
        folder: bool
        encrypted: bool


_CHUNK = 1 << 20
_ENCRYPTED = 0x1


def list_entries(archive: zipfile.ZipFile) -> "list[Entry]":
    return [
        {
            "number": number,
            "name": entry.filename,
            "size": entry.file_size,
            "packed": entry.compress_size,
            "folder": entry.is_dir(),
            "encrypted": bool(entry.flag_bits & _ENCRYPTED),
        }
        for number, entry in enumerate(archive.infolist())
    ]


def _copy(source: "IO[bytes]", target: "IO[bytes]") -> None:
    while chunk := source.read(_CHUNK):
        target.write(chunk)


def extract(archive: zipfile.ZipFile, folder: str, numbers: list[int]) -> dict[str, list[int]]:
    """Skips files that cannot be unpacked: the others are still good."""
    entries = archive.infolist()
    done: list[int] = []
    damaged: list[int] = []
    for number in numbers:
        try:
            with archive.open(entries[number]) as source, open(f"{folder}/{number}", "wb") as target:
                _copy(source, target)
            done.append(number)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            damaged.append(number)
    return {"extracted": done, "damaged": damaged}


def _same_entry(entry: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """Copies an entry without its sizes. Writers put nothing into `extra` that a reader of documents needs."""
    same = zipfile.ZipInfo(entry.filename, entry.date_time)
    same.external_attr = entry.external_attr
    same.create_system = entry.create_system
    same.comment = entry.comment
    return same


def pack(archive: zipfile.ZipFile, output: str, replacements: dict[str, str]) -> dict[str, list[int]]:
    with zipfile.ZipFile(output, "w") as target:
        for index, entry in enumerate(archive.infolist()):
            same = _same_entry(entry)
            if entry.is_dir():
                target.writestr(same, b"", zipfile.ZIP_STORED)
                continue
            path = replacements.get(str(index))
            if path is None:
                data = archive.read(entry)
            else:
                with open(path, "rb") as file:
                    data = file.read()
            # The first entry of OpenDocument and EPUB states their type: it is stored, so that its bytes have a fixed offset.
            is_mark = index == 0 and entry.filename == "mimetype"
            gains = not is_mark and len(zlib.compress(data, 9)) < len(data)
            target.writestr(same, data, zipfile.ZIP_DEFLATED if gains else zipfile.ZIP_STORED, 9)
        target.comment = archive.comment
    return {}


def pack_folder(archive: zipfile.ZipFile, output: str, folder: str) -> dict[str, list[int]]:
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in archive.infolist():
            name = entry.filename.removeprefix(folder)
            if entry.is_dir() or name == entry.filename:
                continue
            with archive.open(entry) as source, target.open(name, "w", force_zip64=True) as copy:
                _copy(source, copy)
    return {}


def main() -> None:
    command, path, *rest = sys.argv[1:]
    with zipfile.ZipFile(path) as archive:
        if command == "list":
            answer = list_entries(archive)
        elif command == "extract":
            answer = extract(archive, rest[0], json.load(sys.stdin))
        elif command == "folder":
            answer = pack_folder(archive, rest[0], json.load(sys.stdin))
        else:
            answer = pack(archive, rest[0], json.load(sys.stdin))
    print(json.dumps(answer))


main()
