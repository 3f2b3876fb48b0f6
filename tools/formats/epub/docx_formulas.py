"""Formulas of a docx, which calibre drops, as text or as pictures that another program draws between the two steps.

Usage: docx_formulas.py take DOCX FORMULAS      writes {"formulas": [{"mathml", "display"}]}, each distinct one once
       docx_formulas.py put DOCX PICTURES MADE  PICTURES: as in formula_pictures.py, or `-`: all become text; writes the document MADE

Prints JSON: {"formulas": number in the document, "pictures": number that are, or can be, pictures}.
"""

import json
import os
import sys
import zipfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import formulas
import trees
from formula_pictures import Distinct
from lxml import etree
from omml import m, mathml_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from formula_pictures import Picture
    from trees import Element

# Parts with text; a book has no formulas from other parts.
_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_PIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
# For text of 12 points: English Metric Units of an em, and half points.
_EMU_PER_EM = 12 * 12_700
_HALF_POINTS_PER_EM = 24


class Formula:
    """A formula, with its MathML and its text."""

    def __init__(self, element: "Element") -> None:
        self.element = element
        parent = element.getparent()
        self.paragraph = parent if parent is not None and parent.tag == m("oMathPara") else None
        try:
            self.mathml = mathml_of(element, self.paragraph is not None)
            self.text = formulas.linear_text(self.mathml)
        except RecursionError:
            self.mathml = None
            self.text = trees.text_of(element)


def formulas_of(root: "Element") -> list[Formula]:
    return [Formula(element) for element in root.iter(m("oMath"))]


def parts_of(archive: zipfile.ZipFile) -> "dict[str, Element]":
    """Returns the parts with formulas."""
    found: dict[str, Element] = {}
    for name in _PARTS:
        if name in archive.namelist() and b"oMath" in (data := archive.read(name)):
            found[name] = trees.parse(data)
    return found


def take(path: str, result: str) -> "dict[str, int]":
    distinct, everything, drawn = Distinct(), 0, 0
    try:
        with zipfile.ZipFile(path) as archive:
            roots = list(parts_of(archive).values())
    except (zipfile.BadZipFile, zlib.error, trees.NotWellFormed):
        # calibre can read more of damaged documents, or reports the damage.
        roots = []
    for root in roots:
        for formula in formulas_of(root):
            everything += 1
            drawn += formula.mathml is not None and distinct.number_of(formula.mathml) is not None
    with open(result, "w", encoding="utf-8") as file:
        json.dump({"formulas": [{"mathml": mathml, "display": display} for mathml, display in distinct.numbers]}, file)
    return {"formulas": everything, "pictures": drawn}


