"""Makes of a stamp the sheets that put it where it is to be on pages.

Usage: stamp_sheets.py ALIGNMENT DOCUMENT STAMP RESULT

qpdf lays a page in the middle of the finished size of another. RESULT has a sheet for each size of the pages of DOCUMENT: as
large as these, with the first page of STAMP where ALIGNMENT (`top_left`, `center`) says, at its own size or as large as fits.
Prints JSON: {"sheets": [number of the sheet for each page of DOCUMENT]}.
"""

import json
import sys
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    Box: TypeAlias = tuple[float, float, float, float]

LETTER = (0.0, 0.0, 612.0, 792.0)


@dataclass(frozen=True)
class Place:
    """Where a stamp goes on a page as it is shown. Points, from the lower left corner of what qpdf lays it on."""

    width: float
    height: float
    room: "Box"


def box_of(page: pikepdf.Page, *keys: str) -> "Box":
    """The first of these boxes that the page has or inherits, with its corners in order."""
    for key in keys:
        value = inherited(page.obj, key)
        if isinstance(value, Array) and len(value) == 4:
            try:
                x0, y0, x1, y1 = [float(number) for number in value]
            except (TypeError, ValueError):
                continue
            if x0 != x1 and y0 != y1:
                return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return LETTER


def inherited(holder: "Any", key: str) -> "Any":
    for _ in range(100):
        if not isinstance(holder, Dictionary):
            return None
        if key in holder:
            return holder[key]
        holder = holder.get("/Parent")
    return None


def common(one: "Box", other: "Box") -> "Box | None":
    x0, y0, x1, y1 = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def turn_of(page: pikepdf.Page) -> int:
    value = inherited(page.obj, "/Rotate")
    return int(value) % 360 if isinstance(value, int) and value % 90 == 0 else 0


def unit_of(page: pikepdf.Page) -> float:
    value = page.obj.get("/UserUnit")
    try:
        return float(value) if value is not None and float(value) > 0 else 1.0
    except (TypeError, ValueError):
        return 1.0


def shown(box: "Box", within: "Box", turn: int) -> "Box":
    """A box as it is seen, from the lower left corner of another."""
    (left, bottom, right, top), (x0, y0, x1, y1) = within, box
    if turn == 90:
        return (y0 - bottom, right - x1, y1 - bottom, right - x0)
    if turn == 180:
        return (right - x1, top - y1, right - x0, top - y0)
    if turn == 270:
        return (top - y1, x0 - left, top - y0, x1 - left)
    return (x0 - left, y0 - bottom, x1 - left, y1 - bottom)


def unshown(box: "Box", within: "Box", turn: int) -> "Box":
    """The inverse of `shown`."""
    (left, bottom, right, top), (x0, y0, x1, y1) = within, box
    if turn == 90:
        return (right - y1, x0 + bottom, right - y0, x1 + bottom)
    if turn == 180:
        return (right - x1, top - y1, right - x0, top - y0)
    if turn == 270:
        return (left + y0, top - x1, left + y1, top - x0)
    return (left + x0, bottom + y0, left + x1, bottom + y1)


def place_of(page: pikepdf.Page) -> Place:
    """qpdf lays on the finished size (TrimBox); what is not shown of that is no room for a stamp."""
    trim = box_of(page, "/TrimBox", "/CropBox", "/MediaBox")
    media = box_of(page, "/MediaBox")
    seen = common(box_of(page, "/CropBox", "/MediaBox"), media) or media
    turn, unit = turn_of(page), unit_of(page)
    _, _, width, height = (unit * value for value in shown(trim, trim, turn))
    x0, y0, x1, y1 = (round(unit * value, 3) for value in shown(common(trim, seen) or trim, trim, turn))
    return Place(round(width, 3), round(height, 3), (x0, y0, x1, y1))


def shares(alignment: str) -> "tuple[float, float]":
    """Of the space that a stamp leaves free, how much is left of it, and how much below it."""
    across = 0.0 if "left" in alignment else 1.0 if "right" in alignment else 0.5
    up = 0.0 if "bottom" in alignment else 1.0 if "top" in alignment else 0.5
    return across, up


def box_around(stamp: "Box", turn: int, unit: float, place: Place, alignment: str) -> Array:
    """What of the stamp's coordinates a sheet shows. qpdf makes a sheet smaller that is larger than the page."""
    _, _, width, height = (unit * value for value in shown(stamp, stamp, turn))
    x0, y0, x1, y1 = place.room
    scale = max(1.0, width / (x1 - x0), height / (y1 - y0))
    across, up = shares(alignment)
    left = scale * x0 + across * (scale * (x1 - x0) - width)
    bottom = scale * y0 + up * (scale * (y1 - y0) - height)
    around = (-left / unit, -bottom / unit, (scale * place.width - left) / unit, (scale * place.height - bottom) / unit)
    return Array([round(value, 4) for value in unshown(around, stamp, turn)])


def add_sheets(pdf: pikepdf.Pdf, places: "Iterable[Place]", alignment: str) -> None:
    """The page is drawn as a form, which cuts off what the page does not show; its links and fields come along."""
    page = pdf.pages[0]
    stamp, turn, unit = box_of(page, "/TrimBox", "/CropBox", "/MediaBox"), turn_of(page), unit_of(page)
    form = pdf.make_indirect(page.as_form_xobject(handle_transformations=False))
    for place in places:
        box = box_around(stamp, turn, unit, place, alignment)
        sheet = Dictionary(
            Type=Name.Page,
            MediaBox=box,
            CropBox=box,
            Rotate=turn,
            Resources=Dictionary(XObject=Dictionary(Stamp=form)),
            Contents=pdf.make_stream(b"/Stamp Do"),
        )
        for key in ("/UserUnit", "/Annots"):
            if key in page.obj:
                sheet[key] = page.obj[key]
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(sheet)))


def main(alignment: str, document: str, stamp: str, result: str) -> None:
    with pikepdf.open(document) as pdf:
        places = [place_of(page) for page in pdf.pages]
    numbers = {place: number for number, place in enumerate(dict.fromkeys(places), start=1)}
    with pikepdf.open(stamp) as pdf:
        del pdf.pages[1:]
        add_sheets(pdf, numbers, alignment)
        del pdf.pages[0]
        pdf.save(result)
    print(json.dumps({"sheets": [numbers[place] for place in places]}))


main(*sys.argv[1:])
