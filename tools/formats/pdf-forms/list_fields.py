"""Lists the fields of a PDF's form.

Usage: list_fields.py SOURCE

Prints JSON by docs/schemas/form-fields.schema.json, or {"problem": why there is no such list}.
"""

import json
import os
import sys

import pikepdf
from pikepdf import Page

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from form_fields import (
    EDIT,
    MULTILINE,
    MULTIPLE,
    READ_ONLY,
    REQUIRED,
    Field,
    FormError,
    Option,
    date_format,
    read_form,
    selected,
)
from objects import box_of, get, number_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from objects import Box

_LETTER = (0.0, 0.0, 612.0, 792.0)
_MOST_PARENTS = 32


def inherited(page: "Any", key: str) -> "Any":
    node = page
    for _ in range(_MOST_PARENTS):
        if node is None or get(node, key) is not None:
            break
        node = get(node, "/Parent")
    return get(node, key)


class Sheet:
    """A page as people see it."""

    def __init__(self, page: Page) -> None:
        media = box_of(inherited(page.obj, "/MediaBox")) or _LETTER
        crop = box_of(inherited(page.obj, "/CropBox")) or media
        common = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
        self.box = common if common[0] < common[2] and common[1] < common[3] else media
        self.turn = int(number_of(inherited(page.obj, "/Rotate")) or 0) % 360
        unit = number_of(get(page.obj, "/UserUnit")) or 1
        self.unit = unit if 0 < unit <= 75_000 else 1

    def shown(self, rect: "Box") -> "dict[str, float]":
        """Returns where a rectangle of the page is seen: points from its top left corner."""
        left, bottom, right, top = self.box
        x, y, x2, y2 = rect
        edges = {
            90: (y - bottom, x - left, y2 - bottom, x2 - left),
            180: (right - x2, y - bottom, right - x, y2 - bottom),
            270: (top - y2, right - x2, top - y, right - x),
        }.get(self.turn, (x - left, top - y2, x2 - left, top - y))
        x, y, x2, y2 = (each * self.unit for each in edges)
        return {"x": round(x, 2), "y": round(y, 2), "width": round(x2 - x, 2), "height": round(y2 - y, 2)}


def value_of(one: Field, key: str) -> "Any":
    """Returns a value as JSON: a text, true or false, or a list; null if there is none."""
    if one.kind in ("button", "signature") or one.is_password:
        return None
    if key == "/DV":
        one = Field(one.name, one.holders, {**one.inherited, "/V": one.inherited.get("/DV", "")}, one.is_calculated, one.widgets)
    if one.kind == "text":
        return text_of(one.inherited.get("/V")) or None
    values = selected(one)
    if one.kind == "list" and one.flags & MULTIPLE:
        return values
    if one.kind == "check_box" and len(one.options) <= 1 and (key == "/V" or one.inherited["/V"] != ""):
        return bool(values)
    return values[0] if values else None


def option_of(option: Option) -> "dict[str, str]":
    return {"value": option.value, "label": option.label}


def described(one: Field, sheets: "list[Sheet]") -> "dict[str, Any]":
    places: list[dict[str, Any]] = []
    for widget in one.widgets:
        rect = box_of(get(widget.annotation, "/Rect"))
        if widget.page == 0 or rect is None:
            continue
        option = next((each.value for each in one.options if widget.state and each.state == widget.state), None)
        on = {} if option is None else {"option": option}
        places.append({"page": widget.page, **sheets[widget.page - 1].shown(rect), **on})
    made: dict[str, Any] = {
        "name": one.name,
        "type": one.kind,
        "value": value_of(one, "/V"),
        "default": value_of(one, "/DV"),
        "required": one.flags & REQUIRED != 0,
        "read_only": one.flags & READ_ONLY != 0,
        "calculated": one.is_calculated,
        "places": places,
    }
    if one.kind in ("check_box", "radio", "choice", "list"):
        made["options"] = [option_of(option) for option in one.options]
    if one.kind == "list":
        made["multiple"] = one.flags & MULTIPLE != 0
    if one.kind == "choice":
        made["editable"] = one.flags & EDIT != 0
    if one.kind == "text":
        made |= {"multiline": one.flags & MULTILINE != 0, "comb": one.is_comb, "password": one.is_password}
        if one.max_length:
            made["max_length"] = one.max_length
        if date := date_format(one):
            made["date_format"] = date
    if tooltip := text_of(get(one.holders[0], "/TU")):
        made["tooltip"] = tooltip
    return made


def main() -> None:
    with pikepdf.open(sys.argv[1]) as pdf:
        try:
            form = read_form(pdf)
        except FormError as error:
            print(json.dumps({"problem": str(error)}))
            return
        sheets = [Sheet(page) for page in pdf.pages]
        fields = [] if form.xfa == "dynamic" else [described(one, sheets) for one in form.fields]
        print(json.dumps({"version": 1, "pages": len(sheets), "xfa": form.xfa, "fields": fields}))


main()