def put(path: str, listed: str, made: str) -> "dict[str, int]":
    pictures: list[Picture | None] = []
    if listed != "-":
        with open(listed, encoding="utf-8") as file:
            pictures = json.load(file)["pictures"]
    distinct, everything, drawn = Distinct(), 0, 0
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as result:
        changed: dict[str, bytes] = {}
        used: set[str] = set()
        for name, root in parts_of(archive).items():
            here: set[str] = set()
            for formula in formulas_of(root):
                everything += 1
                number = None if formula.mathml is None else distinct.number_of(formula.mathml)
                picture = None if number is None or number >= len(pictures) else pictures[number]
                if picture is not None:
                    here.add(picture["name"])
                    drawn += 1
                _replace(formula, _text_run(formula.text) if picture is None else _picture_run(picture, formula.text, everything))
            changed[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
            if here:
                used |= here
                rels = name.replace("word/", "word/_rels/") + ".rels"
                changed[rels] = _with_relationships(archive, rels, here)
        if used:
            changed["[Content_Types].xml"] = _with_png(archive.read("[Content_Types].xml"))
        for info in archive.infolist():
            if info.filename not in changed:
                result.writestr(info, archive.read(info))
        for name, data in changed.items():
            result.writestr(name, data)
        for name in used:
            result.write(os.path.join(os.path.dirname(listed), name), f"word/media/{name}", zipfile.ZIP_STORED)
    return {"formulas": everything, "pictures": drawn}


def _replace(formula: Formula, run: "Element") -> None:
    """Replaces the formula with the run; several formulas of one m:oMathPara keep their order."""
    place = formula.element if formula.paragraph is None else formula.paragraph
    parent = trees.parent_of(place)
    run.tail, formula.element.tail = formula.element.tail, None
    parent.insert(parent.index(place), run)
    trees.parent_of(formula.element).remove(formula.element)
    if formula.paragraph is not None and formula.paragraph.find(m("oMath")) is None:
        parent.remove(formula.paragraph)


def _w(name: str, *children: "Element", **attributes: str) -> "Element":
    element = etree.Element(f"{{{_W}}}{name}", {f"{{{_W}}}{key}": value for key, value in attributes.items()})
    element.extend(children)
    return element


def _text_run(text: str) -> "Element":
    run = _w("t")
    run.text = text
    run.set(f"{{{trees.XML}}}space", "preserve")
    return _w("r", run)


def _picture_run(picture: "Picture", text: str, number: int) -> "Element":
    width, height = (str(max(1, round(picture[side] * _EMU_PER_EM))) for side in ("width", "height"))
    wp, a, pic = f"{{{_WP}}}", f"{{{_A}}}", f"{{{_PIC}}}"
    inline = etree.Element(f"{wp}inline", nsmap={"wp": _WP, "a": _A, "pic": _PIC, "r": _R})
    etree.SubElement(inline, f"{wp}extent", cx=width, cy=height)
    etree.SubElement(inline, f"{wp}docPr", id=str(1_000_000 + number), name=f"Formula {number}", descr=text)
    data = etree.SubElement(etree.SubElement(inline, f"{a}graphic"), f"{a}graphicData", uri=_PIC)
    drawn = etree.SubElement(data, f"{pic}pic")
    about = etree.SubElement(drawn, f"{pic}nvPicPr")
    etree.SubElement(about, f"{pic}cNvPr", id=str(1_000_000 + number), name=picture["name"], descr=text)
    etree.SubElement(about, f"{pic}cNvPicPr")
    fill = etree.SubElement(drawn, f"{pic}blipFill")
    etree.SubElement(fill, f"{a}blip", {f"{{{_R}}}embed": _id_of(picture["name"])})
    etree.SubElement(etree.SubElement(fill, f"{a}stretch"), f"{a}fillRect")
    shape = etree.SubElement(drawn, f"{pic}spPr")
    frame = etree.SubElement(shape, f"{a}xfrm")
    etree.SubElement(frame, f"{a}off", x="0", y="0")
    etree.SubElement(frame, f"{a}ext", cx=width, cy=height)
    etree.SubElement(etree.SubElement(shape, f"{a}prstGeom", prst="rect"), f"{a}avLst")
    lowered = _w("position", val=str(-round(picture["depth"] * _HALF_POINTS_PER_EM)))
    return _w("r", _w("rPr", lowered), _w("drawing", inline))


def _id_of(picture: str) -> str:
    return f"convertd-{os.path.splitext(picture)[0]}"


def _with_relationships(archive: zipfile.ZipFile, name: str, pictures: set[str]) -> bytes:
    there = name in archive.namelist()
    root = trees.parse(archive.read(name)) if there else etree.Element(f"{{{_RELATIONSHIPS}}}Relationships", nsmap={None: _RELATIONSHIPS})
    for picture in sorted(pictures):
        relation = etree.SubElement(root, f"{{{_RELATIONSHIPS}}}Relationship")
        relation.set("Id", _id_of(picture))
        relation.set("Type", f"{_R}/image")
        relation.set("Target", f"media/{picture}")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _with_png(types: bytes) -> bytes:
    root = trees.parse(types)
    if not any(each.get("Extension", "").lower() == "png" for each in root):
        root.insert(0, root.makeelement(f"{{{_TYPES}}}Default", {"Extension": "png", "ContentType": "image/png"}))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


STEPS = {"take": take, "put": put}


if __name__ == "__main__":
    step, *arguments = sys.argv[1:]
    print(json.dumps(STEPS[step](*arguments)))
