"""Reads the values of fields from files: JSON, CSV, FDF and XFDF. Each returns a list: the values of one PDF each."""

import csv
import io
import json
import re
from xml.etree import ElementTree

import pikepdf
from form_fields import MOST_LEVELS, FormError
from objects import get, items_of, listed, text_of
from pikepdf import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Values = dict[str, Any]

MOST_BYTES = 16 * 1024**2
MOST_ROWS = 1000


def read_values(path: str) -> "list[Values]":
    """Recognises the file by its content. Raises FormError."""
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormError("it has more than 16 MiB")
    if data[:1024].lstrip().startswith(b"%FDF-"):
        return [_fdf_values(data)]
    text = _decoded(data)
    start = text.lstrip()[:1]
    rows = [_xfdf_values(text)] if start == "<" else _json_rows(text) if start in ("{", "[") else _csv_rows(text)
    if len(rows) > MOST_ROWS:
        raise FormError(f"it has {len(rows)} rows; at most {MOST_ROWS} PDFs are made at once")
    return rows


def _decoded(data: bytes) -> str:
    """Decodes by the byte order mark, else as UTF-8, else as Windows-1252, which Excel writes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _json_rows(text: str) -> "list[Values]":
    try:
        given: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise FormError("it is not valid JSON") from None
    rows = listed(given)
    if not rows or not all(isinstance(row, dict) for row in rows):
        raise FormError("its JSON is neither an object of fields and values nor a list of such objects")
    return rows


def _csv_rows(text: str) -> "list[Values]":
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=header.count)
    try:
        names, *rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if row]
    except (csv.Error, ValueError):
        raise FormError("it is not valid CSV with a row of field names") from None
    names = [name.strip() for name in names]
    if not rows:
        raise FormError("it has no row below the field names")
    if len(set(names)) != len(names):
        raise FormError("it names a field twice in its first row")
    for number, row in enumerate(rows, 1):
        if len(row) != len(names):
            raise FormError(f"its row {number} has {len(row)} cells, not {len(names)}")
    return [dict(zip(names, row, strict=True)) for row in rows]


def _fdf_values(data: bytes) -> "Values":
    try:
        with pikepdf.open(io.BytesIO(data)) as fdf:
            values: Values = {}
            pending: list[tuple[Any, str, int]] = [(each, "", 0) for each in items_of(get(get(fdf.Root, "/FDF"), "/Fields"))]
            while pending:
                node, prefix, level = pending.pop()
                part = text_of(get(node, "/T"))
                name = f"{prefix}.{part}" if prefix and part else prefix or part
                value = get(node, "/V")
                if name and value is not None:
                    values[name] = [text_of(each) for each in items_of(value)] if isinstance(value, Array) else text_of(value)
                if level < MOST_LEVELS:
                    pending += [(kid, name, level + 1) for kid in items_of(get(node, "/Kids"))]
    except (pikepdf.PdfError, AttributeError, ValueError):
        raise FormError("it is not valid FDF") from None
    return _not_empty(values, "FDF")


_SPACE = "{http://ns.adobe.com/xfdf/}"


def _xfdf_values(text: str) -> "Values":
    # Entities can expand to gigabytes, and XFDF has none.
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise FormError("it is XML with a document type, which XFDF does not have")
    try:
        # Without what could be harmful.
        root = ElementTree.fromstring(text)  # noqa: S314
    except (ElementTree.ParseError, ValueError):
        raise FormError("it is not valid XML") from None
    values: Values = {}
    pending = [(root, "")]
    while pending:
        node, prefix = pending.pop()
        tag = node.tag.removeprefix(_SPACE)
        part = node.get("name", "") if tag == "field" else ""
        name = f"{prefix}.{part}" if prefix and part else prefix or part
        found = [each.text or "" for each in node if each.tag.removeprefix(_SPACE) == "value"]
        if name and found:
            values[name] = found if len(found) > 1 else found[0]
        pending += [(each, name) for each in reversed(node)]
    return _not_empty(values, "XFDF")


def _not_empty(values: "Values", kind: str) -> "Values":
    if not values:
        raise FormError(f"it has no values of fields as {kind} has them")
    return values
