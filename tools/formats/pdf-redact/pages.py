"""Removes from the pages of a PDF what lies under rectangles, by MuPDF, or makes a picture of a page if that cannot be done exactly."""

import io
from itertools import groupby

import fitz
import parts
import pikepdf
from matching import Item
from pdfminer_characters import UNREADABLE, Characters
from pikepdf import Array, Dictionary, Name
from PIL import Image, ImageDraw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from pdfminer_characters import Rectangle

# Characters, without the space above and below them that fonts have for the lines of a page.
fitz.TOOLS.set_small_glyph_heights(True)
fitz.TOOLS.mupdf_display_errors(False)

PICTURE_DPI = 200
MOST_PIXELS = 40_000_000
JPEG_QUALITY = 90
NO_PIXELS, PIXELS = 0, 2


class PageSpace:
    """The space of a page in its PDF, in which y goes up, and that of MuPDF, whose origin is at the top left of the media box."""

    def __init__(self, page: "fitz.Page") -> None:
        box = page.mediabox
        self.left, self.top = box.x0, box.y1

    def to_pdf(self, rectangle: "Sequence[float]") -> "Rectangle":
        x0, y0, x1, y1 = rectangle
        return (x0 + self.left, self.top - y1, x1 + self.left, self.top - y0)

    def to_fitz(self, rectangle: "Rectangle") -> "fitz.Rect":
        x0, y0, x1, y1 = rectangle
        return fitz.Rect(x0 - self.left, self.top - y1, x1 - self.left, self.top - y0)


def read_characters(document: "fitz.Document") -> "tuple[Characters, set[int]]":
    """Returns the characters of all pages, in the space of each page, and the pages with characters that have no known letter."""
    found = Characters()
    unreadable: set[int] = set()
    for page in document:
        space = PageSpace(page)
        raw = page.get_text("rawdict", flags=fitz.TEXT_PRESERVE_WHITESPACE | fitz.TEXT_PRESERVE_LIGATURES)
        for block in raw["blocks"]:
            for line in block.get("lines", []):
                for character in (one for span in line["spans"] for one in span["chars"]):
                    found.add(character["c"], page.number, space.to_pdf(character["bbox"]))
                    if character["c"] == UNREADABLE:
                        unreadable.add(page.number)
                found.add("\n", page.number, None)
    return found, unreadable


def rectangles_of(characters: Characters, begin: int, end: int) -> "Iterator[tuple[int, Rectangle]]":
    """Yields the page and the rectangle of each line, or of each character of a line that is not level or upright."""
    while begin > 0 and is_flat(characters.places[begin][1]) and characters.places[begin - 1][1] is not None:
        # The first of several letters that one glyph stands for has its place.
        begin -= 1
    places = [(page, rectangle) for page, rectangle in characters.places[begin:end] if rectangle is not None]
    for page, group in groupby(places, key=lambda place: place[0]):
        lines: list[list[Rectangle]] = []
        for _, one in group:
            if lines and is_in_line(lines[-1][-1], one):
                lines[-1].append(one)
            else:
                lines.append([one])
        yield from ((page, around(line)) for line in lines)


def is_flat(rectangle: "Rectangle | None") -> bool:
    return rectangle is not None and min(rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]) < 0.01


def is_in_line(one: "Rectangle", other: "Rectangle") -> bool:
    level = abs(one[1] - other[1]) < 0.3 * max(0.1, one[3] - one[1]) and abs(one[3] - other[3]) < 0.3 * max(0.1, one[3] - one[1])
    upright = abs(one[0] - other[0]) < 0.3 * max(0.1, one[2] - one[0]) and abs(one[2] - other[2]) < 0.3 * max(0.1, one[2] - one[0])
    return level or upright


