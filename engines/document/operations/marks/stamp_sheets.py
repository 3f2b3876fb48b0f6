"""Makes sheets of a stamp that put it at its position on pages.

Usage: stamp_sheets.py SETTINGS DOCUMENT STAMP RESULT

qpdf centres a page on the finished size of another. RESULT has a sheet for each page size of DOCUMENT: as large as these
pages, with the first page of STAMP at the position that SETTINGS, a JSON object, gives, at its own size or as large as fits:

    pages      [[first, last], …]: pages of DOCUMENT that get a sheet, ascending
    alignment  "top_left", "center"
    margin     points that stay free at the edges
    scale      factor of its own size
    angle      degrees clockwise
    opacity    1: opaque
    tiled      whether it is repeated all over the page
    text       null; or the text that was drawn as STAMP:
               {"each": whether there is a page of STAMP for each of the pages, "anchor": points from the left edge of a page of STAMP,
                "side": which part of the text is there: "left", "middle" or "right", "height": points, "widest": a PDF as wide as the text,
                "subtype": of the artifact that it is in a tagged document (ISO 32000-1, 14.8.2.2), null for none}

Prints JSON: {"sheets": [number of the sheet for each of the pages], "lost": whether STAMP has links or fields that are left out,
"trimmed": whether one of the pages has a finished size, at which qpdf cuts off its content}.
"""

import json
import math
import sys
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Box: TypeAlias = tuple[float, float, float, float]
    Matrix: TypeAlias = tuple[float, float, float, float]

MOST_REPETITIONS = 1000
LETTER = (0.0, 0.0, 612.0, 792.0)


@dataclass(frozen=True)
class Place:
    """Where a stamp goes on a page as it is shown, in points from the lower left corner of the box that qpdf lays it on."""

    width: float
    height: float
    room: "Box"


def box_of(page: pikepdf.Page, *keys: str) -> "Box":
    """Returns the first of these boxes that the page has or inherits, with its corners in order."""
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
    """Returns a box as it is seen, relative to the lower left corner of another."""
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


def without(margin: float, box: "Box") -> "Box":
    """Takes off the margins; they are smaller on a page that is hardly larger than its margins."""
    x0, y0, x1, y1 = box
    across, up = min(margin, (x1 - x0) / 10), min(margin, (y1 - y0) / 10)
    return (x0 + across, y0 + up, x1 - across, y1 - up)


def place_of(page: pikepdf.Page, margin: float) -> Place:
    """Returns the room for a stamp: the shown part of the finished size (TrimBox), on which qpdf lays it."""
    trim = box_of(page, "/TrimBox", "/CropBox", "/MediaBox")
    media = box_of(page, "/MediaBox")
    seen = common(box_of(page, "/CropBox", "/MediaBox"), media) or media
    turn, unit = turn_of(page), unit_of(page)
    _, _, width, height = (unit * value for value in shown(trim, trim, turn))
    x0, y0, x1, y1 = (unit * value for value in shown(common(trim, seen) or trim, trim, turn))
    room = without(margin, (x0, y0, x1, y1))
    x0, y0, x1, y1 = (round(value, 3) for value in room)
    return Place(round(width, 3), round(height, 3), (x0, y0, x1, y1))


def shares(alignment: str) -> "tuple[float, float]":
    """Returns which shares of the free space go to the left of a stamp and below it."""
    across = 0.0 if "left" in alignment else 1.0 if "right" in alignment else 0.5
    up = 0.0 if "bottom" in alignment else 1.0 if "top" in alignment else 0.5
    return across, up


def box_around(stamp: "Box", turn: int, unit: float, place: Place, alignment: str) -> Array:
    """Returns the part of the stamp's coordinates that a sheet shows. qpdf scales down a sheet that is larger than the page."""
    _, _, width, height = (unit * value for value in shown(stamp, stamp, turn))
    x0, y0, x1, y1 = place.room
    scale = max(1.0, width / (x1 - x0), height / (y1 - y0))
    across, up = shares(alignment)
    left = scale * x0 + across * (scale * (x1 - x0) - width)
    bottom = scale * y0 + up * (scale * (y1 - y0) - height)
    around = (-left / unit, -bottom / unit, (scale * place.width - left) / unit, (scale * place.height - bottom) / unit)
    return Array([round(value, 4) for value in unshown(around, stamp, turn)])


def changing(settings: "Any") -> "Matrix | None":
    """Returns the matrix that scales and turns the stamp, or None."""
    scale, angle = settings["scale"], math.radians(settings["angle"])
    if scale == 1 and settings["angle"] % 360 == 0:
        return None
    return (scale * math.cos(angle), -scale * math.sin(angle), scale * math.sin(angle), scale * math.cos(angle))


