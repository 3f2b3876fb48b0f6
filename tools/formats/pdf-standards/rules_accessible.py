"""Rules of PDF/UA-1 (ISO 14289-1) about a document, its text, pictures, headings, notes and annotations."""

import re

from lxml import etree
from objects import bytes_of, data_of, get, has, inherited, items_of, name_of, numbers_of, pages_of, text_of
from pikepdf import Dictionary, Stream
from problem import Problem
from uses import key_of
from xmp_rules import MOST_BYTES, RDF, XML, properties_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import pikepdf
    from structure_tree import Element, StructureTree
    from uses import Uses

IDENTIFIER = "http://www.aiim.org/pdfua/ns/id/"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
HIDDEN = 2
# Annotations that need no tag (7.18.1).
UNTAGGED_ANNOTATIONS = ("/Popup", "/Widget", "/Link", "/PrinterMark")
HEADING_OF_ANY_LEVEL = re.compile(r"H(\d+)")
# Extraction for assistive programs (ISO 32000-1, table 22).
ACCESSIBLE = 1 << 9


def problems_of_accessibility(pdf: "pikepdf.Pdf", tree: "StructureTree", uses: "Uses") -> "Iterator[Problem]":
    """Yields what stops people who need assistive programs."""
    yield from problems_of_document(pdf, tree)
    yield from problems_of_metadata(pdf, tree)
    yield from problems_of_marks(uses)
    for element in tree.elements:
        yield from problems_of_element(element, has_language=tree.has_language or element.has_language)
    yield from problems_of_headings(tree)
    yield from problems_of_notes(tree)
    for page in pages_of(pdf):
        yield from problems_of_page(page, tree)


def problems_of_document(pdf: "pikepdf.Pdf", tree: "StructureTree") -> "Iterator[Problem]":
    root = pdf.Root
    if get(get(root, "/MarkInfo"), "/Suspects") is True:
        yield Problem("- - 7.1", "it says that its tags may be wrong (Suspects)")
    if get(get(root, "/ViewerPreferences"), "/DisplayDocTitle") is not True:
        yield Problem("- - 7.1", "viewers show its file name instead of its title (DisplayDocTitle)")
    if not tree.has_language and has(get(root, "/Outlines"), "/First"):
        yield Problem("- - 7.2", "the language of its bookmarks is unknown")
    xfa = get(get(root, "/AcroForm"), "/XFA")
    packets = b"".join(data_of(each) for each in ([xfa] if isinstance(xfa, Stream) else items_of(xfa)))
    if re.search(rb"<dynamicRender\s*>\s*required\s*<", packets) is not None:
        yield Problem("- - 7.15", "it has a form that is drawn by programs (dynamic XFA)")
    if pdf.is_encrypted and not int(get(pdf.trailer.get("/Encrypt"), "/P") or 0) & ACCESSIBLE:
        yield Problem("- - 7.16", "its restrictions are for assistive programs too")


def problems_of_metadata(pdf: "pikepdf.Pdf", tree: "StructureTree") -> "Iterator[Problem]":
    try:
        xmp = etree.fromstring(data_of(get(pdf.Root, "/Metadata"))[:MOST_BYTES], etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, ValueError):
        yield Problem("- - 7.1", "it has no metadata")
        return
    values = {(namespace, name): value for body in xmp.iter(RDF + "RDF") for namespace, name, value in properties_of(body)}
    part = values.get((IDENTIFIER, "part"))
    if part is None:
        yield Problem("- - 5", "its metadata do not say that it is PDF/UA")
    elif plain(part) != "1":
        yield Problem("- - 5", f"its metadata say that it is PDF/UA-{plain(part)[:10]}")
    elements: list[Any] = [*xmp.iter()]
    prefixes = {prefix for element in elements for prefix, address in element.nsmap.items() if address == IDENTIFIER}
    if prefixes - {"pdfuaid"}:
        yield Problem("- - 5", "its metadata have another prefix than pdfuaid")
    title = values.get((DUBLIN_CORE, "title"))
    if title is None or not plain(title):
        yield Problem("- - 7.1", "it has no title in its metadata")
    if not tree.has_language:
        alternatives = [alt for value in values.values() if not isinstance(value, str) for alt in value.iter(RDF + "Alt")]
        if any({item.get(XML + "lang") for item in alt.iter(RDF + "li")} == {"x-default"} for alt in alternatives):
            yield Problem("- - 7.2", "the language of its metadata is unknown")


def plain(value: "Any") -> str:
    return (value if isinstance(value, str) else "".join(value.itertext())).strip()


def problems_of_marks(uses: "Uses") -> "Iterator[Problem]":
    for text, pages, clause in (
        ("content is neither tagged nor marked as decoration (artifact)", uses.untagged, "7.1"),
        ("decoration (artifact) is inside tagged content", uses.artifacts_in_tags, "7.1"),
        ("tagged content is inside decoration (artifact)", uses.tags_in_artifacts, "7.1"),
        ("the language of text is unknown", uses.without_language, "7.2"),
        ("the language of a text that replaces content is unknown", uses.replaced_without_language, "7.2"),
    ):
        for page in sorted(pages):
            yield Problem(f"- - {clause}", text, page)
    for key in uses.tagged_forms:
        if uses.draws.get(key, 0) > 1:
            yield Problem("- - 7.20", "a form with tagged content is drawn more than once", uses.forms.get(key))


