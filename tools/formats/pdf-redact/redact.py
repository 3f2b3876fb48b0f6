"""Removes from a PDF what is to be redacted: text, pixels, drawings, annotations, fields, and texts of the document.

Usage: redact.py SOURCE RESULT

The standard input is JSON, as it is secret: {"items": what to redact, "pictures": pages that become pictures; null: all that have something
to redact}. Rectangles are in points from the top left of a page as it is seen, pages are counted from 1. Prints JSON: {"error", "item"}, or
{"items": [{"pages", "places", "rectangles", "document"}], "pictured": [page], "look": [page], "covered": [[item, page, rectangle]]}:
`document` counts annotations, fields and texts outside of pages; `look` names the pages on which text may only be seen; `covered` has all
rectangles in the space of their pages.
"""

import json
import os
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fitz
import pages as page_work
import parts
import pdfminer_characters
import pikepdf
from matching import InvalidItem, Item, TooManyMatches, items_of, print_without_values
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pdfminer_characters import Rectangle

MOST_PAGES = 2000
# Rectangles of all items that are listed.
MOST_LISTED = 1000
# Room around a page, so that what is outside of it is found too, points.
OUTSIDE = 2000
KEPT = ("/MediaBox", "/CropBox", "/Rotate", "/UserUnit")
KEPT_MARK = "/KeptRedact"


@dataclass
class Frame:
    """What a viewer shows of a page."""

    box: "Rectangle"
    turn: int
    unit: float
    entries: "dict[str, Any]"

    def to_page(self, x: float, y: float, width: float, height: float) -> "Rectangle | None":
        """Returns an area of the page as it is seen in the space of the page, cut at its edges; None if it is outside of it."""
        x0, y0, x1, y1 = (number / self.unit for number in (x, y, x + width, y + height))
        left, bottom, right, top = self.box
        found = {
            0: (left + x0, top - y1, left + x1, top - y0),
            90: (left + y0, bottom + x0, left + y1, bottom + x1),
            180: (right - x1, bottom + y0, right - x0, bottom + y1),
            270: (right - y1, top - x1, right - y0, top - x0),
        }[self.turn]
        cut = (max(found[0], left), max(found[1], bottom), min(found[2], right), min(found[3], top))
        return cut if cut[0] < cut[2] and cut[1] < cut[3] else None

    def as_seen(self, rectangle: "Rectangle") -> "list[float]":
        x0, y0, x1, y1 = rectangle
        left, bottom, right, top = self.box
        found = {
            0: (x0 - left, top - y1, x1 - left, top - y0),
            90: (y0 - bottom, x0 - left, y1 - bottom, x1 - left),
            180: (right - x1, y0 - bottom, right - x0, y1 - bottom),
            270: (top - y1, right - x1, top - y0, right - x0),
        }[self.turn]
        a, b, c, d = (number * self.unit for number in found)
        return [round(number, 1) for number in (a, b, c - a, d - b)]


class Found:
    """What was found of one item."""

    def __init__(self) -> None:
        self.places = 0
        # Annotations, fields, and texts of the document.
        self.document = 0
        self.rectangles: list[tuple[int, Rectangle]] = []


class Work:
    """What is done to the pages, which are counted from 0."""

    def __init__(self, frames: "list[Frame]", items: int) -> None:
        self.frames = frames
        self.found = [Found() for _ in range(items)]
        # Rectangles that are redacted as a whole, and those of lines of text.
        self.areas: dict[int, list[Rectangle]] = {}
        self.lines: dict[int, list[Rectangle]] = {}
        self.pictures: dict[int, bytes] = {}
        self.look: set[int] = set()

    def add_area(self, item: int, page: int, rectangle: "Rectangle") -> None:
        self.areas.setdefault(page, []).append(rectangle)
        self.found[item].places += 1
        self.found[item].rectangles.append((page, rectangle))

    def rectangles(self, page: int) -> "list[Rectangle]":
        return [*self.areas.get(page, []), *self.lines.get(page, [])]

    def affected(self) -> "set[int]":
        return set(self.areas) | set(self.lines)


class TooManyPages(Exception):
    """More pages than are redacted."""


