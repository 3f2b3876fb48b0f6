"""Prints what PDFs have besides their pages.

Usage: document_facts.py

The standard input is a JSON list of paths. Prints JSON: a list of what each has of "outline", "attachments", "tags", "names", "metadata",
"layers", and "direct attachments", which qpdf cannot copy; null if it cannot be read.
"""

import json
import sys

import pikepdf
from pikepdf import Dictionary, NameTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_ATTACHMENTS = 10_000


def get(holder: object, key: str) -> "Any":
    """Returns the value, or None if there is none; in damaged files anything can be anywhere."""
    return holder.get(key) if isinstance(holder, Dictionary) else None


def has_direct_attachments(names: object) -> bool:
    """Whether the description of an attached file is part of the list of names itself."""
    try:
        for count, (_, description) in enumerate(NameTree(get(names, "/EmbeddedFiles")).items()):
            if count >= MOST_ATTACHMENTS:
                return False
            if not description.is_indirect:
                return True
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, UnicodeError):
        return False
    return False


def facts(path: str) -> "list[str] | None":
    try:
        with pikepdf.open(path) as pdf:
            root, names = pdf.Root, get(pdf.Root, "/Names")
            has = {
                "outline": get(get(root, "/Outlines"), "/First") is not None,
                "attachments": get(names, "/EmbeddedFiles") is not None,
                "tags": "/StructTreeRoot" in root,
                "names": get(names, "/Dests") is not None or "/Dests" in root,
                "metadata": "/Info" in pdf.trailer or "/Metadata" in root,
                "layers": "/OCProperties" in root,
            }
            if has["attachments"]:
                has["direct attachments"] = has_direct_attachments(names)
            return [name for name, is_there in has.items() if is_there]
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError):
        return None


def main() -> None:
    print(json.dumps([facts(path) for path in json.load(sys.stdin)]))


main()
