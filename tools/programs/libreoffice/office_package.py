"""Finds damage in a document that is a zip of parts (docx, xlsx, pptx, odt and others): on such files LibreOffice 7.4 crashes with an
uncaught exception."""

import re
import zipfile
import zlib
from xml.parsers import expat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# OPC packages (docx, xlsx, pptx) have this part; their XML must not declare a document type.
CONTENT_TYPES = "[Content_Types].xml"
ZIP = b"PK\x03\x04"
XML = (".xml", ".rels")
# A presentation is not read at all if these are not XML; texts and spreadsheets are read without them.
PROPERTIES = "docProps/"
# Replaces damaged properties, because other parts refer to them.
EMPTY = "<none/>"
CHUNK_BYTES = 1 << 20
UNREADABLE = (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error)


def first_damaged(path: str) -> "str | None":
    """Returns the name of the first part that cannot be unpacked or, if it should be XML, is not; '' for the zip's directory. None if
    nothing is damaged, and for a file that is not a zip."""
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
    """Writes `copy`, the document without damaged properties, if it has any. Returns whether it did. Files that are not a zip, and damaged
    zips, are left to LibreOffice."""
    try:
        with zipfile.ZipFile(source) as package:
            damaged = set(damaged_parts(package, PROPERTIES))
            if damaged:
                write_without(package, damaged, copy)
    except UNREADABLE:
        return False
    return bool(damaged)


# Relationships of files that Word inserts when it opens the text (ECMA-376-1, 17.17.2.1).
RELATIONSHIPS = "word/_rels/document.xml.rels"
INSERTED = re.compile(rb"<Relationship\b[^>]*/aFChunk[^>]*>")
# LibreOffice inserts these.
DOCUMENT = re.compile(rb"Target\s*=\s*[\"'][^\"']*\.docx[\"']", re.IGNORECASE)
LONGEST_RELATIONSHIPS = 1 << 20


def not_inserted(path: str) -> int:
    """Returns the number of inserted files of a docx that LibreOffice leaves out: HTML pages, from which some libraries make documents."""
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
    # LibreOffice does not accept a name with an undeclared namespace either.
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
