"""Adds to a tagged PDF what PDF/UA-1 and level a of PDF/A want and what follows from the document: title, tags of lists and comments.

Usage: complete.py SETTINGS SOURCE RESULT

SETTINGS is JSON: {"title": used if the document has none; null: it needs none}. Prints JSON: {"tagged": whether the PDF has tags;
without, nothing is written, "titled": whether the title was added}.
"""

import json
import os
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, NumberTree, Stream, String

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from objects import get, has, items_of, keys_of, name_of, pages_of, text_of
from rules_accessible import UNTAGGED_ANNOTATIONS
from structure_tree import STANDARD_TYPES, StructureTree, kids_of
from uses import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from structure_tree import Element

# Standard types of PDF 2.0 (ISO 32000-2, annex L), by those of PDF 1.7 that mean the same. Chromium writes some of them.
TYPES_OF_2_0 = {
    "Aside": "Div",
    "DocumentFragment": "Div",
    "Em": "Span",
    "FENote": "Note",
    "Strong": "Span",
    "Sub": "Span",
    "Title": "P",
}
PARTS_OF_ITEMS = ("Lbl", "LBody")
MOST_CHARACTERS = 1000


def complete(pdf: pikepdf.Pdf, tree: StructureTree, title: "str | None") -> bool:
    """Returns whether the title was added."""
    marks = get(pdf.Root, "/MarkInfo")
    if isinstance(marks, Dictionary) and get(marks, "/Suspects") is None:
        marks.Marked = True
    name_types(pdf, tree)
    wrap_items(pdf, tree)
    number_notes(tree)
    tag_comments(pdf, tree)
    for number, page in enumerate(pages_of(pdf), 1):
        annotations = [each for each in items_of(get(page, "/Annots")) if isinstance(each, Dictionary)]
        if annotations:
            page.Tabs = Name.S
        for annotation in annotations:
            if get(annotation, "/Subtype") == Name.Link and not text_of(get(annotation, "/Contents")):
                annotation.Contents = String(description_of(annotation, number))
    return title is not None and add_title(pdf, title)


def name_types(pdf: pikepdf.Pdf, tree: StructureTree) -> None:
    """Says which known types stand for those of PDF 2.0, and removes known types that stand for themselves."""
    roles: Any = get(tree.root, "/RoleMap")
    if not isinstance(roles, Dictionary):
        roles = tree.root["/RoleMap"] = pdf.make_indirect(Dictionary())
    for key in keys_of(roles):
        if key[1:] in STANDARD_TYPES and str(roles[key]) == key:
            del roles[key]
    for named in {element.named for element in tree.elements}:
        if named in TYPES_OF_2_0 and f"/{named}" not in roles:
            roles[f"/{named}"] = Name(f"/{TYPES_OF_2_0[named]}")


def wrap_items(pdf: pikepdf.Pdf, tree: StructureTree) -> None:
    """An item of a list consists of a label and a body; Chromium puts the content of the body into the item."""
    moved: dict[tuple[int, int], Any] = {}
    for item in tree.elements:
        kids = kids_of(item.obj)
        bare = [kid for kid in kids if not is_part_of_item(kid, item)]
        if item.kind != "LI" or not bare:
            continue
        body = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.LBody, P=item.obj, K=Array(bare)))
        if item.page is not None:
            body.Pg = item.page
        for kid in bare:
            if has(kid, "/S"):
                kid.P = body
        item.obj.K = Array([*(kid for kid in kids if is_part_of_item(kid, item)), body])
        moved[item.obj.objgen] = body
    if moved:
        move_parents(tree, moved)


def is_part_of_item(kid: "Any", item: "Element") -> bool:
    return any(child.obj.objgen == getattr(kid, "objgen", None) and child.kind in PARTS_OF_ITEMS for child in item.children)


def move_parents(tree: StructureTree, moved: "dict[tuple[int, int], Any]") -> None:
    """Content names its element by way of the parent tree."""
    parents = get(tree.root, "/ParentTree")
    if not isinstance(parents, Dictionary):
        return
    numbered = NumberTree(parents)
    for number, named in list(numbered.items()):
        if isinstance(named, Array):
            for index, each in enumerate(list(named)):
                body = moved.get(getattr(each, "objgen", (0, 0)))
                if body is not None:
                    named[index] = body
        elif (body := moved.get(getattr(named, "objgen", (0, 0)))) is not None:
            numbered[number] = body


def number_notes(tree: StructureTree) -> None:
    for index, element in enumerate(each for each in tree.elements if each.kind == "Note"):
        if not element.text("/ID"):
            element.obj.ID = String(f"note-{index + 1}")


def tag_comments(pdf: pikepdf.Pdf, tree: StructureTree) -> None:
    """LibreOffice writes comments without tags. They are read after all else."""
    if not tree.top or not isinstance(get(tree.root, "/ParentTree"), Dictionary):
        return
    parents = NumberTree(tree.root.ParentTree)
    number = max(parents.keys(), default=-1) + 1
    for page in pages_of(pdf):
        for annotation in items_of(get(page, "/Annots")):
            kind = name_of(get(annotation, "/Subtype"))
            if not isinstance(annotation, Dictionary) or kind in UNTAGGED_ANNOTATIONS or key_of(annotation) in tree.objects:
                continue
            document = tree.top[0].obj
            reference = Dictionary(Type=Name.OBJR, Obj=annotation, Pg=page)
            element = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Annot, P=document, Pg=page, K=Array([reference])))
            document.K = Array([*kids_of(document), element])
            annotation.StructParent = number
            parents[number] = element
            number += 1
    tree.root.ParentTreeNextKey = number


def description_of(link: "Any", number: int) -> str:
    """Returns what a link leads to. number: of its page."""
    address = text_of(get(get(link, "/A"), "/URI"))
    return address[:MOST_CHARACTERS] if address else f"Link on page {number}"


def add_title(pdf: pikepdf.Pdf, title: str) -> bool:
    preferences = get(pdf.Root, "/ViewerPreferences")
    if not isinstance(preferences, Dictionary):
        preferences = pdf.Root.ViewerPreferences = Dictionary()
    preferences.DisplayDocTitle = True
    if not isinstance(get(pdf.trailer, "/Info"), Dictionary):
        pdf.trailer.Info = pdf.make_indirect(Dictionary())
    if not isinstance(get(pdf.Root, "/Metadata"), Stream) and has(pdf.Root, "/Metadata"):
        del pdf.Root["/Metadata"]
    info = pdf.docinfo
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        if not has(pdf.Root, "/Metadata"):
            metadata.load_from_docinfo(info)
        known = str(metadata.get("dc:title") or "").strip() or text_of(get(info, "/Title")).strip()
        metadata["dc:title"] = known or title
    info.Title = String(known or title)
    return known == ""


def main() -> None:
    settings: dict[str, str | None] = json.loads(sys.argv[1])
    with pikepdf.open(sys.argv[2]) as pdf:
        tree = StructureTree(pdf)
        is_tagged = len(tree.elements) > 0
        added = is_tagged and complete(pdf, tree, settings["title"])
        if is_tagged:
            pdf.save(sys.argv[3])
        print(json.dumps({"tagged": is_tagged, "titled": added}))


main()
