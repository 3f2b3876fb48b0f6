"""Objects of a PDF, read without trusting them."""

from decimal import Decimal

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST_PARENTS = 50
ROUNDING = 1e-6


def get(holder: object, key: str) -> "Any":
    """Returns the value of a key; None without it, and without a dictionary."""
    try:
        return holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None


def has(holder: object, key: str) -> bool:
    return get(holder, key) is not None


def pages_of(pdf: pikepdf.Pdf) -> "list[Any]":
    pages: list[Any] = [page.obj for page in pdf.pages]
    return [page for page in pages if isinstance(page, Dictionary)]


def inherited(holder: object, key: str) -> "Any":
    """Returns a value of a page or field, or of what it is in."""
    above = holder
    for _ in range(MOST_PARENTS):
        if above is None or get(above, key) is not None:
            break
        above = get(above, "/Parent")
    return get(above, key)


def is_opaque(value: object) -> bool:
    """Whether it is an opacity of 1, or none."""
    return value is None or (isinstance(value, (int, float, Decimal)) and abs(float(value) - 1) < ROUNDING)


def items_of(value: object) -> "list[Any]":
    """Returns the items of an array; of anything else, none."""
    return list(value) if isinstance(value, Array) else []


def keys_of(holder: object) -> "list[str]":
    try:
        return list(holder.keys()) if isinstance(holder, (Dictionary, Stream)) else []
    except (UnicodeDecodeError, pikepdf.PdfError):
        return []


def name_of(value: object) -> str:
    """Returns a name with its slash; an empty text for anything else."""
    try:
        return str(value) if isinstance(value, Name) else ""
    except UnicodeDecodeError:
        return "/?"


def text_of(value: object) -> str:
    """Returns a text or name, for comparisons; an empty text for anything else."""
    if isinstance(value, bytes):
        return value.decode("latin-1")
    try:
        return str(value) if isinstance(value, (str, String, Name)) else ""
    except UnicodeDecodeError:
        return "?"


def bytes_of(value: object) -> bytes:
    """Returns the bytes of a text; none for anything else."""
    return bytes(value) if isinstance(value, String) else b""


def numbers_of(array: object) -> "list[float]":
    """Returns the numbers in an array."""
    return [float(each) for each in items_of(array) if isinstance(each, (int, float, Decimal)) and not isinstance(each, bool)]


def data_of(stream: object) -> bytes:
    """Returns the unpacked data of a stream; nothing if it cannot be unpacked."""
    try:
        return stream.read_bytes() if isinstance(stream, Stream) else b""
    except pikepdf.PdfError:
        return b""


def filters_of(stream: object) -> "list[str]":
    named = get(stream, "/Filter")
    return [name_of(each) for each in (items_of(named) if isinstance(named, Array) else [named])]


def below(value: "Any") -> "Iterator[Any]":
    """Yields an object of the file and what it contains, other objects of the file excepted, which are looked at by themselves."""
    waiting: list[Any] = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, (Dictionary, Stream)):
            children = [get(part, key) for key in keys_of(part)]
        elif isinstance(part, Array):
            children = list(part)
        else:
            continue
        waiting += [child for child in children if getattr(child, "objgen", (0, 0)) == (0, 0)]
