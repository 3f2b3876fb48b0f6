"""Writes the fonts and the attached files of a PDF into a folder, each under a number.

embedded_files.py PDF FOLDER

Prints a JSON array: {"kind": "font" | "attachment", "name": str, "extension": str, "file": str}
"""

import json
import re
import sys

import pikepdf

_MOST = 10_000
_SUBSET = re.compile(r"^[A-Z]{6}\+")


class Files:
    """Files that were written so far, each stream once."""

    def __init__(self, folder: str) -> None:
        self.made: list[dict[str, str]] = []
        self._folder = folder
        self._seen: set[tuple[int, int]] = set()

    def add(self, kind: str, name: str, extension: str, stream: pikepdf.Stream) -> None:
        if stream.objgen != (0, 0):
            if stream.objgen in self._seen:
                return
            self._seen.add(stream.objgen)
        if len(self.made) >= _MOST:
            sys.exit(f"more than {_MOST} files are embedded")
        try:
            data = stream.read_bytes()
        except pikepdf.PdfError:
            return
        file = f"embedded-{len(self.made)}"
        with open(f"{self._folder}/{file}", "wb") as target:
            target.write(_as_pfb(stream, data) if extension == "pfb" else data)
        self.made.append({"kind": kind, "name": name, "extension": extension, "file": file})


def _text(value: pikepdf.Object | None) -> str:
    return "" if value is None else str(value)


def _as_pfb(stream: pikepdf.Stream, data: bytes) -> bytes:
    """Returns the parts of a Type 1 font (ISO 32000-1, 9.9) with the headers of a PFB file (Adobe TN 5040, 3.3)."""
    try:
        clear, secret = (int(str(stream.get(key))) for key in ("/Length1", "/Length2"))
    except ValueError:
        return data
    if min(clear, secret) < 0 or clear + secret > len(data):
        return data
    parts = [(1, data[:clear]), (2, data[clear : clear + secret]), (1, data[clear + secret :])]
    framed = (bytes([0x80, kind]) + len(part).to_bytes(4, "little") + part for kind, part in parts if part)
    return b"".join(framed) + b"\x80\x03"


def _add_font(descriptor: pikepdf.Dictionary, files: Files) -> None:
    name = _SUBSET.sub("", _text(descriptor.get("/FontName")).lstrip("/")) or "font"
    for key, extension in (("/FontFile", "pfb"), ("/FontFile2", "ttf"), ("/FontFile3", "cff")):
        stream = descriptor.get(key)
        if isinstance(stream, pikepdf.Stream):
            files.add("font", name, "otf" if stream.get("/Subtype") == "/OpenType" else extension, stream)


def _add_attachment(specification: pikepdf.Dictionary, files: Files) -> None:
    embedded = specification.get("/EF")
    if not isinstance(embedded, pikepdf.Dictionary):
        return
    name = _text(specification.get("/UF")) or _text(specification.get("/F")) or "attachment"
    for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac"):
        stream = embedded.get(key)
        if isinstance(stream, pikepdf.Stream):
            files.add("attachment", name, "", stream)
            return


def main() -> None:
    path, folder = sys.argv[1:]
    files = Files(folder)
    with pikepdf.open(path) as pdf:
        for each in pdf.objects:
            if not isinstance(each, pikepdf.Dictionary):
                continue
            _add_font(each, files)
            _add_attachment(each, files)
            # The specification of a file may be part of its annotation instead of a separate object.
            inner = each.get("/FS")
            if isinstance(inner, pikepdf.Dictionary):
                _add_attachment(inner, files)
    print(json.dumps(files.made))


main()
