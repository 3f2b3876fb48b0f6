"""Puts the content of pages back into the pages, after qpdf laid something on them.

Usage: open_pages.py over|under PAGES SOURCE RESULT

qpdf turns the content of a page into a form, and draws that and what it lays on it. The tags of a document refer to pieces of the
content of its pages (ISO 32000-1, 14.7.4.2), which they do not find in forms. PAGES is a JSON array [[first, last], …]. Prints JSON:
{"opened": how many pages}.
"""

import json
import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    Matrix: TypeAlias = tuple[float, float, float, float, float, float]

# Content that qpdf writes for each form.
DRAWN = re.compile(rb"q\s+([-.0-9eE\s]+?)\s+cm\s+(/\S+)\s+Do\s+Q")
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def matrix_of(numbers: "Iterable[Any]") -> "Matrix":
    a, b, c, d, e, f = (float(number) for number in numbers)
    return (a, b, c, d, e, f)


def chain(first: "Matrix", then: "Matrix") -> "Matrix":
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def is_identity(matrix: "Matrix") -> bool:
    return all(abs(one - other) < 1e-4 for one, other in zip(matrix, IDENTITY, strict=True))


def open_page(pdf: pikepdf.Pdf, page: pikepdf.Page, is_below: bool) -> bool:
    """qpdf draws two forms; the page's own comes first if something was laid over it."""
    contents, resources = page.obj.get("/Contents"), page.obj.get("/Resources")
    if not isinstance(contents, Stream) or not isinstance(resources, Dictionary):
        return False
    drawn = list(DRAWN.finditer(contents.read_bytes()))
    forms = resources.get("/XObject")
    if len(drawn) != 2 or not isinstance(forms, Dictionary):
        return False
    own_drawn, laid_drawn = drawn if is_below else reversed(drawn)
    own, laid = (forms.get(match.group(2).decode("latin-1")) for match in (own_drawn, laid_drawn))
    if not isinstance(own, Stream) or not isinstance(laid, Stream):
        return False
    matrix = chain(matrix_of(own.get("/Matrix", IDENTITY)), matrix_of(own_drawn.group(1).split()))
    merged = Dictionary(dict(own.get("/Resources", Dictionary()).items()))
    drawings = Dictionary(dict(merged.get("/XObject", Dictionary()).items()))
    name = next(name for name in (f"/Laid{number}" for number in range(len(drawings) + 1)) if name not in drawings)
    drawings[name] = laid
    merged["/XObject"] = drawings
    move = "" if is_identity(matrix) else " ".join(f"{number:.6f}" for number in matrix) + " cm "
    inside = [pdf.make_stream(part) for part in (f"q {move}\n".encode(), own.read_bytes(), b"\nQ\n")]
    lay = pdf.make_stream(b"q " + b" ".join(laid_drawn.group(1).split()) + f" cm {name} Do Q\n".encode())
    page.obj["/Contents"] = Array([*inside, lay] if is_below else [lay, *inside])
    page.obj["/Resources"] = merged
    return True


def main(where: str, pages: str, source: str, result: str) -> None:
    with pikepdf.open(source) as pdf:
        all_pages = list(pdf.pages)
        numbers = [number for first, last in json.loads(pages) for number in range(first, last + 1)]
        opened = sum(open_page(pdf, all_pages[number - 1], where == "over") for number in numbers)
        pdf.save(result)
    print(json.dumps({"opened": opened}))


main(*sys.argv[1:])
