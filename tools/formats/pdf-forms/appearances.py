"""Draws how fields look, so that every reader shows the same: none of them is asked to draw (/NeedAppearances)."""

import re

import pikepdf
from field_look import Look, box_content, look_of, mark_content, numbers
from field_values import shown_text
from form_fields import MULTILINE, OFF, Field, Widget, selected
from objects import get, integer_of, keys_of, text_of
from pikepdf import Dictionary, Name, Pdf, Stream
from text_pages import FieldText, Line, TextPages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FONT = re.compile(r"/([^\s/\[\]()<>]+)\s+(-?[\d.]+)\s+Tf")
_COLOR = re.compile(r"((?:-?[\d.]+\s+){1,4})(g|rg|k)(?![\w*])")
MOST_DEFAULT = 1000
LARGEST_SIZE = 2000.0
# Names of usual fonts that are not in the file.
_SHORT_NAMES = {"HeBo": "Helvetica-Bold", "TiRo": "Times-Roman", "TiBo": "Times-Bold", "Cour": "Courier", "CoBo": "Courier-Bold"}
# Fonts whose names are no families.
_STANDARD = ("Helv", "Helvetica", "Times", "Courier", "ZapfDingbats", "Symbol", *_SHORT_NAMES)
# Words in names of fonts, and the families with the same widths as the standard fonts, by fontconfig's names for them.
_MONOSPACED = ("Courier New, monospace", ("courier", "mono", "consol"))
_SERIF = ("Times New Roman, serif", ("times", "serif", "roman", "georgia", "garamond", "minion", "cambria", "palatino", "bookman"))


class Appearances:
    """Collects fields of a PDF, and draws them together, so that their fonts are embedded once."""

    def __init__(self, pdf: Pdf, root: "Any") -> None:
        self._pdf = pdf
        self._fonts = get(get(root, "/DR"), "/Font")
        self._pages = TextPages()
        # Appearances that show a text, and the page of the text.
        self._texts: list[tuple[Stream, int]] = []
        # Names of fields whose text is larger than the field, and of those with a character that no font has.
        self.cut: list[str] = []
        self.without_font: list[str] = []

    def draw_text(self, one: Field) -> None:
        """Draws the value of a text field, choice or list, or the caption of a button."""
        for widget in one.widgets:
            look = look_of(one, widget.annotation)
            if look is None:
                continue
            text = self._text_of(one, widget.annotation, look)
            box = box_content(look, text.cells, False)
            appearance = self._form(look, box + "\n/Tx BMC\nEMC")
            if text.text.strip() or text.lines:
                inside = numbers(look.border, look.border, look.width - 2 * look.border, look.height - 2 * look.border)
                appearance.write(f"{box}\n/Tx BMC\nq {inside} re W n /Text Do Q\nEMC".encode())
                self._texts.append((appearance, self._pages.count))
                is_cut, lacks_font = self._pages.draw(text)
                if is_cut and one.name not in self.cut:
                    self.cut.append(one.name)
                if lacks_font and one.name not in self.without_font:
                    self.without_font.append(one.name)
            widget.annotation["/AP"] = Dictionary(N=appearance)

    def make_states(self, one: Field) -> None:
        """Makes the appearances of a check box or radio button that has none."""
        for index, widget in enumerate(one.widgets):
            look = look_of(one, widget.annotation)
            # Without a name of its own, it is not among those of any.
            if look is not None and widget.state not in keys_of(get(get(widget.annotation, "/AP"), "/N")):
                self._make_states(one, index, widget, look)

    def _make_states(self, one: Field, index: int, widget: Widget, look: Look) -> None:
        value = text_of(one.inherited.get("/V"))
        state = widget.state or (value if value not in ("", OFF) and len(one.widgets) == 1 else one.new_state(index))
        color = _operators(_default_of(one, widget.annotation))
        box = box_content(look, 0, one.kind == "radio" and look.mark == "l")
        states = {f"/{state}": self._form(look, f"{box}\n{mark_content(look, color)}"), "/Off": self._form(look, box)}
        widget.annotation["/AP"] = Dictionary(N=Dictionary(states))
        widget.annotation["/AS"] = Name(f"/{state if value == state else OFF}")
        widget.state = state

    def finish(self) -> None:
        """Puts the texts into the appearances."""
        if not self._texts:
            return
        with pikepdf.open(self._pages.finished()) as drawn:
            for appearance, page in self._texts:
                form = drawn.pages[page].as_form_xobject()
                # It would count as transparency, which PDF/A-1 does not allow.
                if "/Group" in form:
                    del form["/Group"]
                appearance["/Resources"] = Dictionary(XObject=Dictionary(Text=self._pdf.copy_foreign(form)))

    def _form(self, look: Look, content: str) -> Stream:
        made = Stream(self._pdf, content.encode())
        made["/Type"], made["/Subtype"] = Name.XObject, Name.Form
        made["/BBox"] = [0, 0, round(look.width, 3), round(look.height, 3)]
        if look.matrix is not None:
            made["/Matrix"] = [round(each, 3) for each in look.matrix]
        return self._pdf.make_indirect(made)

    def _text_of(self, one: Field, annotation: "Any", look: Look) -> FieldText:
        default = _default_of(one, annotation)
        name, size = _font_of(default)
        base = text_of(get(get(self._fonts, f"/{name}"), "/BaseFont")) or _SHORT_NAMES.get(name, name)
        families, is_bold, is_italic = _families_of(base)
        chosen = set(selected(one)) if one.kind == "list" else set[str]()
        inset = look.inset or 1
        return FieldText(
            width=look.width,
            height=look.height,
            margin=2 * inset,
            border=look.inset,
            families=families,
            is_bold=is_bold,
            is_italic=is_italic,
            size=size,
            color=_rgb(default),
            alignment=1 if one.kind == "button" else integer_of(one.inherited.get("/Q")) % 3,
            text=text_of(get(get(annotation, "/MK"), "/CA")) if one.kind == "button" else shown_text(one),
            cells=one.max_length if one.is_comb and one.max_length <= 1000 else 0,
            is_multiline=one.kind == "text" and one.flags & MULTILINE != 0,
            lines=[Line(option.label, option.value in chosen) for option in one.options] if one.kind == "list" else [],
            first_line=max(0, integer_of(one.inherited.get("/TI"))),
        )