def around(rectangles: "Sequence[Rectangle]") -> "Rectangle":
    x0, y0, x1, y1 = zip(*rectangles, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def touches(one: "Sequence[float]", other: "Sequence[float]", margin: float = 0.5) -> bool:
    return one[0] + margin < other[2] and other[0] + margin < one[2] and one[1] + margin < other[3] and other[1] + margin < one[3]


def contains(outer: "Sequence[float]", inner: "Sequence[float]") -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def over_pixels(rectangle: "Rectangle", spaces: "Sequence[Rectangle]") -> "Rectangle":
    """Returns a line of recognised text with what its letters in the picture reach beyond it.

    OCRmyPDF stretches a word and the space after it to the width that the word has in the picture.
    """
    after = [one for one in spaces if is_in_line(rectangle, one) and touches(rectangle, one, -1)]
    x0, y0, x1, y1 = around([rectangle, *after])
    by = 0.2 * min(x1 - x0, y1 - y0)
    return (x0 - by, y0 - by, x1 + by, y1 + by)


def spaces_in(characters: Characters, pages: "set[int]") -> "dict[int, list[Rectangle]]":
    """Returns the places of the spaces of pages that are counted from 0."""
    found: dict[int, list[Rectangle]] = {page: [] for page in pages}
    for text, (page, rectangle) in zip(characters.texts, characters.places, strict=True):
        if page in found and rectangle is not None and text.isspace():
            found[page].append(rectangle)
    return found


def core(rectangle: "Rectangle") -> "Rectangle":
    """Returns the middle of a line of characters, which touches no character beside, above or below it."""
    x0, y0, x1, y1 = rectangle
    dx, dy = min(0.15 * (y1 - y0), 0.3 * (x1 - x0)), 0.3 * (y1 - y0)
    if y1 - y0 > 3 * (x1 - x0):
        # Text that goes up or down.
        dx, dy = 0.3 * (x1 - x0), min(0.15 * (x1 - x0), 0.3 * (y1 - y0))
    return (x0 + dx, y0 + dy, x1 - dx, y1 - dy)


def moved_characters(before: Characters, after: Characters) -> "set[int]":
    """Returns the pages with a character in a place that had none like it before."""
    known: dict[tuple[int, str], set[tuple[int, int]]] = {}
    for text, (page, rectangle) in zip(before.texts, before.places, strict=True):
        if rectangle is not None:
            x, y = round(rectangle[0]), round(rectangle[1])
            known.setdefault((page, text), set()).update((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return {
        page
        for text, (page, rectangle) in zip(after.texts, after.places, strict=True)
        if rectangle is not None and text.strip() and (round(rectangle[0]), round(rectangle[1])) not in known.get((page, text), set())
    }


def has_pixels(page: "fitz.Page", rectangles: "Sequence[Rectangle]") -> bool:
    """Whether pictures are below the rectangles."""
    space = PageSpace(page)
    return any(touches(space.to_pdf(image["bbox"]), one, 0) for image in page.get_image_info() for one in rectangles)


def remove_content(source: str, target: str, marked: "dict[int, list[Rectangle]]", images: int) -> None:
    """Removes characters, and with `images` also pixels, in rectangles of pages that are counted from 0."""
    with pikepdf.open(source) as pdf:
        for number, rectangles in marked.items():
            page = pdf.pages[number].obj
            # MuPDF 1.21 drops inline pictures instead of changing their pixels.
            pikepdf.Page(page).externalize_inline_images()
            parts.begin_texts_anew(pdf, page)
            # PyMuPDF 1.21 crashes after it has made a few annotations, so they are made here.
            marks = [pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Redact, Rect=Array(one))) for one in rectangles]
            page["/Annots"] = Array([*(page.get("/Annots") or []), *marks])
        pdf.save(f"{target}.marked")
    document = fitz.open(f"{target}.marked")
    for number in marked:
        apply_redactions(document[number], images)
    document.save(target)


def apply_redactions(page: "Any", images: int) -> None:
    if fitz.VersionBind.startswith("1.21."):
        # Its public method reads the annotations to draw texts over them, and crashes too.
        page._apply_redactions(images)
    else:
        page.apply_redactions(images=images, graphics=0)


def has_drawings(page: "fitz.Page", areas: "Sequence[Rectangle]") -> bool:
    """Whether lines or shapes are in the areas; a background that fills an area shows nothing of what is redacted."""
    space = PageSpace(page)
    inside = [tuple(space.to_fitz(area)) for area in areas]
    for drawing in page.get_cdrawings():
        bounds = widened(drawing["rect"], (drawing.get("width") or 0) / 2)
        is_background = drawing["type"] == "f" and all(item[0] == "re" for item in drawing["items"]) and len(drawing["items"]) == 1
        if any(touches(bounds, area, 0) and not (is_background and contains(bounds, area)) for area in inside):
            return True
    return False


def widened(rectangle: "Sequence[float]", by: float) -> "Rectangle":
    # A line that is level has no height.
    x0, y0, x1, y1 = rectangle
    by = max(by, 0.1)
    return (x0 - by, y0 - by, x1 + by, y1 + by)


def image_digests(page: "fitz.Page", rectangles: "Sequence[Rectangle]") -> "set[bytes]":
    """Returns the digests of the pictures below the rectangles."""
    space = PageSpace(page)
    return {
        image["digest"]
        for image in page.get_image_info(hashes=True)
        if any(touches(space.to_pdf(image["bbox"]), one) for one in rectangles)
    }


def picture_of(page: "fitz.Page", box: "Rectangle", rectangles: "Sequence[Rectangle]") -> bytes:
    """Returns the page inside its box as JPEG, with the rectangles painted over. Annotations are not in it."""
    clip = PageSpace(page).to_fitz(box)
    scale = min(PICTURE_DPI / 72, (MOST_PIXELS / max(1.0, clip.width * clip.height)) ** 0.5)
    pixels = page.get_pixmap(matrix=fitz.Matrix(scale, scale), clip=clip, annots=False)
    image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)
    draw = ImageDraw.Draw(image)
    for x0, y0, x1, y1 in rectangles:
        edges = ((x0 - box[0]) * scale - 1, (box[3] - y1) * scale - 1, (x1 - box[0]) * scale + 1, (box[3] - y0) * scale + 1)
        draw.rectangle(edges, fill=(0, 0, 0))
    stored = io.BytesIO()
    image.save(stored, "JPEG", quality=JPEG_QUALITY)
    return stored.getvalue()


