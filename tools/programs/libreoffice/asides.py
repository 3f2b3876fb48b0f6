"""Content of a document besides its text, which a target of text or pages may have no place for."""

import contextlib

import embedded
import hidden
import office_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

EDGES = ("Header", "Footer")


def of(document: "Any", kind: str, path: str) -> "dict[str, int]":
    """Returns Asides of job.ts. kind: as in OfficeResult. path: the loaded file. Never raises: a document that does not answer can still be
    converted."""
    inserted = office_package.not_inserted(path) if kind == "writer" else 0
    found = {"comments": 0, "charts": 0, "headers": 0, "notes": 0, "inserted": inserted, "media": 0, **embedded.NONE}
    with contextlib.suppress(Exception):
        found.update(embedded.of(document, kind, path))
    for name, count in COUNTS.get(kind, {}).items():
        with contextlib.suppress(Exception):
            found[name] = count(document)
    return found


def comments_of_text(document: "Any") -> int:
    fields = document.TextFields.createEnumeration()
    return sum(field.supportsService("com.sun.star.text.textfield.Annotation") for field in elements(fields))


def charts_of_text(document: "Any") -> int:
    objects = document.EmbeddedObjects
    return sum(str(objects.getByName(name).CLSID).upper() == embedded.CHART for name in objects.ElementNames)


def headers_of_text(document: "Any") -> int:
    return sum(has_text(text) for style in page_styles(document) for text in texts_at_edges(style))


def comments_of_sheets(document: "Any") -> int:
    return sum(document.Sheets.getByIndex(index).Annotations.Count for index in range(document.Sheets.Count))


def comments_of_slides(document: "Any") -> int:
    return sum(1 for slide in hidden.slides_of(document) for _ in elements(slide.createAnnotationEnumeration()))


def notes_of_slides(document: "Any") -> int:
    return sum(has_notes(slide.NotesPage) for slide in hidden.slides_of(document))


def media_of_slides(document: "Any") -> int:
    shapes = (shape for slide in hidden.slides_of(document) for shape in embedded.shapes_of(slide))
    return sum(shape.ShapeType.endswith("MediaShape") for shape in shapes)


COUNTS: "dict[str, dict[str, Callable[[Any], int]]]" = {
    "writer": {"comments": comments_of_text, "charts": charts_of_text, "headers": headers_of_text},
    "calc": {"comments": comments_of_sheets},
    "impress": {"comments": comments_of_slides, "notes": notes_of_slides, "media": media_of_slides},
}


def page_styles(document: "Any") -> "Iterable[Any]":
    """Returns the page styles that are in use."""
    styles = document.StyleFamilies.getByName("PageStyles")
    return (style for style in map(styles.getByIndex, range(styles.Count)) if style.isInUse())


def texts_at_edges(style: "Any") -> "Iterable[Any]":
    for edge in EDGES:
        if not getattr(style, edge + "IsOn"):
            continue
        yield getattr(style, edge + "Text")
        if not getattr(style, edge + "IsShared"):
            yield getattr(style, edge + "TextLeft")
        if not style.FirstIsShared:
            yield getattr(style, edge + "TextFirst")


def has_text(text: "Any") -> bool:
    """Whether it has more than page numbers and other fields."""
    for block in elements(text.createEnumeration()):
        if not block.supportsService("com.sun.star.text.Paragraph"):
            return True  # a table
        for portion in elements(block.createEnumeration()):
            if portion.TextPortionType == "Text" and portion.String.strip():
                return True
    return False


def has_notes(page: "Any") -> bool:
    shapes = (page.getByIndex(index) for index in range(page.Count))
    return any(is_note(shape) for shape in shapes)


def is_note(shape: "Any") -> bool:
    """NotesShape, or a text box of its own; not the header, footer, date or number of the page."""
    kind = shape.ShapeType.rpartition(".")[2]
    return kind in ("NotesShape", "TextShape") and bool(shape.String.strip()) and not shape.IsEmptyPresentationObject


def elements(enumeration: "Any") -> "Iterable[Any]":
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()
