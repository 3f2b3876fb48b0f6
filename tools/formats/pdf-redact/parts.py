"""Removes what a PDF has besides the content of its pages: annotations, fields, and texts of the document that are to be redacted."""

import pikepdf
from matching import Item, without
from pikepdf import Array, Dictionary, Name, Stream, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from pdfminer_characters import Rectangle

DEEPEST = 200
# What takes the place of a text: as long for every text, so that it does not reveal the length.
REDACTED = "█████"
# References to other parts of the document, which are looked at on their own.
ELSEWHERE = ("/P", "/Parent", "/Popup", "/IRT", "/Dest", "/Kids")
# Texts that readers take instead of content (ISO 32000-1, 14.9.3 to 14.9.5).
REPLACEMENTS = ("/ActualText", "/Alt", "/E")
# Operators that mark content with properties, and that begin a text.
MARKS = (pikepdf.Operator("BDC"), pikepdf.Operator("DP"))
BEGIN_TEXT = pikepdf.Operator("BT")
VALUES = ("/V", "/DV", "/RV", "/Opt", "/AP", "/MK")


def is_dictionary(value: object) -> bool:
    return isinstance(value, (Dictionary, Stream))


def entries(holder: "Any") -> "list[tuple[str, Any]]":
    """Keys that are not UTF-8 cannot be listed by pikepdf: such a file is refused by the error, as it cannot be searched."""
    return list(holder.items()) if is_dictionary(holder) else []


def values_of(holder: "Any") -> "list[Any]":
    return [value for _, value in entries(holder)]


def keys_of(holder: "Any") -> "list[str]":
    return [key for key, _ in entries(holder)]


def containers(pdf: pikepdf.Pdf) -> "Iterator[Any]":
    """Yields every dictionary, stream and array of the file, including nested ones."""
    for top in [pdf.trailer, *pdf.objects]:
        stack: list[tuple[Any, int]] = [(top, 0)]
        while stack:
            holder, depth = stack.pop()
            if not isinstance(holder, Array) and not is_dictionary(holder):
                continue
            yield holder
            values = list(holder) if isinstance(holder, Array) else [value for _, value in entries(holder)]
            if depth < DEEPEST:
                stack.extend((value, depth + 1) for value in values if getattr(value, "objgen", None) == (0, 0))


def strings_in(value: "Any", depth: int = 0) -> "Iterator[str]":
    """Yields the strings in an object, but not in those that it refers to."""
    if isinstance(value, String):
        yield str(value)
    elif depth <= DEEPEST and (depth == 0 or getattr(value, "objgen", (0, 0)) == (0, 0)):
        # Identifiers of the file are bytes by chance.
        for one in list(value) if isinstance(value, Array) else [one for key, one in entries(value) if key != "/ID"]:
            yield from strings_in(one, depth + 1)


def texts_of(value: "Any", depth: int = 0, seen: "set[tuple[int, int]] | None" = None) -> "Iterator[str]":
    """Yields the strings in a value, and the bytes of its streams as Latin-1."""
    seen = set() if seen is None else seen
    number = getattr(value, "objgen", (0, 0))
    if depth > DEEPEST or number in seen:
        return
    if number != (0, 0):
        seen.add(number)
    if isinstance(value, String):
        yield str(value)
    elif isinstance(value, Array):
        for one in value:
            yield from texts_of(one, depth + 1, seen)
    elif is_dictionary(value):
        if isinstance(value, Stream) and value.get("/Subtype") != Name.Image:
            yield bytes_of(value).decode("latin-1")
        for key, one in entries(value):
            if key not in ELSEWHERE:
                yield from texts_of(one, depth + 1, seen)


def bytes_of(stream: "Any") -> bytes:
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b""


def state_names(annotation: "Any") -> "Iterator[str]":
    """Yields the names that a document chooses for the states of a field, such as what a radio button stands for."""
    for look in values_of(annotation.get("/AP")):
        if isinstance(look, Dictionary) and not isinstance(look, Stream):
            yield from (key[1:] for key in keys_of(look))


def items_in(value: "Any", items: "Sequence[Item]", more: "Iterable[str]" = ()) -> "list[int]":
    texts = [*texts_of(value), *more]
    return [item.index for item in items if any(item.spans(text) for text in texts)]


def annotations_of(page: "Any") -> "list[Any]":
    annotations = page.get("/Annots")
    return [one for one in annotations if isinstance(one, Dictionary)] if isinstance(annotations, Array) else []


