"""The form of a PDF: its fields, their kinds and where they are (ISO 32000-2, 12.7)."""

import re
from dataclasses import dataclass, field

from objects import get, integer_of, items_of, key_of, keys_of, text_of
from pikepdf import Array, Dictionary, Name, Pdf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Key = tuple[int, int]

MOST_FIELDS = 50_000
# Nesting of fields; no honest file has as much.
MOST_LEVELS = 32

# Flags of fields (tables 227, 229, 231, 233).
READ_ONLY, REQUIRED = 1 << 0, 1 << 1
MULTILINE, PASSWORD, COMB = 1 << 12, 1 << 13, 1 << 24
RADIO, PUSH_BUTTON = 1 << 15, 1 << 16
COMBO, EDIT, MULTIPLE = 1 << 17, 1 << 18, 1 << 21

# What widgets take from the fields above them.
INHERITED = ("/FT", "/Ff", "/V", "/DV", "/DA", "/Q", "/MaxLen", "/Opt")

OFF = "Off"


class FormError(Exception):
    """Why a form cannot be read or filled, for users."""


@dataclass
class Option:
    """What a field can be set to: its export value, what people see, and the name of its appearance (buttons)."""

    value: str
    label: str
    state: str = ""


@dataclass
class Widget:
    """One place of a field."""

    annotation: "Any"
    # Counts from 1; 0: on no page.
    page: int
    # Name of the appearance of a button that is on; empty if it has none.
    state: str
    # Whether it is the field itself, not one below it.
    is_field: bool


@dataclass
class Field:
    """A field without further fields below it."""

    name: str
    # Its dictionaries: several if the form repeats its name, which makes them the same field.
    holders: "list[Any]"
    inherited: "dict[str, Any]"
    is_calculated: bool
    widgets: list[Widget] = field(default_factory=list[Widget])

    @property
    def flags(self) -> int:
        return integer_of(self.inherited.get("/Ff"))

    @property
    def kind(self) -> str:
        """text, check_box, radio, choice, list, button or signature; empty if the field says nothing that is known."""
        kind = text_of(self.inherited.get("/FT"))
        if kind == "Btn":
            return "button" if self.flags & PUSH_BUTTON else "radio" if self.flags & RADIO else "check_box"
        if kind == "Ch":
            return "choice" if self.flags & COMBO else "list"
        return {"Tx": "text", "Sig": "signature"}.get(kind, "")

    @property
    def is_password(self) -> bool:
        return self.kind == "text" and self.flags & PASSWORD != 0

    @property
    def max_length(self) -> int:
        """Maximum number of characters; 0: no limit."""
        return max(0, integer_of(self.inherited.get("/MaxLen"))) if self.kind == "text" else 0

    @property
    def is_comb(self) -> bool:
        return self.kind == "text" and self.max_length > 0 and self.flags & (COMB | MULTILINE | PASSWORD) == COMB

    @property
    def options(self) -> "list[Option]":
        """What a check box, radio button, choice or list can be set to."""
        given = items_of(self.inherited.get("/Opt"))
        if self.kind in ("choice", "list"):
            pairs = [[text_of(each) for each in items_of(one)] or [text_of(one)] for one in given]
            return [Option(pair[0], pair[-1]) for pair in pairs]
        if self.kind not in ("check_box", "radio"):
            return []
        found: dict[str, Option] = {}
        for index, widget in enumerate(self.widgets):
            value = text_of(given[index]) if index < len(given) else ""
            label = "" if widget.is_field else text_of(get(widget.annotation, "/TU"))
            value = value or widget.state or self.new_state(index)
            found.setdefault(widget.state or self.new_state(index), Option(value, label or value, widget.state))
        return list(found.values())

    def new_state(self, index: int) -> str:
        """Returns a name for the appearance of a button that has none."""
        return "Yes" if len(self.widgets) == 1 else str(index)

    def set(self, key: str, value: "Any") -> None:
        """Sets an entry that widgets inherit, or removes it (None)."""
        self.inherited[key] = value
        self.remove(key)
        if value is not None:
            for holder in self.holders:
                holder[key] = value

    def remove(self, key: str) -> None:
        """Removes an entry of the field and its widgets."""
        for each in [*self.holders, *(widget.annotation for widget in self.widgets)]:
            if key in each:
                del each[key]


@dataclass
class Form:
    """All fields of a PDF, in the order of the form."""

    # The dictionary of the form; None if there is none.
    root: "Any"
    fields: list[Field]
    # none, static (its fields are AcroForm's too) or dynamic (it has none, or they are not what is shown).
    xfa: str


def read_form(pdf: Pdf) -> Form:
    """Reads the fields of the form, and those that only pages name."""
    root = get(pdf.Root, "/AcroForm")
    reader = _Reader(pdf, root)
    for each in items_of(get(root, "/Fields")):
        reader.read(each)
    for annotation in reader.widgets_of_pages:
        if key_of(annotation) not in reader.seen:
            reader.read(_top_of(annotation))
    has_xfa = get(root, "/XFA") is not None
    is_dynamic = has_xfa and (get(pdf.Root, "/NeedsRendering") is True or not reader.fields)
    return Form(root, reader.fields, "dynamic" if is_dynamic else "static" if has_xfa else "none")


