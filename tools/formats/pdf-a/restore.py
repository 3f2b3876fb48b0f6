"""Adds the bookmarks, and on demand more, of its source to a PDF that Ghostscript wrote for PDF/A.

Usage: restore.py SETTINGS SOURCE WRITTEN RESULT

SETTINGS is JSON: {"attachments": whether they are wanted, "information": [keys of the document information that are]}. Prints JSON:
{"restored": [names of restored parts]}.
"""

import json
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, NameTree, OutlineItem, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BOOKMARKS = 50_000
# Values of the entry that says whether the document is ready for printing (ISO 32000-2, 14.11.6). Ghostscript leaves it out.
TRAPPED = ("/True", "/False", "/Unknown")


def get(holder: object, key: str) -> "Any":
    try:
        return holder.get(key) if isinstance(holder, Dictionary) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None


class Bookmarks:
    def __init__(self, source: pikepdf.Pdf) -> None:
        self.source = source
        self.pages = {page.obj.objgen: number for number, page in enumerate(source.pages)}
        names = get(get(source.Root, "/Names"), "/Dests")
        self.names: dict[str, Any] = dict(NameTree(names).items()) if isinstance(names, Dictionary) else {}
        self.copied = 0

    def page_of(self, item: "Any") -> "int | None":
        target = item.destination
        if target is None and isinstance(item.action, Dictionary):
            target = get(item.action, "/D")
        if isinstance(target, String):
            target = self.names.get(str(target))
        elif target is not None and not isinstance(target, Array):
            target = get(get(self.source.Root, "/Dests"), str(target))
        if isinstance(target, Dictionary):
            target = get(target, "/D")
        if not isinstance(target, Array) or len(target) == 0:
            return None
        return self.pages.get(getattr(target[0], "objgen", (0, 0)))

    def copies(self, items: "list[Any]") -> "list[OutlineItem]":
        made: list[OutlineItem] = []
        for item in items:
            self.copied += 1
            if self.copied > MOST_BOOKMARKS:
                break
            # A bookmark that leads out of the document, or nowhere, keeps its title.
            copy = OutlineItem(item.title, self.page_of(item))
            copy.children.extend(self.copies(item.children))
            copy.is_closed = item.is_closed
            made.append(copy)
        return made


def restore_bookmarks(source: pikepdf.Pdf, result: pikepdf.Pdf) -> bool:
    """Returns whether there are any. Damaged ones are left out."""
    if "/Outlines" in result.Root or "/Outlines" not in source.Root:
        return False
    try:
        with source.open_outline() as outline:
            copies = Bookmarks(source).copies(outline.root)
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError, RecursionError):
        return False
    with result.open_outline() as outline:
        outline.root.extend(copies)
    return len(copies) > 0


def restore_attachments(source: pikepdf.Pdf, result: pikepdf.Pdf) -> bool:
    """Returns whether there are any, and all could be read."""
    count = len(result.attachments)
    for name, file in list(source.attachments.items()):
        if name in result.attachments:
            continue
        attached = file.get_file()
        copy = pikepdf.AttachedFileSpec(
            result, attached.read_bytes(), filename=file.filename or name, description=file.description, mime_type=attached.mime_type
        )
        result.attachments[name] = copy
    return len(result.attachments) > count


def restore_information(source: pikepdf.Pdf, result: pikepdf.Pdf, keys: "list[str]") -> None:
    for key in keys:
        value = get(source.trailer.get("/Info"), key)
        if isinstance(value, String):
            result.docinfo[key] = String(bytes(value))
    trapped = get(source.trailer.get("/Info"), "/Trapped")
    if isinstance(trapped, Name) and str(trapped) in TRAPPED:
        result.docinfo["/Trapped"] = Name(str(trapped))


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.argv[1])
    with pikepdf.open(sys.argv[2]) as source, pikepdf.open(sys.argv[3]) as result:
        restored = ["bookmarks"] if restore_bookmarks(source, result) else []
        if settings["attachments"] and restore_attachments(source, result):
            restored.append("attachments")
        restore_information(source, result, settings["information"])
        result.save(sys.argv[4], fix_metadata_version=False)
        print(json.dumps({"restored": restored}))


main()