def rectangle_of(annotation: "Any") -> "Rectangle | None":
    try:
        x0, y0, x1, y1 = (float(number) for number in annotation["/Rect"])
    except (KeyError, TypeError, ValueError):
        return None
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def ancestors(field: "Any") -> "Iterator[Any]":
    """Yields a field and those above it, from the lowest up."""
    for _ in range(DEEPEST):
        if not isinstance(field, Dictionary):
            return
        yield field
        field = field.get("/Parent")


def name_of(field: "Any") -> str:
    names = [str(one["/T"]) for one in ancestors(field) if isinstance(one.get("/T"), String)]
    return ".".join(reversed(names))


def quads_of(annotation: "Any") -> "list[Rectangle]":
    """Returns the areas of a redaction annotation (ISO 32000-1, 12.5.6.23)."""
    points: list[Any] = list(annotation.get("/QuadPoints") or [])
    numbers = [float(number) for number in points]
    quads = [numbers[at : at + 8] for at in range(0, len(numbers) - 7, 8)]
    rectangle = rectangle_of(annotation)
    if not quads:
        return [] if rectangle is None else [rectangle]
    return [(min(quad[::2]), min(quad[1::2]), max(quad[::2]), max(quad[1::2])) for quad in quads]


def remove_annotations(pdf: pikepdf.Pdf, is_removed: "Callable[[int, Any], bool]") -> int:
    """Removes annotations and fields from their pages, and empties them, as other objects may still refer to them."""
    removed: list[Any] = []
    for number, page in enumerate(pdf.pages):
        kept: list[Any] = []
        gone: list[Any] = []
        for one in annotations_of(page.obj):
            (gone if is_removed(number, one) else kept).append(one)
        if gone:
            page.obj["/Annots"] = Array(kept)
            removed += gone
    for annotation in removed:
        for field in list(ancestors(annotation)):
            drop_keys(field, VALUES)
        for one in (annotation.get("/Popup"), annotation):
            if isinstance(one, Dictionary):
                drop_keys(one, list(one.keys()))
    if removed:
        for page in pdf.pages:
            drop_empty(page.obj, "/Annots")
        if isinstance(pdf.Root.get("/AcroForm"), Dictionary):
            drop_empty(pdf.Root["/AcroForm"], "/Fields")
    return len(removed)


def drop_empty(holder: "Any", key: str, depth: int = 0) -> None:
    """Drops emptied annotations from a list; in that of fields, also fields that have lost all parts of theirs."""
    parts = holder.get(key)
    if not isinstance(parts, Array) or depth > DEEPEST:
        return
    kept: list[Any] = []
    for part in parts:
        if not isinstance(part, Dictionary) or len(part) == 0:
            continue
        had = len(part["/Kids"]) if isinstance(part.get("/Kids"), Array) else 0
        if key != "/Annots":
            drop_empty(part, "/Kids", depth + 1)
        if had == 0 or len(part["/Kids"]) > 0:
            kept.append(part)
    holder[key] = Array(kept)


def redact_strings(pdf: pikepdf.Pdf, items: "Sequence[Item]") -> "dict[int, int]":
    """Replaces what is found in the strings of the document: bookmarks, tags, destinations, labels. Returns how many of each item."""
    counts: dict[int, int] = {}

    def redacted(value: "Any") -> "Any":
        if not isinstance(value, String):
            return value
        text = str(value)
        for item in items:
            if spans := item.spans(text):
                counts[item.index] = counts.get(item.index, 0) + 1
                text = without(text, spans, REDACTED)
        return value if text == str(value) else String(text)

    for holder in containers(pdf):
        pairs = list(enumerate(holder)) if isinstance(holder, Array) else [(key, value) for key, value in entries(holder) if key != "/ID"]
        for key, value in pairs:
            new = redacted(value)
            if new is not value:
                holder[key] = new
    return counts


def drop_replacements(pdf: pikepdf.Pdf, pages: "set[tuple[int, int]]") -> None:
    """Drops the texts that tags have instead of the content of these pages."""
    for holder in containers(pdf):
        if not isinstance(holder, Dictionary) or not any(key in holder for key in REPLACEMENTS) or "/S" not in holder:
            continue
        page = next((one["/Pg"] for one in structure_above(holder) if isinstance(one.get("/Pg"), Dictionary)), None)
        if page is None or page.objgen in pages:
            drop_keys(holder, REPLACEMENTS)


