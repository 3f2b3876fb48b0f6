"""Rules of PDF/A about annotations, actions, forms, layers and attachments: ISO 19005-1, 6.1.11, 6.1.13, 6.5, 6.6 and 6.9; ISO 19005-2,
6.1.12, 6.3 to 6.5, 6.8 and 6.9; ISO 19005-3, 6.8."""

import re
from decimal import Decimal

from objects import below, data_of, get, has, inherited, is_opaque, items_of, keys_of, name_of, pages_of, text_of
from pikepdf import Array, Dictionary, Name, Stream
from problem import Problem, located

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import pikepdf

FORBIDDEN_ACTIONS = (
    *("/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/JavaScript", "/Hide", "/SetOCGState", "/Rendition", "/Trans"),
    *("/GoTo3DView", "/SubmitForm", "/set-state", "/SetState", "/no-op", "/NOP", "/NoOp"),
)
NAMED_ACTIONS = ("/NextPage", "/PrevPage", "/FirstPage", "/LastPage")
# Annotations that part 1 allows (6.5.2), and those that later parts add (ISO 19005-2, 6.3.1).
ANNOTATIONS_OF_1 = (
    *("/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut"),
    *("/Stamp", "/Ink", "/Popup", "/Widget", "/PrinterMark", "/TrapNet"),
)
ANNOTATIONS_OF_2 = ("/Polygon", "/PolyLine", "/Caret", "/FileAttachment", "/Watermark", "/Redact")
INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE_NO_VIEW = 1, 2, 4, 32, 256
PERMISSIONS = ("/UR3", "/DocMDP")


def problems_of_interaction(pdf: "pikepdf.Pdf", part: int, channels: "set[int]") -> "Iterator[Problem]":
    """Yields what is wrong. part: of the standard; channels: those of the profiles of the output intents."""
    root = pdf.Root
    form = get(root, "/AcroForm")
    if has(root, "/AA") or get(form, "/XFA") is not None or get(form, "/NeedAppearances") is True or get(root, "/NeedsRendering") is True:
        yield Problem("6.6.2 6.4.2", "it has actions, or a form that is drawn by programs")
    for item in pdf.objects:
        for value in below(item):
            yield from located(problems_of_action(value), item)
    for page in pages_of(pdf):
        if part > 1 and has(page, "/AA"):
            yield Problem("6.6.1 6.5.1", "it has actions or scripts", page)
        for annotation in items_of(get(page, "/Annots")):
            if isinstance(annotation, Dictionary):
                yield from problems_of_annotation(annotation, part, channels)
    yield from problems_of_layers(get(root, "/OCProperties"), part)
    yield from problems_of_permissions(pdf, part)
    yield from problems_of_attachments(pdf, part)


def problems_of_action(value: "Any") -> "Iterator[Problem]":
    kind = name_of(get(value, "/S"))
    is_named = kind == "/Named" and name_of(get(value, "/N")) not in NAMED_ACTIONS
    if kind in FORBIDDEN_ACTIONS or is_named:
        yield Problem("6.6.1 6.5.1", "it has actions or scripts", value)


def problems_of_annotation(annotation: Dictionary, part: int, channels: "set[int]") -> "Iterator[Problem]":
    kind = name_of(get(annotation, "/Subtype"))
    if kind not in ANNOTATIONS_OF_1 and (part == 1 or kind not in ANNOTATIONS_OF_2):
        yield Problem("6.5.2 6.3.1", f"it has annotations of the kind {kind[1:40]}", annotation)
    if kind != "/Popup" or part == 1:
        flags = get(annotation, "/F")
        without = INVISIBLE | HIDDEN | NO_VIEW | (TOGGLE_NO_VIEW if part > 1 else 0)
        if not isinstance(flags, int) or not flags & PRINT or flags & without:
            yield Problem("6.5.3 6.3.2", "it has annotations that are hidden, or are not printed", annotation)
    if kind == "/Widget" and (has(annotation, "/AA") or has(annotation, "/A")):
        yield Problem("6.6.1 6.5.1", "it has actions or scripts", annotation)
    appearance = get(annotation, "/AP")
    if appearance is not None and (not isinstance(appearance, Dictionary) or {*keys_of(appearance)} != {"/N"}):
        yield Problem("6.5.3 6.3.3", "it has annotations with more than one appearance", annotation)
    normal = get(appearance, "/N")
    is_button = kind == "/Widget" and inherited(annotation, "/FT") == Name.Btn
    if normal is not None and isinstance(normal, Stream) == is_button:
        yield Problem("6.5.3 6.3.3", "it has annotations with an appearance of the wrong kind", annotation)
    needs_appearance = kind == "/Widget" if part == 1 else kind not in ("/Popup", "/Link") and has_area(annotation)
    if normal is None and needs_appearance:
        yield Problem("6.9 6.3.3", "it has annotations without an appearance", annotation)
    if part == 1:
        if not is_opaque(get(annotation, "/CA")):
            yield Problem("6.5.3", "it is transparent", annotation)
        if 3 not in channels and any(len(items_of(get(annotation, key))) > 0 for key in ("/C", "/IC")):
            yield Problem("6.5.3", "it has annotations with a colour that no output intent describes", annotation)


