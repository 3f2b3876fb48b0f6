"""What programs need not be able to read: ISO 19005-1, 6.1.12; ISO 19005-2, 6.1.13. And what names and texts can be."""

from decimal import Decimal

from content import SMALLEST
from objects import below, inherited, items_of, keys_of, name_of, pages_of
from pikepdf import Array, Dictionary, Name, Stream, String
from problem import Problem, located

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    import pikepdf
    from uses import Uses

MOST_OBJECTS = 8_388_607
LONGEST_NAME = 127
LARGEST_INTEGER = 2**31
# By part of the standard.
LARGEST_REAL = {1: 32767.0, 2: 3.403e38, 3: 3.403e38}
LONGEST_TEXT = {1: 65535, 2: 32767, 3: 32767}
LONGEST_ARRAY, LARGEST_DICTIONARY = 8191, 4095
SMALLEST_SIDE, LARGEST_SIDE = 3, 14_400


def problems_of_limits(pdf: "pikepdf.Pdf", uses: "Uses", part: int) -> "Iterator[Problem]":
    """Yields which limits are exceeded. part: of the standard."""
    count = 0
    for item in pdf.objects:
        count += 1
        for value in below(item):
            yield from located(problems_of_value(value, part), item)
    if count > MOST_OBJECTS:
        yield Problem("6.1.12 6.1.13", "it has too many objects")
    for operand in uses.operands:
        yield from problems_of_plain(operand, part)
    if uses.saves_too_often:
        yield Problem("6.1.12 6.1.13", "its graphics states are nested too deep")
    if part > 1:
        for page in pages_of(pdf):
            yield from problems_of_sizes(page)


def problems_of_value(value: "Any", part: int) -> "Iterator[Problem]":
    if isinstance(value, (Dictionary, Stream)):
        keys = keys_of(value)
        if any(len(key.encode()) > LONGEST_NAME + 1 for key in keys):
            yield Problem("6.1.12 6.1.13", "a name is too long")
        if part == 1 and len(keys) > LARGEST_DICTIONARY:
            yield Problem("6.1.12", "a dictionary is too large")
    elif isinstance(value, Array):
        if part == 1 and len(value) > LONGEST_ARRAY:
            yield Problem("6.1.12", "an array is too long")
    elif isinstance(value, Name):
        if name_of(value) == "/?":
            yield Problem("- 6.1.8", "a name is not UTF-8")
        yield from problems_of_plain(name_of(value), part)
    elif isinstance(value, String):
        yield from problems_of_plain(bytes(value), part)
    elif isinstance(value, (int, float, Decimal)):
        yield from problems_of_plain(value, part)


def problems_of_plain(value: "int | float | Decimal | str | bytes", part: int) -> "Iterator[Problem]":
    if isinstance(value, str):
        if len(value.encode()) > LONGEST_NAME + 1:
            yield Problem("6.1.12 6.1.13", "a name is too long")
    elif isinstance(value, bytes):
        if len(value) > LONGEST_TEXT[part]:
            yield Problem("6.1.12 6.1.13", "a text is too long")
    elif isinstance(value, int):
        if not -LARGEST_INTEGER <= value < LARGEST_INTEGER:
            yield Problem("6.1.12 6.1.13", "a number is too large")
    elif abs(float(value)) > LARGEST_REAL[part]:
        yield Problem("6.1.12 6.1.13", "a number is too large")
    elif part > 1 and 0 < abs(float(value)) < SMALLEST:
        yield Problem("- 6.1.13", "a number is too near to 0")


def problems_of_sizes(page: "Any") -> "Iterator[Problem]":
    for key in ("/MediaBox", "/CropBox", "/TrimBox", "/ArtBox", "/BleedBox"):
        box = numbers_in(items_of(inherited(page, key)))
        if len(box) == 4:
            sides = (abs(box[2] - box[0]), abs(box[3] - box[1]))
            if any(not SMALLEST_SIDE <= side <= LARGEST_SIDE for side in sides):
                yield Problem("- 6.1.13", "a page is too small or too large", page)


def numbers_in(values: "Iterable[Any]") -> "list[float]":
    return [float(value) for value in values if isinstance(value, (int, float, Decimal))]