def located(items: "Sequence[Item]", readings: "Sequence[Characters]") -> "dict[int, list[tuple[bool, list[tuple[int, Rectangle]]]]]":
    """Returns the places of each item: pages and rectangles of its lines, and whether it is another place than those before.

    Two readers see most places, and recognised text lies over text: all of it is removed, and counts once.
    """
    places: dict[int, list[tuple[bool, list[tuple[int, Rectangle]]]]] = {}
    for item in items:
        found: list[tuple[bool, list[tuple[int, Rectangle]]]] = []
        of_others: dict[int, list[Rectangle]] = {}
        for characters in readings:
            own: dict[int, list[Rectangle]] = {}
            for begin, end in sorted(set(item.spans(characters.texts))):
                lines = list(rectangles_of(characters, begin, end))
                # Readers see the same place at slightly different heights.
                if is_known(lines, of_others):
                    continue
                found.append((not is_known(lines, own), lines))
                for page, one in lines:
                    own.setdefault(page, []).append(one)
            for page, rectangles in own.items():
                of_others.setdefault(page, []).extend(rectangles)
        places[item.index] = found
    return places


def is_known(lines: "list[tuple[int, Rectangle]]", known: "dict[int, list[Rectangle]]") -> bool:
    return all(any(has_middle(other, one) for other in known.get(page, [])) for page, one in lines)


def has_middle(outer: "Rectangle", inner: "Rectangle") -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    is_as_wide = outer[2] - outer[0] > 0.8 * (inner[2] - inner[0]) and outer[3] - outer[1] > 0.5 * (inner[3] - inner[1])
    return is_as_wide and outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]
