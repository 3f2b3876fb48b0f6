"""Lists the attached files of a PDF: those of the document, of its parts (ISO 32000-2, 14.13), and of annotations on pages.

Usage: list_attachments.py PDF

Prints a JSON array, each file once: {"name", "description", "content_type", "size": bytes, as the PDF says, "created", "modified",
"relationship": as in ISO 32000-2, 7.11.3, "page": number of the page with its annotation}; what the PDF does not say is null.
"""

from __future__ import annotations

import json
import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, NameTree, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST = 10_000
DATE = re.compile(r"^D:(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z|[+-]\d\d)?'?(\d\d)?")


def specifications(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, int | None]]:
    """Yields the descriptions of files, with the number of the page on which an annotation has them."""
    names = pdf.Root.get("/Names")
    tree = names.get("/EmbeddedFiles") if isinstance(names, Dictionary) else None
    if isinstance(tree, Dictionary):
        yield from ((each, None) for _, each in NameTree(tree).items())
    for each in array(pdf.Root.get("/AF")):
        yield each, None
    for number, page in enumerate(pdf.pages, 1):
        for annotation in array(page.obj.get("/Annots")):
            if isinstance(annotation, Dictionary) and annotation.get("/Subtype") == Name.FileAttachment:
                yield annotation.get("/FS"), number
        for each in array(page.obj.get("/AF")):
            yield each, None


def array(value: Any) -> list[Any]:
    """Returns the items of an array; nothing for another value."""
    return list(value) if isinstance(value, Array) else []


def text(value: Any) -> str | None:
    """Returns a string of the PDF."""
    return str(value) if isinstance(value, pikepdf.String) else None


def name(value: Any) -> str | None:
    """Returns a name of the PDF without its slash."""
    return str(value)[1:] if isinstance(value, Name) else None


def date(value: Any) -> str | None:
    """Returns a date of the PDF (ISO 32000-2, 7.9.4) in the form of ISO 8601."""
    found = DATE.match(text(value) or "")
    if found is None:
        return None
    year, month, day, hour, minute, second, zone, minutes = found.groups()
    time = "" if hour is None else f"T{hour}:{minute}:{second or '00'}{zone or ''}"
    return f"{year}-{month}-{day}{time}{f':{minutes or 0:0>2}' if zone not in (None, 'Z') and time else ''}"


def described(specification: Any, page: int | None) -> tuple[object, dict[str, object]] | None:
    """Returns what identifies a file, and what is known of it; None if it is not in the PDF."""
    embedded = specification.get("/EF") if isinstance(specification, Dictionary) else None
    streams = [embedded.get(key) for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac")] if isinstance(embedded, Dictionary) else []
    stream = next((each for each in streams if isinstance(each, Stream)), None)
    if stream is None:
        return None
    parameters = stream.get("/Params")
    facts = parameters if isinstance(parameters, Dictionary) else Dictionary()
    size = facts.get("/Size")
    return stream.objgen, {
        "name": text(specification.get("/UF")) or text(specification.get("/F")),
        "description": text(specification.get("/Desc")),
        "content_type": name(stream.get("/Subtype")),
        "size": size if isinstance(size, int) and size >= 0 else None,
        "created": date(facts.get("/CreationDate")),
        "modified": date(facts.get("/ModDate")),
        "relationship": name(specification.get("/AFRelationship")),
        "page": page,
    }


def main() -> None:
    """Runs the program."""
    found: dict[object, dict[str, object]] = {}
    with pikepdf.open(sys.argv[1]) as pdf:
        for specification, page in specifications(pdf):
            file = described(specification, page)
            if file is not None and file[0] not in found:
                found[file[0]] = file[1]
            if len(found) == MOST:
                break
    print(json.dumps(list(found.values())))


main()
