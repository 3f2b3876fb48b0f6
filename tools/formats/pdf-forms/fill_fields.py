"""Fills in the form of a PDF.

Usage: fill_fields.py SOURCE FOLDER

The standard input is JSON: {"values": {name of a field: value}, "file": path of a file with values, or null, "append": whether the changes
are to follow the bytes of the file, which is signed}. `values` are those of every PDF, and win. Writes FOLDER/1.pdf, 2.pdf, … for each row
of the file, or one. Prints JSON: {"problems": [what is wrong, for users], in which case nothing is made, "xfa": as list_fields.py, "made":
number of PDFs, "read_only", "calculated", "cut", "without_font": [names of fields] that are filled in though people may not, that a script
would calculate, whose text is larger than the field, that have a character without a font}.
"""

import json
import os
import sys

import pikepdf

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from appearances import Appearances
from append_changes import append_changes
from field_values import nearest, set_field
from form_fields import READ_ONLY, Field, Form, FormError, read_form
from objects import get, items_of, text_of
from value_files import read_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PROBLEMS = 10
MOST_NAMES = 12
MOST_BYTES = 4 * 1024**3

NOTES = ("read_only", "calculated", "cut", "without_font")


class Filler:
    """Fills in one PDF after the other."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.notes: dict[str, list[str]] = {name: [] for name in NOTES}
        self.xfa = "none"

    def fill(self, pdf: pikepdf.Pdf, values: "dict[str, Any]", row: str) -> None:
        """row: prefix of messages."""
        form = read_form(pdf)
        self.xfa = form.xfa
        if form.xfa == "dynamic":
            return
        if not form.fields:
            raise FormError("the PDF has no form fields")
        by_name = {one.name: one for one in reversed(form.fields)}
        appearances = Appearances(pdf, form.root)
        filled: list[Field] = []
        for name, value in values.items():
            one = by_name.get(name)
            if one is None:
                self.problems.append(row + _unknown(name, [each.name for each in form.fields]))
            elif value is not None:
                try:
                    if one.kind in ("check_box", "radio"):
                        appearances.make_states(one)
                    set_field(one, value)
                    filled.append(one)
                except FormError as error:
                    self.problems.append(f"{row}the field {name} {error}")
        if self.problems:
            return
        _draw(form, filled, appearances)
        self._note("read_only", [one.name for one in filled if one.flags & READ_ONLY])
        self._note("calculated", [one.name for one in form.fields if one.is_calculated and one.name not in values] if filled else [])
        self._note("cut", appearances.cut)
        self._note("without_font", appearances.without_font)
        _forget_old(pdf, form)

    def _note(self, note: str, names: "list[str]") -> None:
        known = self.notes[note]
        known += [name for name in dict.fromkeys(names) if name not in known]


def _unknown(name: str, names: "list[str]") -> str:
    close = nearest(name, names)
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    hint = f"Did you mean {close}?" if close else f"It has {', '.join(names[:MOST_NAMES])}{more}."
    return f"the form has no field {name[:200]}. {hint}"


def _draw(form: Form, filled: "list[Field]", appearances: Appearances) -> None:
    drawn = {id(one) for one in filled}
    is_asked = get(form.root, "/NeedAppearances") is True
    for one in form.fields:
        if one.kind in ("check_box", "radio"):
            if is_asked and id(one) not in drawn:
                appearances.make_states(one)
        elif id(one) in drawn or (is_asked and one.kind != "signature" and not one.is_password):
            appearances.draw_text(one)
    appearances.finish()


def _forget_old(pdf: pikepdf.Pdf, form: Form) -> None:
    """Removes what would show old values (XFA), have readers draw fields again, and rights that hold for the unchanged file alone."""
    for holder, keys in ((form.root, ("/XFA", "/NeedAppearances")), (get(pdf.Root, "/Perms"), ("/UR", "/UR3"))):
        for key in keys:
            if get(holder, key) is not None:
                del holder[key]


def refuse_certified(pdf: pikepdf.Pdf, values: "dict[str, Any]") -> None:
    """Throws FormError if signatures do not allow the changes (ISO 32000-1, 12.8.2.2 and 12.8.2.4)."""
    for reference in items_of(get(get(get(pdf.Root, "/Perms"), "/DocMDP"), "/Reference")):
        if get(get(reference, "/TransformParams"), "/P") == 1:
            raise FormError("the document is certified so that it may not be changed, and its signature would not be valid")
    for one in read_form(pdf).fields:
        locks = one.inherited.get("/V") if one.kind == "signature" else None
        for reference in items_of(get(locks, "/Reference")):
            if get(reference, "/TransformMethod") == pikepdf.Name.FieldMDP:
                locked = locked_fields(get(reference, "/TransformParams"), [*values])
                if locked:
                    raise FormError(f"the signature {one.name} locks the field {locked[0]}, and would not be valid")


def locked_fields(parameters: "Any", names: "list[str]") -> "list[str]":
    action = text_of(get(parameters, "/Action"))
    listed = [str(each) for each in items_of(get(parameters, "/Fields"))]
    if action == "All":
        return names
    return [name for name in names if any(name == each or name.startswith(each + ".") for each in listed) == (action == "Include")]


def main() -> None:
    source, folder = sys.argv[1:]
    given: dict[str, Any] = json.load(sys.stdin)
    filler = Filler()
    made = written = 0
    try:
        rows: list[dict[str, Any]] = [{}] if given["file"] is None else read_values(given["file"])
        for number, row in enumerate(rows, 1):
            with pikepdf.open(source) as pdf:
                values = {**row, **given["values"]}
                filler.fill(pdf, values, f"row {number}: " if len(rows) > 1 else "")
                if filler.xfa == "dynamic" or len(filler.problems) >= MOST_PROBLEMS:
                    break
                if filler.problems:
                    continue
                path = os.path.join(folder, f"{number}.pdf")
                if given["append"]:
                    refuse_certified(pdf, values)
                    append_changes(source, pdf, path)
                else:
                    pdf.save(path)
                made += 1
                written += os.path.getsize(path)
                if written > MOST_BYTES:
                    raise FormError("the PDFs would have more than 4 GiB together")
    except FormError as error:
        filler.problems.append(str(error))
    print(json.dumps({"problems": filler.problems[:MOST_PROBLEMS], "xfa": filler.xfa, "made": made, **filler.notes}))


main()
