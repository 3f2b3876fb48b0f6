"""Draws the texts of fields, a page for each, by Pango and cairo: they find a font for each script, shape its letters and embed them."""

import io
from dataclasses import dataclass, field
from unicodedata import category

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEFT, CENTER, RIGHT = 0, 1, 2
SMALLEST, USUAL = 4.0, 12.0
# Colour of the lines that are chosen in a list.
CHOSEN = (0.6, 0.757, 0.855)
# What is lost by rounding when a text fits exactly.
SLACK = 0.5


@dataclass
class Line:
    """One line of a list."""

    text: str
    is_chosen: bool


@dataclass
class FieldText:
    """A text with the place that it has. Sizes are in points; 0: as large as fits."""

    width: float
    height: float
    # Distance of the text from the edges at its sides, and above and below.
    margin: float
    border: float
    families: str
    is_bold: bool
    is_italic: bool
    size: float
    color: "tuple[float, float, float]"
    alignment: int
    text: str
    # Cells of a comb; 0: no comb.
    cells: int = 0
    is_multiline: bool = False
    # A list instead of a text, from this line on.
    lines: list[Line] = field(default_factory=list[Line])
    first_line: int = 0


class TextPages:
    """A PDF with a page for each text, in their order."""

    def __init__(self) -> None:
        self._file = io.BytesIO()
        self._surface = cairo.PDFSurface(self._file, 1, 1)
        self._context = cairo.Context(self._surface)
        self.count = 0

    def draw(self, text: FieldText) -> "tuple[bool, bool]":
        """Returns whether the text is larger than its place, and whether a character has no font."""
        self._surface.set_size(text.width, text.height)
        drawer = _Drawer(self._context, text)
        if text.lines:
            drawer.draw_list()
        elif text.cells:
            drawer.draw_comb()
        elif text.is_multiline:
            drawer.draw_lines()
        else:
            drawer.draw_line()
        self._context.show_page()
        self.count += 1
        return drawer.is_cut, drawer.lacks_font

    def finished(self) -> io.BytesIO:
        """Returns the file; nothing can be drawn afterwards."""
        self._surface.finish()
        self._file.seek(0)
        return self._file


class _Drawer:
    def __init__(self, context: "Any", what: FieldText) -> None:
        self.context = context
        self.what = what
        self.is_cut = False
        self.lacks_font = False
        context.set_source_rgb(*what.color)

    def layout(self, text: str, size: float) -> "Any":
        layout = PangoCairo.create_layout(self.context)
        layout.get_context().set_round_glyph_positions(False)
        font = Pango.FontDescription()
        font.set_family(self.what.families)
        font.set_absolute_size(size * Pango.SCALE)
        if self.what.is_bold:
            font.set_weight(Pango.Weight.BOLD)
        if self.what.is_italic:
            font.set_style(Pango.Style.ITALIC)
        layout.set_font_description(font)
        layout.set_text(text, -1)
        return layout

    def show(self, layout: "Any", x: float, y: float) -> None:
        self.lacks_font = self.lacks_font or layout.get_unknown_glyphs_count() > 0
        self.context.move_to(x, y)
        PangoCairo.show_layout(self.context, layout)

    def size_for(self, text: str, width: float, height: float) -> float:
        """Returns the given size, else the largest in which a line fits."""
        if self.what.size > 0:
            return self.what.size
        wide, high = _size_of(self.layout(text or "x", 100))
        return max(SMALLEST, min(100 * height / max(high, 1), 100 * width / max(wide, 1)))

    def draw_line(self) -> None:
        what = self.what
        room = what.width - 2 * what.margin
        size = self.size_for(what.text, room, what.height - 2 * what.border)
        layout = self.layout(what.text, size)
        layout.set_single_paragraph_mode(True)
        width, height = _size_of(layout)
        self.is_cut = width > room + SLACK
        self.show(layout, self.left(width, room), (what.height - height) / 2)

    def left(self, width: float, room: float) -> float:
        """Returns where a text begins. One from right to left that is not aligned otherwise is at the right."""
        what = self.what
        is_rtl = Pango.find_base_dir(what.text, -1) == Pango.Direction.RTL
        alignment = RIGHT if is_rtl and what.alignment == LEFT else what.alignment
        if width > room:
            return what.margin + (room - width if alignment == RIGHT else 0)
        return what.margin + {LEFT: 0.0, CENTER: (room - width) / 2, RIGHT: room - width}[alignment]

    def draw_lines(self) -> None:
        what = self.what
        width, height = what.width - 2 * what.margin, what.height - 2 * what.margin
        size = what.size or USUAL
        while True:
            layout = self.layout(what.text, size)
            layout.set_width(int(max(width, 1) * Pango.SCALE))
            layout.set_wrap(Pango.WrapMode.WORD_CHAR)
            layout.set_alignment({CENTER: Pango.Alignment.CENTER, RIGHT: Pango.Alignment.RIGHT}.get(what.alignment, Pango.Alignment.LEFT))
            needed = _size_of(layout)[1]
            if what.size > 0 or needed <= height or size <= SMALLEST:
                break
            size -= 0.5
        self.is_cut = needed > height + SLACK
        self.show(layout, what.margin, what.margin)

    def draw_comb(self) -> None:
        what = self.what
        clusters = _clusters(what.text)
        cell = what.width / what.cells
        size = self.size_for("W", cell, what.height - 2 * what.border)
        free = what.cells - len(clusters)
        start = {LEFT: 0, CENTER: free // 2, RIGHT: free}[what.alignment]
        if Pango.find_base_dir(what.text, -1) == Pango.Direction.RTL:
            clusters.reverse()
            start = free if what.alignment == LEFT else start
        for index, cluster in enumerate(clusters):
            layout = self.layout(cluster, size)
            width, height = _size_of(layout)
            self.show(layout, (start + index + 0.5) * cell - width / 2, (what.height - height) / 2)

    def draw_list(self) -> None:
        what = self.what
        size = what.size or USUAL
        y = what.border
        for line in what.lines[self.first_line(size) :]:
            if y >= what.height:
                break
            layout = self.layout(line.text, size)
            layout.set_single_paragraph_mode(True)
            height = _size_of(layout)[1]
            if line.is_chosen:
                self.context.set_source_rgb(*CHOSEN)
                self.context.rectangle(what.border, y, what.width - 2 * what.border, height)
                self.context.fill()
                self.context.set_source_rgb(*what.color)
            self.show(layout, what.margin, y)
            y += height

    def first_line(self, size: float) -> int:
        """Returns the first line to draw, so that the first that is chosen is seen."""
        what = self.what
        chosen = next((index for index, line in enumerate(what.lines) if line.is_chosen), what.first_line)
        seen = max(1, int((what.height - 2 * what.border) / max(_size_of(self.layout("x", size))[1], 1)))
        return what.first_line if what.first_line <= chosen < what.first_line + seen else chosen


def _size_of(layout: "Any") -> "tuple[float, float]":
    width, height = layout.get_size()
    return width / Pango.SCALE, height / Pango.SCALE


def _clusters(text: str) -> "list[str]":
    """Returns characters with the marks that belong to them."""
    made: list[str] = []
    for each in text:
        if made and (category(each).startswith("M") or each == "\u200d" or made[-1].endswith("\u200d")):
            made[-1] += each
        else:
            made.append(each)
    return made
