"""What is damaged in a document that is a zip of parts (docx, xlsx, pptx, odt and others), for the files that LibreOffice 7.4 ends on with
an exception that nobody catches."""

import re
import zipfile
import zlib
from xml.parsers import expat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Packages that have it are OPC (docx, xlsx, pptx); their XML may not declare a document type.
CONTENT_TYPES = "[Content_Types].xml"
ZIP = b"PK\x03\x04"
XML = (".xml", ".rels")
# A presentation is not read at all where these are no XML; texts and spreadsheets are read without theirs.
PROPERTIES = "docProps/"
# In place of properties: other parts name them.
EMPTY = "<none/>"
CHUNK_BYTES = 1 << 20
UNREADABLE = (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error)


def first_damaged(path: str) -> "str | None":
    """The name of the first part that cannot be unpacked or, where it should be XML, is not; '' for the list of the parts itself. None
    where nothing is damaged, and for what is not a zip."""
    if not is_zip(path):
        return None
    try:
        with zipfile.ZipFile(path) as package:
            return next(damaged_parts(package, ""), None)
    except UNREADABLE:
        return ""


def is_zip(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(len(ZIP)) == ZIP


def write_without_damaged_properties(source: str, copy: str) -> bool:
    """Writes `copy`, the document without the properties that are damaged, where it has such. Returns whether it has.
    What is not a zip, or a damaged one, is LibreOffice's to judge."""
    try:
        with zipfile.ZipFile(source) as package:
            damaged = set(damaged_parts(package, PROPERTIES))
            if damaged:
                write_without(package, damaged, copy)
    except UNREADABLE:
        return False
    return bool(damaged)


# Files that Word inserts when it opens the text (ECMA-376-1, 17.17.2.1), by their relationships.
RELATIONSHIPS = "word/_rels/document.xml.rels"
INSERTED = re.compile(rb"<Relationship\b[^>]*/aFChunk[^>]*>")
# LibreOffice inserts these.
DOCUMENT = re.compile(rb"Target\s*=\s*[\"'][^\"']*\.docx[\"']", re.IGNORECASE)
LONGEST_RELATIONSHIPS = 1 << 20


def not_inserted(path: str) -> int:
    """How many files a docx inserts that LibreOffice leaves out: pages of HTML, which some libraries make documents of."""
    try:
        with zipfile.ZipFile(path) as package:
            if RELATIONSHIPS not in package.NameToInfo:
                return 0
            with package.open(RELATIONSHIPS) as content:
                text = content.read(LONGEST_RELATIONSHIPS)
    except UNREADABLE:
        return 0
    return sum(DOCUMENT.search(found) is None for found in INSERTED.findall(text))


def damaged_parts(package: zipfile.ZipFile, folder: str) -> "Iterator[str]":
    for member in package.infolist():
        if member.filename.startswith(folder) and not is_readable(package, member):
            yield member.filename


def is_readable(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    # A name of no namespace that is declared is no XML for LibreOffice either.
    parser = expat.ParserCreate(namespace_separator=" ") if member.filename.endswith(XML) else None
    if parser and CONTENT_TYPES in package.NameToInfo:
        parser.StartDoctypeDeclHandler = refuse_doctype
    try:
        with package.open(member) as content:
            while part := content.read(CHUNK_BYTES):
                if parser:
                    parser.Parse(part, False)
        if parser:
            parser.Parse(b"", True)
    except (expat.ExpatError, *UNREADABLE):
        return False
    return True


def refuse_doctype(*_: object) -> None:
    raise ValueError


def write_without(package: zipfile.ZipFile, damaged: "set[str]", copy: str) -> None:
    with zipfile.ZipFile(copy, "w") as made:
        for member in package.infolist():
            if member.filename in damaged:
                made.writestr(member.filename, EMPTY)
                continue
            with package.open(member) as content, made.open(member.filename, "w") as target:
                while part := content.read(CHUNK_BYTES):
                    target.write(part)