def problems_of_element(element: "Element", *, has_language: bool) -> "Iterator[Problem]":
    obj = element.obj
    if element.kind in ("Figure", "Formula") and not element.text("/Alt") and not has(obj, "/ActualText"):
        what = "a figure" if element.kind == "Figure" else "a formula"
        yield Problem(f"- - {'7.3' if element.kind == 'Figure' else '7.7'}", f"{what} has no text that describes it (Alt)", obj)
    if not has_language:
        for key, name in (("/ActualText", "replaces"), ("/Alt", "describes"), ("/E", "expands")):
            if has(obj, key):
                yield Problem("- - 7.2", f"the language of a text that {name} content is unknown", obj)


def problems_of_headings(tree: "StructureTree") -> "Iterator[Problem]":
    numbered = [
        (element, int(found[1])) for element in tree.elements if (found := HEADING_OF_ANY_LEVEL.fullmatch(element.kind)) is not None
    ]
    before = 0
    for element, level in numbered:
        if level > before + 1:
            yield Problem("- - 7.4.2", f"a heading of level {level} follows one of level {before or 'none'}", element.obj)
        before = level
    plain_headings = [element for element in tree.elements if element.kind == "H"]
    if plain_headings and numbered:
        yield Problem("- - 7.4.4", "it has headings with and without levels", plain_headings[0].obj)
    seen: set[int] = set()
    for element in plain_headings:
        if id(element.parent) in seen:
            yield Problem("- - 7.4.4", "a part has more than one heading without a level", element.obj)
        seen.add(id(element.parent))


def problems_of_notes(tree: "StructureTree") -> "Iterator[Problem]":
    seen: set[bytes] = set()
    for element in tree.elements:
        if element.kind != "Note":
            continue
        value = bytes_of(get(element.obj, "/ID"))
        if not value or value in seen:
            yield Problem("- - 7.9", "a note has no identifier of its own", element.obj)
        seen.add(value)


def problems_of_page(page: "Any", tree: "StructureTree") -> "Iterator[Problem]":
    annotations = [each for each in items_of(get(page, "/Annots")) if isinstance(each, Dictionary)]
    if annotations and name_of(get(page, "/Tabs")) != "/S":
        yield Problem("- - 7.18.3", "the order of its annotations is not that of the structure (Tabs)", page)
    box = numbers_of(inherited(page, "/CropBox" if inherited(page, "/CropBox") is not None else "/MediaBox"))
    for annotation in annotations:
        flags = get(annotation, "/F")
        is_hidden = isinstance(flags, int) and bool(flags & HIDDEN)
        if not is_hidden and not is_outside(annotation, box):
            yield from problems_of_annotation(annotation, tree.objects.get(key_of(annotation)), tree)


def is_outside(annotation: "Any", box: "list[float]") -> bool:
    area = numbers_of(get(annotation, "/Rect"))
    if len(area) != 4 or len(box) != 4:
        return False
    left, right = sorted((area[0], area[2]))
    low, high = sorted((area[1], area[3]))
    return right < box[0] or left > box[2] or high < box[1] or low > box[3]


def problems_of_annotation(annotation: "Any", element: "Element | None", tree: "StructureTree") -> "Iterator[Problem]":
    """element: the tag of the annotation."""
    kind = name_of(get(annotation, "/Subtype"))
    tag = "" if element is None else element.kind
    is_described = has_text(annotation, "/Contents") or (element is not None and element.text("/Alt"))
    if kind == "/TrapNet":
        yield Problem("- - 7.18.2", "it has annotations of trap networks", annotation)
    if kind == "/PrinterMark" and element is not None:
        yield Problem("- - 7.18.8", "a mark of printers is tagged", annotation)
    if kind not in UNTAGGED_ANNOTATIONS and tag != "Annot":
        yield Problem("- - 7.18.1", "an annotation is in no tag Annot", annotation)
    if kind not in UNTAGGED_ANNOTATIONS and not is_described:
        yield Problem("- - 7.18.1", "an annotation has no text that describes it (Contents)", annotation)
    if kind == "/Widget":
        # A widget without a name of its own shows the field that it is in.
        field = annotation if has(annotation, "/T") or not has(annotation, "/Parent") else get(annotation, "/Parent")
        if not has_text(field, "/TU") and not (element is not None and element.text("/Alt")):
            yield Problem("- - 7.18.1", "a form field has no text that describes it (TU)", annotation)
        if tag != "Form":
            yield Problem("- - 7.18.4", "a form field is in no tag Form", annotation)
    if kind == "/Link":
        if tag != "Link":
            yield Problem("- - 7.18.5", "a link is in no tag Link", annotation)
        if not is_described:
            yield Problem("- - 7.18.5", "a link has no text that describes it (Contents)", annotation)
    if not tree.has_language and has_text(annotation, "/Contents") and not (element is not None and element.has_language):
        yield Problem("- - 7.2", "the language of a text that describes an annotation is unknown", annotation)
    if not tree.has_language and has_text(annotation, "/TU") and not (element is not None and element.has_language):
        yield Problem("- - 7.2", "the language of a text that describes a form field is unknown", annotation)
    yield from problems_of_media(annotation)


def problems_of_media(annotation: "Any") -> "Iterator[Problem]":
    clip = get(get(get(annotation, "/A"), "/R"), "/C")
    if name_of(get(clip, "/S")) == "/MCD":
        if not has(clip, "/CT"):
            yield Problem("- - 7.18.6.2", "a film or sound does not say its media type", annotation)
        listed = items_of(get(clip, "/Alt"))
        if not any(bytes_of(each) for each in listed[1::2]):
            yield Problem("- - 7.18.6.2", "a film or sound has no text that describes it (Alt)", annotation)


def has_text(holder: "Any", key: str) -> bool:
    value = get(holder, key)
    return value is not None and len(text_of(value)) > 0
