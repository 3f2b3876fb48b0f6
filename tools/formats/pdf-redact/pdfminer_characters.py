"""Reads the characters of a PDF with their places by pdfminer, whatever is shown: outside of the page, hidden, invisible."""

import math

from pdfminer.layout import LTChar
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdffont import PDFFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from pdfminer.pdfcolor import PDFColorSpace
    from pdfminer.pdfinterp import PDFGraphicState

    Matrix: TypeAlias = tuple[float, float, float, float, float, float]
    Rectangle: TypeAlias = tuple[float, float, float, float]

MOST_CHARACTERS = 20_000_000
UNREADABLE = "\ufffd"


class Characters:
    """The text of a document by its characters; spaces between words have no place."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        # Page, counted from 0, and rectangle in the space of its page.
        self.places: list[tuple[int, Rectangle | None]] = []

    def add(self, text: str, page: int, rectangle: "Rectangle | None") -> None:
        if len(self.texts) >= MOST_CHARACTERS:
            raise MemoryError
        self.texts.append(text)
        self.places.append((page, rectangle))


class Collector(PDFTextDevice):
    """Keeps the characters of each page in the order of its content, with the gaps between them as spaces and line breaks."""

    def __init__(self, manager: PDFResourceManager, found: Characters) -> None:
        super().__init__(manager)
        self.found = found
        self.page = 0
        self.before: LTChar | None = None

    def render_char(
        self,
        matrix: "Matrix",
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: "PDFColorSpace",
        graphicstate: "PDFGraphicState",
    ) -> float:
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = UNREADABLE
        how = (matrix, font, fontsize, scaling, rise, text, font.char_width(cid), font.char_disp(cid), ncs, graphicstate)
        character = LTChar(*how)
        gap = "" if self.before is None else gap_between(self.before, character)
        if gap:
            self.found.add(gap, self.page, None)
        self.found.add(text, self.page, character.bbox)
        self.before = character
        return character.adv

    def end_page(self, page: PDFPage) -> None:  # noqa: ARG002
        self.found.add("\n", self.page, None)
        self.before = None


def gap_between(one: LTChar, other: LTChar) -> str:
    """Returns a space, a line break, or nothing, by where the second begins in the direction of the first."""
    a, b, _, _, x, y = one.matrix
    scale = math.hypot(a, b) or 1.0
    along, across = (a / scale, b / scale), (-b / scale, a / scale)
    dx, dy = other.matrix[4] - x, other.matrix[5] - y
    forward = dx * along[0] + dy * along[1] - one.adv * scale
    size = max(one.size, 0.1)
    if abs(dx * across[0] + dy * across[1]) > 0.5 * size or forward < -3 * size:
        return "\n"
    return " " if forward > 0.2 * size else ""


def read_characters(path: str, only: "set[int] | None" = None) -> "tuple[Characters, set[int]]":
    """Returns the characters of pages, in the space of each page, and the pages that cannot be read. `only`: pages, counted from 0."""
    found = Characters()
    unreadable: set[int] = set()
    manager = PDFResourceManager()
    collector = Collector(manager, found)
    with open(path, "rb") as file:
        for number, page in enumerate(PDFPage.create_pages(PDFDocument(PDFParser(file)))):
            if only is not None and number not in only:
                continue
            collector.page = number
            # Places in the page's own space.
            page.mediabox, page.rotate = (0.0, 0.0, 1.0, 1.0), 0
            try:
                PDFPageInterpreter(manager, collector).process_page(page)
            except MemoryError:
                raise
            except Exception:
                # pdfminer throws whatever a damaged page leads to.
                unreadable.add(number)
                collector.before = None
                found.add("\n", number, None)
    return found, unreadable