def has_area(annotation: Dictionary) -> bool:
    box = [float(side) for side in items_of(get(annotation, "/Rect")) if isinstance(side, (int, float, Decimal))]
    return len(box) != 4 or box[0] != box[2] or box[1] != box[3]


def problems_of_layers(layers: "Any", part: int) -> "Iterator[Problem]":
    if layers is None:
        return
    if part == 1:
        yield Problem("6.1.13", "it has layers")
        return
    settings = [get(layers, "/D"), *items_of(get(layers, "/Configs"))]
    names = [text_of(get(each, "/Name")) for each in settings]
    if "" in names or len({*names}) < len(names) or any(has(each, "/AS") for each in settings if isinstance(each, Dictionary)):
        yield Problem("- 6.9 7.10", "its layers have settings without a name of their own, or that change by themselves")
    groups = {group.objgen for group in items_of(get(layers, "/OCGs"))}
    for each in settings:
        order = get(each, "/Order")
        if isinstance(order, Array) and not groups <= {value.objgen for value in every_item(order)}:
            yield Problem("- 6.9", "its layers are not all listed")


def every_item(array: "Any") -> "Iterator[Any]":
    waiting, seen = [array], 0
    while waiting and seen < 100_000:
        seen += 1
        value = waiting.pop()
        if isinstance(value, Array):
            waiting += list(value)
        elif isinstance(value, Dictionary):
            yield value


def problems_of_permissions(pdf: "pikepdf.Pdf", part: int) -> "Iterator[Problem]":
    permissions = get(pdf.Root, "/Perms")
    if part == 1 or permissions is None:
        return
    if any(key not in PERMISSIONS for key in keys_of(permissions)):
        yield Problem("- 6.1.12", "it has permissions that are not allowed")
    for reference in items_of(get(get(permissions, "/DocMDP"), "/Reference")):
        if any(has(reference, key) for key in ("/DigestLocation", "/DigestMethod", "/DigestValue")):
            yield Problem("- 6.1.12", "it has a signature of permissions with a digest")


def problems_of_attachments(pdf: "pikepdf.Pdf", part: int) -> "Iterator[Problem]":
    specifications = [
        value for item in pdf.objects for value in below(item) if isinstance(value, Dictionary) and get(value, "/EF") is not None
    ]
    if part == 1:
        if specifications or get(get(pdf.Root, "/Names"), "/EmbeddedFiles") is not None:
            yield Problem("6.1.11", "it has attachments")
        return
    for each in specifications:
        files = [get(get(each, "/EF"), key) for key in ("/F", "/UF")]
        file = files[0] if files[0] is not None else files[1]
        if not text_of(get(each, "/F")) or not text_of(get(each, "/UF")):
            yield Problem("- 6.8 7.11", "an attachment has no name", each)
        if part == 2 and not is_pdf_a(data_of(file)):
            yield Problem("- 6.8", "an attachment is not a PDF/A", each)
        if part == 3 and re.fullmatch(r"/[^/]+/[^/]+", name_of(get(file, "/Subtype"))) is None:
            yield Problem("- 6.8", "an attachment has no media type", each)
        if part == 3 and name_of(get(each, "/AFRelationship")) == "":
            yield Problem("- 6.8", "an attachment has no relationship to the document", each)
    if part == 3:
        associated = {
            file.objgen for item in pdf.objects for value in below(item) for file in items_of(get(value, "/AF")) if has(file, "/EF")
        }
        if any(each.objgen not in associated for each in specifications):
            yield Problem("- 6.8", "an attachment belongs to no part of the document")


def is_pdf_a(data: bytes) -> bool:
    """Whether an attachment says that it is a PDF/A of part 1 or 2. Its own rules are not checked."""
    return data.startswith(b"%PDF-") and re.search(rb"pdfaid:part\W{1,4}[12]\W", data) is not None