def is_widget(annotation: object) -> bool:
    return get(annotation, "/Subtype") == Name.Widget


class _Reader:
    def __init__(self, pdf: Pdf, root: object) -> None:
        self.fields: list[Field] = []
        self.by_name: dict[tuple[str, str], Field] = {}
        self.seen: set[Key] = set()
        self.calculated = {key_of(each) for each in items_of(get(root, "/CO"))}
        self.defaults = {key: get(root, key) for key in ("/DA", "/Q")}
        self.pages: dict[Key, int] = {}
        self.widgets_of_pages: list[Any] = []
        for number, page in enumerate(pdf.pages, 1):
            for annotation in items_of(get(page.obj, "/Annots")):
                key = key_of(annotation)
                if key is not None and is_widget(annotation):
                    self.pages.setdefault(key, number)
                    self.widgets_of_pages.append(annotation)

    def read(self, top: object) -> None:
        pending: list[tuple[Any, str, dict[str, Any], int]] = [(top, "", self.defaults, 0)]
        while pending:
            node, prefix, above, level = pending.pop()
            key = key_of(node)
            if not isinstance(node, Dictionary) or key in self.seen or level > MOST_LEVELS:
                continue
            if len(self.seen) >= MOST_FIELDS or len(self.fields) >= MOST_FIELDS:
                raise FormError(f"the form has more than {MOST_FIELDS} fields")
            if key is not None:
                self.seen.add(key)
            part = text_of(get(node, "/T"))
            name = f"{prefix}.{part}" if prefix and part else prefix or part
            inherited = {**above, **{each: node[each] for each in INHERITED if each in node}}
            kids = items_of(get(node, "/Kids"))
            below = [kid for kid in kids if get(kid, "/T") is not None or get(kid, "/Kids") is not None]
            widgets = [kid for kid in kids if isinstance(kid, Dictionary) and get(kid, "/T") is None and get(kid, "/Kids") is None]
            pending += [(kid, name, inherited, level + 1) for kid in reversed(below)]
            if name and (widgets or not below):
                self.add(name, node, inherited, widgets or [node])

    def add(self, name: str, holder: "Any", inherited: "dict[str, Any]", widgets: "list[Any]") -> None:
        # Some files have kind and flags only in the widgets of a field.
        for each in INHERITED:
            if inherited.get(each) is None and get(widgets[0], each) is not None:
                inherited[each] = widgets[0][each]
        is_calculated = key_of(holder) in self.calculated or get(get(holder, "/AA"), "/C") is not None
        made = Field(name, [holder], inherited, is_calculated)
        for annotation in widgets:
            key = key_of(annotation)
            if key is not None:
                self.seen.add(key)
            made.widgets.append(Widget(annotation, self.pages.get(key, 0) if key else 0, on_state(annotation), annotation is holder))
        same = self.by_name.setdefault((name, made.kind), made)
        if same is not made:
            same.holders += made.holders
            same.widgets += made.widgets
        elif made.kind:
            self.fields.append(made)


def on_state(annotation: object) -> str:
    """Returns the name of the appearance of a button that is on; empty if it has none."""
    appearances = get(annotation, "/AP")
    for key in ("/N", "/D"):
        states = [state for state in keys_of(get(appearances, key)) if state != OFF]
        if states:
            return states[0]
    return ""


def _top_of(annotation: "Any") -> "Any":
    top = annotation
    for _ in range(MOST_LEVELS):
        parent = get(top, "/Parent")
        if not isinstance(parent, Dictionary):
            break
        top = parent
    return top


def selected(one: Field) -> "list[str]":
    """Returns the export values that a check box, radio button, choice or list is set to."""
    value = one.inherited.get("/V")
    texts = [text_of(each) for each in items_of(value)] if isinstance(value, Array) else [text_of(value)]
    if one.kind in ("check_box", "radio"):
        if value is None:
            texts = sorted({text_of(get(widget.annotation, "/AS")) for widget in one.widgets})
        return [next((option.value for option in one.options if option.state == text), text) for text in texts if text not in ("", OFF)]
    return [text for text in texts if text]


_DATE = re.compile(r"AFDate_(?:Format|Keystroke)Ex\(\s*[\"']([^\"']{1,40})[\"']")
_NUMBERED_DATE = re.compile(r"AFDate_(?:Format|Keystroke)\(\s*(\d{1,2})\s*\)")
# Formats of Acrobat's JavaScript by number.
_DATES = (
    *("m/d", "m/d/yy", "mm/dd/yy", "mm/yy", "d-mmm", "d-mmm-yy", "dd-mmm-yy", "yy-mm-dd", "mmm-yy", "mmmm-yy"),
    *("mmm d, yyyy", "mmmm d, yyyy", "m/d/yy h:MM tt", "m/d/yy HH:MM"),
)
MOST_SCRIPT = 10_000


def date_format(one: Field) -> str:
    """Returns the format of dates that a script of the field asks for, such as `dd.mm.yyyy`; empty if none does."""
    for trigger in ("/F", "/K"):
        script = text_of(get(get(get(one.holders[0], "/AA"), trigger), "/JS"))[:MOST_SCRIPT]
        if found := _DATE.search(script):
            return found[1]
        if (found := _NUMBERED_DATE.search(script)) and int(found[1]) < len(_DATES):
            return _DATES[int(found[1])]
    return ""