def structure_above(element: "Any") -> "Iterator[Any]":
    for _ in range(DEEPEST):
        if not isinstance(element, Dictionary):
            return
        yield element
        element = element.get("/P")


def forms_of(page: "Any") -> "Iterator[Any]":
    """Yields a page, and the forms that it may draw, each once."""
    seen: set[tuple[int, int]] = set()
    stack = [page]
    while stack:
        holder = stack.pop()
        yield holder
        resources = holder.get("/Resources")
        for form in values_of(resources.get("/XObject")) if isinstance(resources, Dictionary) else []:
            if isinstance(form, Stream) and form.get("/Subtype") == Name.Form and form.objgen not in seen:
                seen.add(form.objgen)
                stack.append(form)


def change_content(pdf: pikepdf.Pdf, holder: "Any", changed: "Callable[[Any], list[Any]]", words: "Sequence[bytes]") -> None:
    """Replaces each instruction of the content of a page or form by others, if it has one of the words. A page gets a stream of its own."""
    content = holder if isinstance(holder, Stream) else holder.get("/Contents")
    streams = [one for one in content if isinstance(one, Stream)] if isinstance(content, Array) else [content]
    if not any(isinstance(stream, Stream) and word in bytes_of(stream) for stream in streams for word in words):
        return
    old = pikepdf.parse_content_stream(holder if isinstance(holder, Stream) else pikepdf.Page(holder))
    data = pikepdf.unparse_content_stream([new for one in old for new in changed(one)])
    if isinstance(holder, Stream):
        holder.write(data)
    else:
        holder["/Contents"] = pdf.make_stream(data)


def drop_inline_replacements(pdf: pikepdf.Pdf, page: "Any") -> None:
    """Drops the texts that marked content has instead of itself."""

    def changed(instruction: "Any") -> "list[Any]":
        operands, operator = instruction
        if operator in MARKS and len(operands) == 2:
            drop_keys(operands[1], REPLACEMENTS)
        return [instruction]

    for holder in forms_of(page):
        resources = holder.get("/Resources")
        for properties in values_of(resources.get("/Properties")) if isinstance(resources, Dictionary) else []:
            drop_keys(properties, REPLACEMENTS)
        change_content(pdf, holder, changed, [key.encode() for key in REPLACEMENTS])


def begin_texts_anew(pdf: pikepdf.Pdf, page: "Any") -> None:
    """Sets the matrix at the beginning of each text: MuPDF 1.21 adds up the moves of texts from which it has removed everything."""
    anew: tuple[Any, Any] = ([1, 0, 0, 1, 0, 0], pikepdf.Operator("Tm"))
    for holder in forms_of(page):
        change_content(pdf, holder, lambda one: [one, anew] if one[1] == BEGIN_TEXT else [one], [b"BT"])


def drop_keys(holder: "Any", keys: "Sequence[str]") -> None:
    if isinstance(holder, Dictionary):
        for key in keys:
            if key in holder:
                del holder[key]


def remove_hidden_parts(pdf: pikepdf.Pdf) -> None:
    """Removes XFA, which repeats the values of fields, values of signatures, and looks of annotations that no viewer shows by itself."""
    drop_keys(pdf.Root, ("/Perms", "/DSS", "/Legal", "/Threads"))
    drop_keys(pdf.Root.get("/AcroForm"), ("/XFA",))
    for holder in containers(pdf):
        if not isinstance(holder, Dictionary):
            continue
        if holder.get("/FT") == Name.Sig:
            drop_keys(holder, ("/V",))
        drop_keys(holder.get("/AP"), ("/R", "/D"))


def unusual_content(page: "Any") -> bool:
    """Whether a page has what is only redacted as a picture: letters that are drawings, patterns, shadings, masks made of content."""
    for holder in forms_of(page):
        resources = holder.get("/Resources")
        if not isinstance(resources, Dictionary):
            continue
        if any(len(resources.get(key) or {}) > 0 for key in ("/Pattern", "/Shading")):
            return True
        fonts = values_of(resources.get("/Font"))
        if any(isinstance(font, Dictionary) and font.get("/Subtype") == Name.Type3 for font in fonts):
            return True
        states = values_of(resources.get("/ExtGState"))
        if any(isinstance(state, Dictionary) and isinstance(state.get("/SMask"), Dictionary) for state in states):
            return True
    return False
