"""Takes files out of a zip that is a document or a book, and writes the same zip with other files in their place.

zip_parts.py list ZIP                      JSON of all entries
zip_parts.py extract ZIP FOLDER            numbers of entries on standard input, as JSON; each becomes FOLDER/number
zip_parts.py pack ZIP OUTPUT               {number: path of the file that takes its place} on standard input, as JSON

Names of entries never become names of files here. Prints one JSON value.
"""

import json
import sys
import zipfile
import zlib

CHUNK = 1 << 20
ENCRYPTED = 0x1


def entries_of(archive):
    return [
        {
            "number": number,
            "name": entry.filename,
            "size": entry.file_size,
            "packed": entry.compress_size,
            "folder": entry.is_dir(),
            "encrypted": bool(entry.flag_bits & ENCRYPTED),
        }
        for number, entry in enumerate(archive.infolist())
    ]


def copy(source, target):
    while True:
        chunk = source.read(CHUNK)
        if not chunk:
            return
        target.write(chunk)


def extract(archive, folder, numbers):
    """Files that cannot be unpacked are left out: the others are as good as they were."""
    entries = archive.infolist()
    done, damaged = [], []
    for number in numbers:
        try:
            with archive.open(entries[number]) as source, open(f"{folder}/{number}", "wb") as target:
                copy(source, target)
            done.append(number)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            damaged.append(number)
    return {"extracted": done, "damaged": damaged}


def kept(entry, index):
    """The same entry, but for its sizes. Writers put nothing into `extra` that a reader of documents needs."""
    copied = zipfile.ZipInfo(entry.filename, entry.date_time)
    copied.external_attr = entry.external_attr
    copied.create_system = entry.create_system
    copied.comment = entry.comment
    # The first entry of OpenDocument and EPUB says what they are: not compressed, so that its bytes stand at a fixed place.
    is_mark = index == 0 and entry.filename == "mimetype"
    copied.compress_type = zipfile.ZIP_STORED if is_mark else zipfile.ZIP_DEFLATED
    return copied, is_mark


def pack(archive, output, replacements):
    with zipfile.ZipFile(output, "w") as target:
        for index, entry in enumerate(archive.infolist()):
            copied, is_mark = kept(entry, index)
            if entry.is_dir():
                copied.compress_type = zipfile.ZIP_STORED
                target.writestr(copied, b"")
                continue
            path = replacements.get(str(index))
            if path is None:
                data = archive.read(entry)
            else:
                with open(path, "rb") as file:
                    data = file.read()
            if not is_mark and len(zlib.compress(data, 9)) >= len(data):
                copied.compress_type = zipfile.ZIP_STORED
            target.writestr(copied, data, compresslevel=9)
        target.comment = archive.comment
    return {}


def main():
    command, path, *rest = sys.argv[1:]
    with zipfile.ZipFile(path) as archive:
        if command == "list":
            answer = entries_of(archive)
        elif command == "extract":
            answer = extract(archive, rest[0], json.load(sys.stdin))
        else:
            answer = pack(archive, rest[0], json.load(sys.stdin))
    print(json.dumps(answer))


main()
