"""Writes the fonts and the attached files of a PDF into a folder, each under a number.

embedded_files.py PDF FOLDER

Prints a JSON array: {"kind": "font" | "attachment", "name": str, "extension": str, "file": str}
"""

import json
import re
import sys

import pikepdf

MOST = 10_000
SUBSET = re.compile(r"^[A-Z]{6}\+")


class Files:
    def __init__(self, folder):
        self.folder = folder
        self.made = []
        self.seen = set()

    def add(self, kind, name, extension, stream, wrap=lambda data: data):
        if stream.objgen != (0, 0):
            if stream.objgen in self.seen:
                return
            self.seen.add(stream.objgen)
        if len(self.made) >= MOST:
            raise SystemExit(f"more than {MOST} files are embedded")
        try:
            data = wrap(stream.read_bytes())
        except pikepdf.PdfError:
            return
        file = f"embedded-{len(self.made)}"
        with open(f"{self.folder}/{file}", "wb") as target:
            target.write(data)
        self.made.append({"kind": kind, "name": name, "extension": extension, "file": file})


def text(value):
    return str(value) if value is not None else ""


def type1(stream):
    """The parts of a Type 1 font (ISO 32000-1, 9.9) with the headers of a PFB file (Adobe TN 5040, 3.3)."""

    def wrap(data):
        lengths = [int(stream.get(key, 0)) for key in ("/Length1", "/Length2")]
        if min(lengths) < 0 or sum(lengths) > len(data):
            return data
        clear, secret = data[: lengths[0]], data[lengths[0] : sum(lengths)]
        zeros = data[sum(lengths) :]
        parts = [(1, clear), (2, secret), *([(1, zeros)] if zeros else [])]
        framed = b"".join(bytes([0x80, kind]) + len(part).to_bytes(4, "little") + part for kind, part in parts)
        return framed + b"\x80\x03"

    return wrap


def add_font(descriptor, files):
    name = SUBSET.sub("", text(descriptor.get("/FontName")).lstrip("/")) or "font"
    if isinstance(stream := descriptor.get("/FontFile"), pikepdf.Stream):
        files.add("font", name, "pfb", stream, type1(stream))
    if isinstance(stream := descriptor.get("/FontFile2"), pikepdf.Stream):
        files.add("font", name, "ttf", stream)
    if isinstance(stream := descriptor.get("/FontFile3"), pikepdf.Stream):
        files.add("font", name, "otf" if stream.get("/Subtype") == "/OpenType" else "cff", stream)


def add_attachment(specification, files):
    embedded = specification.get("/EF")
    name = text(specification.get("/UF")) or text(specification.get("/F")) or "attachment"
    for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac"):
        stream = embedded.get(key)
        if isinstance(stream, pikepdf.Stream):
            files.add("attachment", name, "", stream)
            return


def main():
    path, folder = sys.argv[1:]
    files = Files(folder)
    with pikepdf.open(path) as pdf:
        for each in pdf.objects:
            if not isinstance(each, pikepdf.Dictionary):
                continue
            if any(key in each for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                add_font(each, files)
            if isinstance(each.get("/EF"), pikepdf.Dictionary):
                add_attachment(each, files)
            # The specification of a file may stand inside its annotation, not by itself.
            inner = each.get("/FS")
            if isinstance(inner, pikepdf.Dictionary) and isinstance(inner.get("/EF"), pikepdf.Dictionary):
                add_attachment(inner, files)
    print(json.dumps(files.made))


main()
