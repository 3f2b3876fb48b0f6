"""Finds the pages of a PDF on which nothing is seen: PDFTOPPM PDF. Prints {"blank": [...], "unsure": [...]}, numbers from 1.

poppler draws all pages in one run, with annotations, and each picture is looked at as it comes. A page is blank if it has no mark but
specks. A page with a field of a form is not: readers show that it can be filled in. Unsure are pages that could not be drawn, or only with
errors, and would be blank.
"""

import json
import subprocess
import sys
import tempfile

import pikepdf
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

# Longer side of a drawn page in pixels: half a millimetre each on A4.
SIDE = 600
# A mark is darker or lighter than the paper by more, of 255. Measured on even paper: lines of every width and text of 85 % white are seen,
# single pixels of scans of 200 dpi are not. On the grain of a scan: pencil that is darker by 80 is seen, the other side of the sheet that
# shines through by up to 60 is not.
EVEN, GRAINY = 16, 40
# Paper is even if more of the page than this has exactly its shade: less than half of a grey scan, but also a page full of text.
EVEN_SHARE = 0.6
# Paper is lighter than this: a darker page is filled.
DARKEST_PAPER = 190
# A mark of fewer pixels across and down is a speck: below 2 mm on A4. A digit of 7 points has 4.
SEEN_SIDE = 4
# More pixels of specks are seen: 0.2 % of A4.
MOST_SPECKS = 500
# Pixels at the edges that are not looked at, where scans have shadows: 2.5 mm on A4.
EDGE = 5
# Flags of annotations that readers do not show: Hidden and NoView.
HIDDEN = 0b100010


def pictures(stream: "IO[bytes]") -> "Iterator[Image.Image]":
    """Yields the pictures of a stream of PGM files with 255 shades, as pdftoppm writes them."""
    while stream.readline().strip() == b"P5":
        width, height = (int(number) for number in stream.readline().split())
        stream.readline()
        pixels = stream.read(width * height)
        if len(pixels) < width * height:
            return
        yield Image.frombytes("L", (width, height), pixels)


def is_blank(picture: Image.Image) -> bool:
    edge = min(EDGE, min(picture.size) // 20)
    seen = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
    shades = seen.histogram()
    pixels = seen.width * seen.height
    commonest = max(range(256), key=lambda shade: shades[shade])
    is_even = shades[commonest] > EVEN_SHARE * pixels
    paper = commonest if is_even else middle(shades, pixels)
    if paper < DARKEST_PAPER:
        return False
    apart = EVEN if is_even else GRAINY
    marks = seen.point([255 if abs(shade - paper) > apart else 0 for shade in range(256)])
    count = marks.histogram()[255]
    return count <= MOST_SPECKS and not has_mark(marks)


def middle(shades: "list[int]", pixels: int) -> int:
    """Returns the shade than which half of the pixels are not lighter."""
    left = pixels / 2
    for shade, count in enumerate(shades):
        left -= count
        if left <= 0:
            return shade
    return 255


def has_mark(marks: Image.Image) -> bool:
    """Whether pixels that touch each other form more than a speck."""
    width = marks.width
    left = positions(marks.tobytes())
    while left:
        group = [left.pop()]
        for at in group:
            around = {at + dy * width + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= around
            group.extend(around)
        across = [at % width for at in group]
        down = [at // width for at in group]
        if max(max(across) - min(across), max(down) - min(down)) + 1 >= SEEN_SIDE:
            return True
    return False


def positions(marks: bytes) -> "set[int]":
    found: set[int] = set()
    at = marks.find(b"\xff")
    while at >= 0:
        found.add(at)
        at = marks.find(b"\xff", at + 1)
    return found


def drawn_pages(report: "Iterator[str]") -> "Iterator[tuple[int, bool]]":
    """Yields the number of each drawn page and whether there was no error, from what pdftoppm prints: `3 12 ` after page 3 of 12.

    An error of a font is printed once, and concerns all pages after it too.
    """
    has_fonts, is_clean = True, True
    for line in report:
        words = line.split()
        if len(words) == 2 and all(word.isdecimal() for word in words):
            yield int(words[0]), is_clean and has_fonts
            is_clean = True
        elif not line.startswith("Syntax Warning"):
            is_clean = False
            has_fonts = has_fonts and "font" not in line.lower()


def draw(pdftoppm: str, path: str) -> "dict[int, tuple[bool, bool]]":
    """Returns of each drawn page whether it is blank, and whether there was no error."""
    arguments = [pdftoppm, "-progress", "-gray", "-cropbox", "-scale-to", str(SIDE), path]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as report:
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=report) as program:
            are_blank = [is_blank(picture) for picture in pictures(program.stdout)] if program.stdout else []
        report.seek(0)
        return {number: (blank, is_clean) for (number, is_clean), blank in zip(drawn_pages(iter(report)), are_blank, strict=False)}


def has_field(page: pikepdf.Page) -> bool:
    annotations = page.obj.get("/Annots")
    return isinstance(annotations, pikepdf.Array) and any(is_shown_field(one) for one in annotations)


def is_shown_field(annotation: object) -> bool:
    if not isinstance(annotation, pikepdf.Dictionary) or annotation.get("/Subtype") != "/Widget":
        return False
    try:
        x0, y0, x1, y1 = (float(number) for number in annotation.get("/Rect", [0, 0, 0, 0]))
        return x0 != x1 and y0 != y1 and not int(annotation.get("/F", 0)) & HIDDEN
    except (TypeError, ValueError):
        return True


def main(pdftoppm: str, path: str) -> None:
    drawn = draw(pdftoppm, path)
    with pikepdf.open(path) as pdf:
        pages = [(number, *drawn.get(number, (True, False)), page) for number, page in enumerate(pdf.pages, 1)]
        found = [(number, is_clean) for number, blank, is_clean, page in pages if blank and not has_field(page)]
    blank = [number for number, is_clean in found if is_clean]
    print(json.dumps({"blank": blank, "unsure": [number for number, is_clean in found if not is_clean]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