def frame_of(page: pikepdf.Page) -> Frame:
    numbers = [[float(number) for number in box] for box in (page.mediabox, page.cropbox)]
    media, crop = ((min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in numbers)
    box = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
    if box[0] >= box[2] or box[1] >= box[3]:
        box = media
    turn = int(inherited(page.obj, "/Rotate") or 0) % 360
    # Copies, since the file is closed before they are put back.
    kept = {key: number_or_list(value) for key in KEPT if (value := inherited(page.obj, key)) is not None}
    return Frame(box, turn if turn % 90 == 0 else 0, float(page.obj.get("/UserUnit") or 1), kept)


def number_or_list(value: "Any") -> "Any":
    return Array([float(one) for one in value]) if isinstance(value, Array) else value


def inherited(page: "Any", key: str) -> "Any":
    return next((one[key] for one in parts.ancestors(page) if key in one), None)


def prepare(source: str, target: str, given: "list[dict[str, Any]]", items: "list[Item]") -> Work:
    """Takes out annotations and fields, and opens the pages wide, so that all that is on them is read."""
    with pikepdf.open(source) as pdf:
        if len(pdf.pages) > MOST_PAGES:
            raise TooManyPages
        work = Work([frame_of(page) for page in pdf.pages], len(given))
        for index, one in enumerate(given):
            area: dict[str, Any] = one.get("area", {"pages": []})
            # A damaged file may have fewer pages than it says.
            pages: list[int] = [page - 1 for page in area["pages"] if page <= len(work.frames)]
            for page in pages:
                rectangle = work.frames[page].to_page(area["x"], area["y"], area["width"], area["height"])
                if rectangle is not None:
                    work.add_area(index, page, rectangle)
        names: dict[str, int] = {one["field"]: index for index, one in enumerate(given) if "field" in one}
        marks = next((index for index, one in enumerate(given) if one.get("annotations")), None)

        def is_removed(page: int, annotation: "Any") -> bool:
            subtype, rectangle = annotation.get("/Subtype"), parts.rectangle_of(annotation)
            if subtype == Name.Redact:
                if marks is None:
                    annotation["/Subtype"] = Name(KEPT_MARK)
                for quad in parts.quads_of(annotation) if marks is not None else []:
                    work.add_area(marks or 0, page, quad)
                return marks is not None
            matched = parts.items_in(annotation, items, parts.state_names(annotation))
            if subtype == Name.Widget:
                above = list(parts.ancestors(annotation))
                values = [one[key] for one in above for key in parts.VALUES if key in one]
                matched += [index for value in values for index in parts.items_in(value, items)]
                matched += [names[name] for name in {parts.name_of(one) for one in above} if name in names]
            for index in set(matched):
                work.found[index].document += 1
                if subtype == Name.Widget and rectangle is not None:
                    work.add_area(index, page, rectangle)
            return len(matched) > 0

        parts.remove_annotations(pdf, is_removed)
        for page, frame in zip(pdf.pages, work.frames, strict=True):
            x0, y0, x1, y1 = frame.box
            parts.drop_keys(page.obj, KEPT)
            # Both, as either may be inherited.
            page.obj["/MediaBox"] = page.obj["/CropBox"] = Array([x0 - OUTSIDE, y0 - OUTSIDE, x1 + OUTSIDE, y1 + OUTSIDE])
            page.obj["/Rotate"] = 0
        pdf.save(target)
    return work


def work_on_pages(source: str, target: str, work: Work, items: "list[Item]", pictured: "set[int]", unusual: "set[int]") -> None:
    """Removes what was found from the content of the pages, and makes the pictures of pages."""
    document = fitz.open(source)
    characters, unreadable = page_work.read_characters(document)
    others, unread = pdfminer_characters.read_characters(source)
    work.look |= unreadable | unread
    for index, places in page_work.located(items, [characters, others]).items():
        for is_new, parts_of_place in places:
            if is_new:
                work.found[index].places += 1
                work.found[index].rectangles += parts_of_place
            for number, rectangle in parts_of_place:
                work.lines.setdefault(number, []).append(rectangle)
    lines: dict[int, list[Rectangle]] = {}
    whole: dict[int, list[Rectangle]] = {}
    before: dict[int, set[bytes]] = {}
    spaces = page_work.spaces_in(characters, set(work.lines) | set(work.areas))
    for page in document:
        number = page.number
        if page.get_image_info():
            work.look.add(number)
        areas, rectangles = work.areas.get(number, []), work.rectangles(number)
        if number in pictured or (rectangles and number in unusual) or page_work.has_drawings(page, areas):
            work.pictures[number] = page_work.picture_of(page, work.frames[number].box, rectangles)
        elif rectangles:
            if page_work.has_pixels(page, rectangles):
                # Those of a scan, whose letters are wider than the text that was recognised in it.
                work.lines[number] = [page_work.over_pixels(one, spaces[number]) for one in work.lines.get(number, [])]
                lines[number], whole[number] = [], work.rectangles(number)
            else:
                lines[number], whole[number] = [page_work.core(one) for one in work.lines.get(number, [])], areas
            before[number] = page_work.image_digests(page, rectangles)
    page_work.remove_content(source, f"{target}.lines", lines, page_work.NO_PIXELS)
    page_work.remove_content(f"{target}.lines", target, whole, page_work.PIXELS)
    after = fitz.open(target)
    moved = page_work.moved_characters(others, pdfminer_characters.read_characters(target, set(before))[0])
    for number, digests in before.items():
        if number in moved or digests & page_work.image_digests(after[number], work.rectangles(number)):
            # MuPDF has moved text that stays, or could not change a picture.
            work.pictures[number] = page_work.picture_of(document[number], work.frames[number].box, work.rectangles(number))


def finish(source: str, target: str, work: Work, items: "list[Item]") -> None:
    """Draws the boxes, and removes all else in the document that has to do with them."""
    with pikepdf.open(source) as pdf:
        affected = work.affected() | set(work.pictures)
        for number, page in enumerate(pdf.pages):
            frame = work.frames[number]
            parts.drop_keys(page.obj, KEPT)
            for key, value in frame.entries.items():
                page.obj[key] = value
            if number in work.pictures:
                become_picture(pdf, page.obj, frame.box, work.pictures[number])
            elif number in affected:
                parts.drop_inline_replacements(pdf, page.obj)
                draw_boxes(pdf, page.obj, work.rectangles(number))

        def is_touched(page: int, annotation: "Any") -> bool:
            rectangle = parts.rectangle_of(annotation)
            if annotation.get("/Subtype") == Name(KEPT_MARK):
                annotation["/Subtype"] = Name.Redact
            return rectangle is not None and any(page_work.touches(rectangle, one) for one in work.rectangles(page))

        parts.remove_annotations(pdf, is_touched)
        parts.remove_hidden_parts(pdf)
        parts.drop_replacements(pdf, {page.obj.objgen for number, page in enumerate(pdf.pages) if number in affected})
        for index, count in parts.redact_strings(pdf, items).items():
            work.found[index].document += count
        pdf.remove_unreferenced_resources()
        pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def draw_boxes(pdf: pikepdf.Pdf, page: "Any", rectangles: "list[Rectangle]") -> None:
    contents = page.get("/Contents")
    own = list(contents) if isinstance(contents, Array) else [contents] if isinstance(contents, Stream) else []
    boxes = "".join(f"{x0:.3f} {y0:.3f} {x1 - x0:.3f} {y1 - y0:.3f} re f\n" for x0, y0, x1, y1 in rectangles)
    page["/Contents"] = Array([pdf.make_stream(b"q\n"), *own, pdf.make_stream(f"\nQ q 0 g\n{boxes}Q\n".encode())])


def become_picture(pdf: pikepdf.Pdf, page: "Any", box: "Rectangle", picture: bytes) -> None:
    parts.drop_keys(
        page, [key for key in parts.keys_of(page) if key not in (*KEPT, "/Type", "/Parent", "/Annots", "/Tabs", "/StructParents")]
    )
    size = page_work.Image.open(page_work.io.BytesIO(picture)).size
    image = pdf.make_stream(picture)
    for key, value in {"Type": Name.XObject, "Subtype": Name.Image, "ColorSpace": Name.DeviceRGB, "Filter": Name.DCTDecode}.items():
        image[f"/{key}"] = value
    image["/Width"], image["/Height"], image["/BitsPerComponent"] = *size, 8
    x0, y0, x1, y1 = box
    page["/Resources"] = Dictionary(XObject=Dictionary(Page=image))
    page["/Contents"] = pdf.make_stream(f"q {x1 - x0:.4f} 0 0 {y1 - y0:.4f} {x0:.4f} {y0:.4f} cm /Page Do Q".encode())


def answer(work: Work) -> "dict[str, Any]":
    listed = max(1, MOST_LISTED // len(work.found))
    found = [
        {
            "places": one.places,
            "document": one.document,
            "pages": sorted({page + 1 for page, _ in one.rectangles}),
            "rectangles": [[page + 1, *work.frames[page].as_seen(rectangle)] for page, rectangle in one.rectangles[:listed]],
        }
        for one in work.found
    ]
    numbers = [sorted(page + 1 for page in pages) for pages in (work.pictures, work.look | work.affected() | set(work.pictures))]
    covered = [[item, page + 1, rectangle] for item, one in enumerate(work.found) for page, rectangle in one.rectangles]
    return {"items": found, "pictured": numbers[0], "look": numbers[1], "covered": covered}


def main(source: str, result: str) -> "dict[str, Any]":
    request = json.load(sys.stdin)
    given, pictures = request["items"], request["pictures"]
    pictured: set[int] = {page - 1 for page in pictures or ()}
    try:
        items = items_of(given)
        work = prepare(source, f"{result}.wide", given, items)
        with pikepdf.open(f"{result}.wide") as pdf:
            unusual = {number for number, page in enumerate(pdf.pages) if pictures is None or parts.unusual_content(page.obj)}
        work_on_pages(f"{result}.wide", f"{result}.done", work, items, pictured, unusual)
        finish(f"{result}.done", result, work, items)
    except InvalidItem as error:
        return {"error": error.reason, "item": error.item}
    except TooManyMatches:
        return {"error": "matches too often"}
    except TooManyPages:
        return {"error": f"is for at most {MOST_PAGES} pages, and the PDF has more"}
    return answer(work)


if __name__ == "__main__":
    sys.excepthook = print_without_values
    print(json.dumps(main(*sys.argv[1:])), flush=True)
    # PyMuPDF prints what it has not freed when Python ends.
    os._exit(0)
