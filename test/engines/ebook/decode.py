"""Reads books with calibre and writes each as a folder of its parts, or as whatever the name says; many in one process.

    calibre-debug --run-without-debug -e decode.py -- '[["book.azw3", "folder"], …]'

Margins and sizes stay what they are in the book.
"""

import json
import sys

from calibre.ebooks.conversion import cli

KEEP = ["--disable-font-rescaling", *(f"--margin-{side}=-1" for side in ("top", "right", "bottom", "left"))]

if __name__ == "__main__":
    for source, result in json.loads(sys.argv[1]):
        cli.main(["ebook-convert", source, result, *KEEP])
