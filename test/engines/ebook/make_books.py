"""Makes small books of the kinds given, mobi among them, from one page, in the folder given; and damaged and locked ones.

calibre-debug --run-without-debug -e make_books.py -- PAGE FOLDER KIND…
"""

import os
import struct
import sys

from calibre.ebooks.conversion import cli


def locked_mobi(source: bytes) -> bytes:
    """The same book, whose header says that it is encrypted."""
    (record,) = struct.unpack(">I", source[78:82])
    return source[: record + 12] + struct.pack(">H", 2) + source[record + 14 :]


def palm(owner: bytes, record: bytes) -> bytes:
    """A Palm database of one record."""
    header = b"book".ljust(32, b"\0") + bytes(28) + owner + bytes(8) + struct.pack(">H", 1)
    return header + struct.pack(">II", len(header) + 8, 0) + record


if __name__ == "__main__":
    page, folder, *kinds = sys.argv[1:]
    for kind in kinds:
        cli.main(["ebook-convert", page, os.path.join(folder, f"book.{kind}")])
    with open(os.path.join(folder, "book.mobi"), "rb") as file:
        mobi = locked_mobi(file.read())
    locked = {
        "locked.mobi": mobi,
        "locked-palmdoc.pdb": palm(b"TEXtREAd", struct.pack(">HHIHHHH", 2, 0, 10, 1, 4096, 1, 0) + b"?" * 64),
        "locked-ereader.pdb": palm(b"PNRdPPrs", struct.pack(">H", 260) + bytes(200)),
        "locked.kfx": b"\xeaDRMION\xee" + bytes(200),
    }
    for name, content in locked.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
