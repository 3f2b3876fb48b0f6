"""Writes the changes of a PDF after the bytes of its file (ISO 32000-1, 7.5.6), so that digital signatures of it stay valid."""

import os
import re
import shutil

import pikepdf
from form_fields import FormError
from pikepdf import Dictionary, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

START = re.compile(rb"startxref\s+(\d{1,15})\s+%%EOF")
TAIL = 2048
# Fields of entries of a cross reference stream, in bytes: kind, offset, generation.
WIDTHS = (1, 8, 2)
# Entries of a trailer that each update repeats.
REPEATED = ("/Root", "/Info")


def append_changes(source: str, pdf: pikepdf.Pdf, path: str) -> None:
    """Writes source and, after it, all objects of pdf that differ from it. pdf: opened from source. Throws FormError."""
    previous, is_stream = last_table(source)
    with pikepdf.open(source) as before:
        # Opening a file repairs its pages; so both are repaired.
        len(before.pages)
        # Numbers, which are never changed, have no number of an object here.
        objects: list[Any] = [item for item in pdf.objects if hasattr(item, "objgen")]
        changed = [item for item in objects if written(item) != written_before(before, item.objgen)]
        identifier = before.trailer.get("/ID")
    shutil.copyfile(source, path)
    with open(path, "ab") as file:
        places: dict[int, tuple[int, int]] = {}
        for item in changed:
            number, generation = item.objgen
            file.write(b"\n")
            places[number] = (file.tell(), generation)
            file.write(b"%d %d obj\n" % item.objgen + written(item) + b"\nendobj\n")
        trailer: dict[str, Any] = {key: pdf.trailer[key] for key in REPEATED if key in pdf.trailer}
        if isinstance(identifier, pikepdf.Array) and len(identifier) == 2:
            trailer["/ID"] = pikepdf.Array([identifier[0], pikepdf.String(os.urandom(16))])
        trailer["/Prev"] = previous
        size = max([*places, *(item.objgen[0] for item in objects)]) + 1
        start = file.tell()
        if is_stream:
            places[size] = (start, 0)
            file.write(stream_of(size, places, trailer))
        else:
            file.write(table_of(places) + b"trailer\n" + Dictionary({**trailer, "/Size": size}).unparse() + b"\n")
        file.write(b"startxref\n%d\n%%%%EOF\n" % start)


def last_table(source: str) -> "tuple[int, bool]":
    """Returns where the last cross reference table begins, and whether it is a stream."""
    with open(source, "rb") as file:
        file.seek(max(0, os.path.getsize(source) - TAIL))
        starts = START.findall(file.read())
        if starts:
            file.seek(int(starts[-1]))
            begin = file.read(40)
            if begin.startswith(b"xref") or re.match(rb"\d+ \d+ obj", begin) is not None:
                return int(starts[-1]), not begin.startswith(b"xref")
    raise FormError("the file is signed, and so damaged that nothing can be written after it")


def written(item: "Any") -> bytes:
    """Returns an object as a file has it."""
    if not isinstance(item, Stream):
        return item.unparse(resolved=True)
    data = item.read_raw_bytes()
    entries: Any = Dictionary({key: item[key] for key in item.keys()})  # noqa: SIM118
    entries["/Length"] = len(data)
    return entries.unparse(resolved=True) + b"\nstream\n" + data + b"\nendstream"


def written_before(before: pikepdf.Pdf, number: "tuple[int, int]") -> "bytes | None":
    item: Any = before.get_object(number)
    return None if item is None else written(item)


def table_of(places: "dict[int, tuple[int, int]]") -> bytes:
    lines = [b"%d 1\n%010d %05d n \n" % (number, offset, generation) for number, (offset, generation) in sorted(places.items())]
    return b"xref\n" + b"".join(lines)


def stream_of(size: int, places: "dict[int, tuple[int, int]]", trailer: "dict[str, Any]") -> bytes:
    numbers = sorted(places)
    entries = b"".join(
        value.to_bytes(width, "big") for number in numbers for value, width in zip((1, *places[number]), WIDTHS, strict=True)
    )
    listed: dict[str, Any] = {
        **trailer,
        "/Type": pikepdf.Name.XRef,
        "/Size": size + 1,
        "/W": pikepdf.Array(WIDTHS),
        "/Index": pikepdf.Array([part for number in numbers for part in (number, 1)]),
        "/Length": len(entries),
    }
    return b"%d 0 obj\n" % size + Dictionary(listed).unparse() + b"\nstream\n" + entries + b"\nendstream\nendobj\n"
