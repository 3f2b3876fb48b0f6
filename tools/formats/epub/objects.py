"""Objects of a document: calibre drops all except drawings from an EPUB, together with their alternative content."""

import trees
from trees import h, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from trees import Element

_PICTURES = frozenset(("image/gif", "image/jpeg", "image/png"))
_DRAWINGS = frozenset(("image/svg+xml", "application/svg+xml"))


def show_objects(root: "Element", is_there: "Callable[[str], bool]") -> int:
    """Turns objects that are pictures into pictures, and replaces objects that no book can show with their content, as HTML does. is_there:
    whether a reference leads to a part of the book. Returns the number of changes.
    """
    changes = 0
    for element in reversed(list(root.iter(h("object")))):
        kind = element.get("type", "").partition(";")[0].strip().lower()
        reference = element.get("data", "")
        if element.getparent() is None or (kind in _DRAWINGS and is_there(reference)):
            continue
        changes += 1
        if kind in _PICTURES and is_there(reference):
            _as_picture(element, reference)
            continue
        for part in list(element):
            if local(part) == "param":
                trees.remove(part)
        trees.unwrap(element)
    return changes


def _as_picture(element: "Element", reference: str) -> None:
    text = trees.text_of(element)
    for child in list(element):
        element.remove(child)
    element.text = None
    trees.rename(element, "img")
    trees.drop(element, ("data", "type", "name", "form", "classid", "codebase", "codetype", "archive", "standby", "declare"))
    element.set("src", reference)
    element.set("alt", text)
