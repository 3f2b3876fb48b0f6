"""Takes the invoice out of a PDF (Factur-X, ZUGFeRD, XRechnung), and reads what the PDF says of it.

Usage: pdf_invoice.py PDF RESULT

Writes the XML to RESULT. Prints JSON: {"file": its name in the PDF, or null: there is none, "relationship": as in the PDF, or null,
"is_associated": whether the document names it as an associated file, "declared": {"profile", "file", "version"} of the metadata, or null}.
"""

import json
import re
import sys

import pikepdf
from lxml import etree
from pikepdf import Array, Dictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Names that the standards give (Factur-X 1.0, 6.2.1; ZUGFeRD 1 and 2), the usual one first.
NAMES = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml", "ZUGFeRD-invoice.xml"]
# More than any invoice has, bytes.
LARGEST = 64 * 1024**2


# Deepest tree of names that is followed, and most files.
DEEPEST, MOST = 20, 10_000


def attached(pdf: pikepdf.Pdf) -> "dict[str, Any]":
    """Returns the descriptions of attached files by name. Names may be in any order, which a search in the tree does not bear."""
    found: dict[str, Any] = {}

    def walk(node: "Any", depth: int) -> None:
        if not isinstance(node, Dictionary) or depth > DEEPEST or len(found) > MOST:
            return
        names = node.get("/Names")
        for index in range(0, len(names) - 1 if isinstance(names, Array) else 0, 2):
            spec = names[index + 1]
            if isinstance(spec, Dictionary):
                found[str(spec.get("/UF", spec.get("/F", names[index])))] = spec
        kids = node.get("/Kids")
        for kid in kids if isinstance(kids, Array) else ():
            walk(kid, depth + 1)

    walk(pdf.Root.get("/Names", Dictionary()).get("/EmbeddedFiles"), 0)
    return found


def content(spec: "Any") -> bytes:
    files = spec.get("/EF", Dictionary())
    stream = files.get("/UF", files.get("/F"))
    return b"" if stream is None else stream.read_bytes()


def choose(names: "list[str]") -> "str | None":
    lowered = {name.lower(): name for name in names}
    known = next((lowered[name.lower()] for name in NAMES if name.lower() in lowered), None)
    return known or next((name for name in names if name.lower().endswith(".xml")), None)


def relationship(spec: "Any") -> "str | None":
    found = spec.get("/AFRelationship")
    return None if found is None else str(found).removeprefix("/")


def is_associated(pdf: pikepdf.Pdf, name: str) -> bool:
    files = pdf.Root.get("/AF")
    if not isinstance(files, Array):
        return False
    return any(isinstance(file, Dictionary) and str(file.get("/UF", file.get("/F", ""))) == name for file in files)


def declared(pdf: pikepdf.Pdf) -> "dict[str, str | None] | None":
    """Reads the properties of Factur-X or ZUGFeRD in the metadata: they are elements or attributes of any prefix."""
    metadata = pdf.Root.get("/Metadata")
    if metadata is None:
        return None
    try:
        root = etree.fromstring(metadata.read_bytes(), etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, pikepdf.PdfError):
        return None
    found: dict[str, str] = {}
    for element in root.iter():
        pairs = [(element.tag, element.text), *element.attrib.items()]
        for tag, text in pairs:
            match = re.fullmatch(r"\{urn:(?:factur-x|zugferd|ferd)[^}]*\}(\w+)", tag) if isinstance(tag, str) else None
            if match and text and text.strip():
                found[match[1]] = text.strip()
    if not found:
        return None
    return {"profile": found.get("ConformanceLevel"), "file": found.get("DocumentFileName"), "version": found.get("Version")}


def main() -> None:
    with pikepdf.open(sys.argv[1]) as pdf:
        files = attached(pdf)
        name = choose(list(files))
        answer: dict[str, Any] = {"file": name, "relationship": None, "is_associated": False, "declared": declared(pdf)}
        if name is not None:
            spec = files[name]
            data = content(spec)
            if len(data) > LARGEST:
                answer["file"] = None
            else:
                with open(sys.argv[2], "wb") as result:
                    result.write(data)
                answer["relationship"] = relationship(spec)
                answer["is_associated"] = is_associated(pdf, name)
    print(json.dumps(answer))


main()