def _default_of(one: Field, annotation: "Any") -> str:
    """Returns the operators that set font, size and colour."""
    return (text_of(get(annotation, "/DA")) or text_of(one.inherited.get("/DA")))[:MOST_DEFAULT]


def _font_of(default: str) -> "tuple[str, float]":
    found = _FONT.findall(default)
    if not found:
        return "Helv", 0
    name, size = found[-1]
    try:
        return name, min(abs(float(size)), LARGEST_SIZE)
    except ValueError:
        return name, 0


def _families_of(base: str) -> "tuple[str, bool, bool]":
    """Returns families that look like a font, and whether it is bold and italic."""
    name = re.sub(r"^[A-Z]{6}\+", "", base)
    lower = name.lower()
    standard = next((family for family, words in (_MONOSPACED, _SERIF) if any(word in lower for word in words)), "Arial, sans-serif")
    family = re.sub(r"(?:PS)?(?:MT)?$", "", re.split(r"[-,]", name)[0])
    is_own = re.fullmatch(r"[A-Za-z][A-Za-z0-9 ]{0,60}", family) and family not in _STANDARD
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", family)
    return (f"{spaced}, {standard}" if is_own else standard), "bold" in lower, "italic" in lower or "oblique" in lower


def _color_of(default: str) -> "tuple[list[float], str]":
    found = _COLOR.findall(default)
    try:
        values = [min(max(float(each), 0), 1) for each in found[-1][0].split()] if found else [0.0]
    except ValueError:
        values = [0.0]
    operator = {1: "g", 3: "rg", 4: "k"}.get(len(values))
    return (values, operator) if operator and (not found or found[-1][1] == operator) else ([0.0], "g")


def _operators(default: str) -> str:
    values, operator = _color_of(default)
    return f"{numbers(*values)} {operator}"


def _rgb(default: str) -> "tuple[float, float, float]":
    values, operator = _color_of(default)
    if operator == "k":
        cyan, magenta, yellow, black = values
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    return (values[0], values[0], values[0]) if operator == "g" else (values[0], values[1], values[2])
