"""Files inside a document (OLE objects), which a page shows as a picture at most."""

import posixpath
import re
import zipfile
from xml.parsers import expat

import office_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# LibreOffice loads both as objects; neither is a file.
CHART = "12DCAE26-281F-416F-A234-C3086127382E"
FORMULA = "078B7ABA-54FC-457F-8551-6147E776A997"

# LibreOffice's own classes. It does not report the class of an object that another program made.
CLASSES = {
    "8BC6B165-B1B2-4EDD-AA47-DAE2EE689DD6": "texts",
    "47BBB4CB-CE4C-4E80-A591-42D9AE74950F": "workbooks",
    "9176E48A-637A-4D1F-803B-99D9BFAC1047": "presentations",
}
OTHER = "objects"
NONE = dict.fromkeys(("texts", "workbooks", "presentations", "pdfs", OTHER), 0)
# Matched against the name of the file, then that of the program; the first match counts.
NAMES = (
    ("pdfs", re.compile(r"\.pdf$|^acro", re.IGNORECASE)),
    ("workbooks", re.compile(r"\.xls\w?$|^(?:excel|worksheet)", re.IGNORECASE)),
    ("presentations", re.compile(r"\.ppt\w?$|^(?:powerpoint|presentation)", re.IGNORECASE)),
    ("texts", re.compile(r"\.(?:doc\w?|rtf)$|^(?:word|document)", re.IGNORECASE)),
)

# Parts of an OPC package that have objects. Charts keep their data in a workbook too, which is not a file that somebody embedded.
RELATIONSHIPS = re.compile(r"(word|ppt/slides|xl/worksheets)/_rels/([^/]+)\.rels")
OBJECT = re.compile(r"/relationships/(?:oleObject|package)$")


def of(document: "Any", kind: str, path: str) -> "dict[str, int]":
    """Returns the number of files of each kind, as in Asides of job.ts. kind: as in OfficeResult. path: the loaded file."""
    in_package = objects_of_package(path)
    found = objects_of(document, kind) if in_package is None else in_package
    counts: dict[str, int] = {**NONE}
    for each in found:
        counts[each] += 1
    return counts


def objects_of(document: "Any", kind: str) -> "Iterable[str]":
    """Yields the kind of each object that LibreOffice loaded."""
    if kind == "writer":
        objects = document.EmbeddedObjects
        loaded: Iterable[Any] = map(objects.getByName, objects.ElementNames)
    else:
        pages = document.DrawPages
        shapes = (shape for index in range(pages.Count) for shape in shapes_of(pages.getByIndex(index)))
        loaded = (shape for shape in shapes if shape.ShapeType.endswith("OLE2Shape"))
    classes = (str(each.CLSID).upper() for each in loaded)
    return [CLASSES.get(each, OTHER) for each in classes if each not in (CHART, FORMULA)]


def shapes_of(group: "Any") -> "Iterable[Any]":
    for index in range(group.Count):
        shape = group.getByIndex(index)
        if shape.ShapeType == "com.sun.star.drawing.GroupShape":
            yield from shapes_of(shape)
        else:
            yield shape


def objects_of_package(path: str) -> "list[str] | None":
    """Returns the kind of each object in a docx, pptx or xlsx; None for any other file. LibreOffice loads objects of an xlsx as pictures,
    and does not report the kind of the others."""
    # An older document may have a zip at its end.
    if not office_package.is_zip(path):
        return None
    try:
        with zipfile.ZipFile(path) as package:
            if office_package.CONTENT_TYPES not in package.NameToInfo:
                return None
            parts = [found for found in map(RELATIONSHIPS.fullmatch, package.namelist()) if found]
            return [each for part in parts for each in objects_of_part(package, part[0], "%s/%s" % part.groups())]
    except (expat.ExpatError, *office_package.UNREADABLE):
        return None


def objects_of_part(package: zipfile.ZipFile, relationships: str, part: str) -> "Iterable[str]":
    files: dict[str, str] = {}
    programs: dict[str, str] = {}

    def relationship(name: str, values: "dict[str, str]") -> None:
        if name.endswith("Relationship") and OBJECT.search(values.get("Type", "")) and values.get("TargetMode") != "External":
            files[values.get("Id", "")] = posixpath.basename(values.get("Target", ""))

    def element(_: str, values: "dict[str, str]") -> None:
        program = values.get("ProgID") or values.get("progId")
        if program:
            programs[values.get("r:id", "")] = program

    read(package, relationships, relationship)
    # A large part is read only if it has objects.
    if files and part in package.NameToInfo:
        read(package, part, element)
    return [kind_of(file, programs.get(name, "")) for name, file in files.items()]


def kind_of(*names: str) -> str:
    return next((kind for kind, fits in NAMES if any(map(fits.search, names))), OTHER)


def read(package: zipfile.ZipFile, name: str, start: "Any") -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    with package.open(name) as content:
        while part := content.read(office_package.CHUNK_BYTES):
            parser.Parse(part, False)