def changed(box: "Box", matrix: "Matrix | None") -> "Box":
    if matrix is None:
        return box
    a, b, c, d = matrix
    corners = [(a * x + c * y, b * x + d * y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return (min(across), min(up), max(across), max(up))


def text_box(text: "Any") -> "Box":
    """Returns the box of the text on its page, which is larger."""
    with pikepdf.open(text["widest"]) as pdf:
        left, _, right, _ = box_of(pdf.pages[0], "/MediaBox")
    width = right - left
    start = text["anchor"] - {"left": 0, "middle": width / 2, "right": width}[text["side"]]
    return (start, 0.0, start + width, text["height"])


def form_of(pdf: pikepdf.Pdf, page: pikepdf.Page, settings: "Any") -> "Any":
    """Returns the page as a form, cut off to what the page shows."""
    form = pdf.make_indirect(page.as_form_xobject(handle_transformations=False))
    if settings["opacity"] < 1:
        # A group: overlapping parts inside it do not shine through each other.
        if "/Group" not in form:
            form["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency)
    elif settings["text"] is not None and "/Group" in form:
        # Opaque text must have no transparency at all, since PDF/A-1 forbids it.
        del form["/Group"]
    return form


def content_of(settings: "Any", matrix: "Matrix | None", moves: "list[tuple[float, float]]") -> bytes:
    """moves: how far each repetition is from the stamp's own place."""
    a, b, c, d = matrix or (1, 0, 0, 1)
    opacity = "/Opacity gs " if settings["opacity"] < 1 else ""
    places = [f"{a:.6f} {b:.6f} {c:.6f} {d:.6f} {x:.2f} {y:.2f} cm " if matrix is not None or x or y else "" for x, y in moves]
    drawn = " ".join(f"q {place}{opacity}/Stamp Do Q" for place in places)
    text = settings["text"]
    if text is None:
        return drawn.encode()
    subtype = f" /Subtype /{text['subtype']}" if text["subtype"] else ""
    return f"/Artifact <</Type /Pagination{subtype}>> BDC {drawn} EMC".encode()


def repetitions(stamp: "Box", around: "Any") -> "list[tuple[float, float]]":
    """Returns the moves that repeat a stamp over a sheet, every second row by half a step, with gaps of half its size, or larger ones if it
    is small."""
    x0, y0, x1, y1 = stamp
    left, bottom, right, top = (float(side) for side in around)
    wide, high = max(x1 - x0, 1.0) * 1.5, max(y1 - y0, 1.0) * 1.5
    many = (right - left) * (top - bottom) / (wide * high)
    larger = math.sqrt(max(1.0, many / MOST_REPETITIONS))
    wide, high = wide * larger, high * larger
    rows = range(math.floor((bottom - y1) / high) + 1, math.ceil((top - y0) / high))
    columns = range(math.floor((left - x1) / wide), math.ceil((right - x0) / wide) + 1)
    return [((column + row % 2 / 2) * wide, row * high) for row in rows for column in columns]


class Sheets:
    """The sheets of one stamp, which are added to the stamp's own PDF."""

    def __init__(self, pdf: pikepdf.Pdf, settings: "Any") -> None:
        self.pdf = pdf
        self.settings = settings
        self.box = None if settings["text"] is None else text_box(settings["text"])
        self.stamps = list(pdf.pages)
        self.forms: dict[int, Any] = {}
        self.lost = False
        self.matrix = changing(settings)
        self.content = pdf.make_stream(content_of(settings, self.matrix, [(0, 0)]))

    def add(self, index: int, place: Place) -> None:
        page = self.stamps[index]
        if index not in self.forms:
            self.forms[index] = form_of(self.pdf, page, self.settings)
        own = self.box or box_of(page, "/TrimBox", "/CropBox", "/MediaBox")
        turn, unit = turn_of(page), unit_of(page)
        box = box_around(changed(own, self.matrix), turn, unit, place, self.settings["alignment"])
        content = self.content
        if self.settings["tiled"]:
            moves = repetitions(changed(own, self.matrix), box)
            content = self.pdf.make_stream(content_of(self.settings, self.matrix, moves))
        resources = Dictionary(XObject=Dictionary(Stamp=self.forms[index]))
        opacity = self.settings["opacity"]
        if opacity < 1:
            resources["/ExtGState"] = Dictionary(Opacity=Dictionary(Type=Name.ExtGState, ca=opacity, CA=opacity))
        sheet = Dictionary(Type=Name.Page, MediaBox=box, CropBox=box, Rotate=turn, Resources=resources, Contents=content)
        if "/UserUnit" in page.obj:
            sheet["/UserUnit"] = page.obj["/UserUnit"]
        annotations = page.obj.get("/Annots")
        if annotations is not None and self.matrix is None:
            sheet["/Annots"] = annotations
        elif isinstance(annotations, Array) and len(annotations) > 0:
            self.lost = True
        self.pdf.pages.append(pikepdf.Page(self.pdf.make_indirect(sheet)))

    def save(self, path: str) -> None:
        del self.pdf.pages[: len(self.stamps)]
        self.pdf.save(path)


def main(text: str, document: str, stamp: str, result: str) -> None:
    settings = json.loads(text)
    with pikepdf.open(document) as pdf:
        pages = list(pdf.pages)
        chosen = [pages[number - 1] for first, last in settings["pages"] for number in range(first, last + 1)]
        places = [place_of(page, settings["margin"]) for page in chosen]
        trimmed = any("/TrimBox" in page.obj for page in chosen)
    each = settings["text"] is not None and settings["text"]["each"]
    wanted = [(index if each else 0, place) for index, place in enumerate(places)]
    numbers = {one: number for number, one in enumerate(dict.fromkeys(wanted), start=1)}
    with pikepdf.open(stamp) as pdf:
        sheets = Sheets(pdf, settings)
        for index, place in numbers:
            sheets.add(index, place)
        sheets.save(result)
    print(json.dumps({"sheets": [numbers[one] for one in wanted], "lost": sheets.lost, "trimmed": trimmed}))


main(*sys.argv[1:])
