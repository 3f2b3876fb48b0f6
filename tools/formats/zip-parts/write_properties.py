"""Changes the properties of a document that is a zip: Office Open XML, OpenDocument or EPUB.

write_properties.py FILE OUTPUT    {"clear": bool, "fields": {plain name: text or null}} on standard input, as JSON

Prints {"unplaced": [plain names of fields that the file cannot hold], "uncleared": [what clear could not remove]} as JSON.
"""

import json
import re
import sys
import zipfile

from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # lxml has no public name for it.
    Element: TypeAlias = etree._Element  # pyright: ignore[reportPrivateUsage]
    Fields: TypeAlias = dict[str, str | None]

DC = "{http://purl.org/dc/elements/1.1/}"
CORE = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"
EXTENDED = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
OPF = "{http://www.idpf.org/2007/opf}"
NCX = "{http://www.daisy.org/z3986/2005/ncx/}"

# Elements by plain names of fields; the first one listed that a file is given prevails.
_COMMON = {
    "title": DC + "title",
    "subject": DC + "subject",
    "description": DC + "description",
    "comment": DC + "description",
    "comments": DC + "description",
    "language": DC + "language",
}
_CORE = _COMMON | {
    "author": DC + "creator",
    "creator": DC + "creator",
    "artist": DC + "creator",
    "keywords": CORE + "keywords",
    "tags": CORE + "keywords",
    "category": CORE + "category",
    "lastmodifiedby": CORE + "lastModifiedBy",
}
_EXTENDED = {"company": EXTENDED + "Company", "manager": EXTENDED + "Manager"}
_META = _COMMON | {
    "initialcreator": META + "initial-creator",
    "author": META + "initial-creator",
    "creator": META + "initial-creator",
    "artist": META + "initial-creator",
    "lastmodifiedby": DC + "creator",
    "keywords": META + "keyword",
    "tags": META + "keyword",
}
_BOOK = {
    "title": DC + "title",
    "author": DC + "creator",
    "creator": DC + "creator",
    "artist": DC + "creator",
    "description": DC + "description",
    "comment": DC + "description",
    "comments": DC + "description",
    "keywords": DC + "subject",
    "tags": DC + "subject",
    "subject": DC + "subject",
    "publisher": DC + "publisher",
    "copyright": DC + "rights",
    "rights": DC + "rights",
    "language": DC + "language",
    "date": DC + "date",
}

_CORE_PART = "docProps/core.xml"

# Parts that name people: authors of comments and changes, and those who have opened a file.
_PEOPLE_OFFICE = re.compile(
    r"word/(?:glossary/)?[^/]+\.xml|xl/(?:workbook|comments[^/]*|(?:comments|persons|revisions)/.+)\.xml"
    r"|ppt/(?:commentAuthors|authors|changesInfos/.+)\.xml"
)
_PEOPLE_OPEN = re.compile(r"(?:.*/)?(?:content|styles)\.xml")

# Attributes with a name, by local names; in documents of Word any `author` with a prefix is one.
_NAMED = {
    "author": "name",
    "chgData": "name",
    "cmAuthor": "name",
    "fileSharing": "userName",
    "header": "userName",
    "person": "displayName",
    "userInfo": "name",
}
_NAMES = re.compile(rb"uthor|presenceInfo|userName|displayName|userInfo|absPath|chgData|dc:creator")
_ACCOUNTS = {"userId": None, "providerId": "None"}
_INITIALS = {META + "creator-initials", "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}sender-initials"}

_PICTURES = r"(?:word|xl|ppt)/media/.*|Pictures/.*"
_MARKS_OF_TAGS = (b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/", b"Photoshop 3.0", b"eXIf")


class Package:
    """A zip whose parts are changed in memory."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.names = set(archive.namelist())
        self.changed: dict[str, bytes] = {}
        self.removed: set[str] = set()

    def edit(self, name: str, change: "Callable[[Element], None]") -> bool:
        """Returns whether there is such a part."""
        if name not in self.names and name not in self.changed:
            return False
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        root = etree.fromstring(self.changed.get(name) or self.archive.read(name), parser)
        change(root)
        self.changed[name] = etree.tostring(root.getroottree(), encoding="utf-8", xml_declaration=True)
        return True

    def left(self) -> "list[str]":
        """What clear does not remove: it does not look into files in the file."""
        pictures = (self.archive.read(name) for name in self.names if re.fullmatch(_PICTURES, name))
        tagged = any(mark in picture for picture in pictures for mark in _MARKS_OF_TAGS)
        embedded = any(re.fullmatch(r"(?:word|xl|ppt)/embeddings/.*", name) for name in self.names)
        return ["that of its pictures"] * tagged + ["that of embedded files"] * embedded

    def write(self, path: str) -> None:
        """Writes all parts in their order, compressed as they were: the first of OpenDocument and EPUB is stored."""
        with zipfile.ZipFile(path, "w") as target:
            for entry in self.archive.infolist():
                if entry.filename in self.removed:
                    continue
                same = zipfile.ZipInfo(entry.filename, entry.date_time)
                same.external_attr = entry.external_attr
                same.create_system = entry.create_system
                data = self.changed.get(entry.filename)
                target.writestr(same, self.archive.read(entry) if data is None else data, entry.compress_type)
            for name in sorted(self.changed.keys() - self.names):
                target.writestr(zipfile.ZipInfo(name), self.changed[name], zipfile.ZIP_DEFLATED)


def _set(parent: "Element", places: "dict[str, str]", fields: "Fields") -> None:
    """Sets the fields that have a place, in place of all elements of the same name."""
    done: set[str] = set()
    for name, tag in places.items():
        if name not in fields or tag in done:
            continue
        done.add(tag)
        for old in parent.findall(tag):
            parent.remove(old)
        value = fields[name]
        if value is None:
            continue
        several = tag in (META + "keyword", DC + "subject") and name != "subject"
        for text in [each.strip() for each in value.split(",")] if several else [value]:
            element = parent.makeelement(tag)
            element.text = text
            parent.append(element)


def _empty(root: "Element") -> None:
    for child in list(root):
        root.remove(child)


def _changed(places: "dict[str, str]", fields: "Fields", clear: bool) -> "Callable[[Element], None]":
    def change(root: "Element") -> None:
        if clear:
            _empty(root)
        _set(root, places, fields)

    return change


def _add_core(package: Package) -> None:
    """Adds the part for properties (ECMA-376 part 2, 11), empty."""
    package.changed[_CORE_PART] = f'<cp:coreProperties xmlns:cp="{CORE[1:-1]}" xmlns:dc="{DC[1:-1]}"/>'.encode()

    def relate(root: "Element") -> None:
        kind = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
        tag = f"{{{etree.QName(root).namespace}}}Relationship"
        root.append(root.makeelement(tag, {"Id": "coreProperties", "Type": kind, "Target": _CORE_PART}))

    def state(root: "Element") -> None:
        kind = "application/vnd.openxmlformats-package.core-properties+xml"
        tag = f"{{{etree.QName(root).namespace}}}Override"
        root.append(root.makeelement(tag, {"PartName": f"/{_CORE_PART}", "ContentType": kind}))

    package.edit("_rels/.rels", relate)
    package.edit("[Content_Types].xml", state)


class People:
    """Neutral names for people, the same for one person in all parts, so that it stays readable who answered whom."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def name(self, name: "str | None") -> str:
        if name is None or name.strip() == "" or re.fullmatch(r"tc=\{.*\}", name):  # A comment of Excel that stands for a thread.
            return name or ""
        return f"Author {self.numbers.setdefault(name.strip(), len(self.numbers) + 1)}"

    def anonymize(self, package: Package, parts: "re.Pattern[str]") -> None:
        for name in package.archive.namelist():
            if parts.fullmatch(name) and _NAMES.search(package.archive.read(name)):
                package.edit(name, self._change)

    def _change(self, root: "Element") -> None:
        for element in list(root.iter("*")):
            tag = etree.QName(element)
            if tag.localname == "presenceInfo":
                _remove(element)
            elif tag.localname == "absPath":  # The folder that a workbook was saved in.
                element.set("url", "")
            elif element.tag == DC + "creator" or (tag.localname == "author" and element.get("name") is None):
                element.text = self.name(element.text)
            elif element.tag in _INITIALS:
                self._initials(element)
            else:
                self._change_attributes(element, tag.localname)
        for comment in root.iter("{*}comment"):
            _rename_in_text(comment, self)

    def _change_attributes(self, element: "Element", tag: str) -> None:
        for key in list(element.attrib):
            if _NAMED.get(tag) == key or key.endswith("}author"):
                own = self.name(element.get(key))
                element.set(key, own)
                for other in list(element.attrib):
                    if other.rpartition("}")[2] == "initials":
                        element.set(other, own.replace("uthor ", ""))
                for account, value in _ACCOUNTS.items():
                    if tag in _NAMED and account in element.attrib:
                        element.set(account, value or own)

    def _initials(self, element: "Element") -> None:
        parent = element.getparent()
        creator = None if parent is None else parent.find(DC + "creator")
        text = None if creator is None else creator.text
        # The author stands before the initials, or after them.
        own = text if text is None or re.fullmatch(r"Author \d+", text) else self.name(text)
        element.text = (own or "").replace("uthor ", "")


def _rename_in_text(comment: "Element", people: People) -> None:
    """Excel begins the text of a comment with the name of its author and a colon."""
    first = next(comment.iter("{*}t"), None)
    if first is None or not first.text:
        return
    name, colon, rest = first.text.partition(":")
    if colon and name.strip() in people.numbers:
        first.text = people.name(name) + colon + rest


def _remove(element: "Element") -> None:
    """Removes an element, and extensions that are empty then."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
        if len(parent) == 0 and etree.QName(parent).localname in ("ext", "extLst"):
            _remove(parent)


def _remove_thumbnail(package: Package) -> None:
    """Removes the picture of the first page with its relationship and its type (ECMA-376 part 2, 9.2 and 10)."""

    def unrelate(root: "Element") -> None:
        for relation in root.findall("{*}Relationship"):
            if relation.get("Type", "").endswith("/metadata/thumbnail"):
                package.removed.add(relation.get("Target", "").removeprefix("/"))
                root.remove(relation)

    def unstate(root: "Element") -> None:
        for override in root.findall("{*}Override"):
            if override.get("PartName", "").removeprefix("/") in package.removed:
                root.remove(override)
        kept = {name.rpartition(".")[2].lower() for name in package.names - package.removed}
        gone = {name.rpartition(".")[2].lower() for name in package.removed} - kept
        for default in root.findall("{*}Default"):
            if default.get("Extension", "").lower() in gone:
                root.remove(default)

    package.edit("_rels/.rels", unrelate)
    if package.removed:
        package.edit("[Content_Types].xml", unstate)


def office(package: Package, fields: "Fields", clear: bool) -> "tuple[set[str], list[str]]":
    if _CORE_PART not in package.names and any(fields.get(name) is not None for name in _CORE):
        _add_core(package)
    known: set[str] = set()
    for part, places in ((_CORE_PART, _CORE), ("docProps/app.xml", _EXTENDED), ("docProps/custom.xml", {})):
        if package.edit(part, _changed(places, fields, clear)):
            known |= set(places)
    if clear:
        People().anonymize(package, _PEOPLE_OFFICE)
        _remove_thumbnail(package)
    return known, package.left()


def open_document(package: Package, fields: "Fields", clear: bool) -> "tuple[set[str], list[str]]":
    def change(root: "Element") -> None:
        meta = root.find(OFFICE + "meta")
        if meta is None:
            meta = root.makeelement(OFFICE + "meta")
            root.append(meta)
        _changed(_META, fields, clear)(meta)

    known = set(_META) if package.edit("meta.xml", change) else set[str]()
    if clear:
        People().anonymize(package, _PEOPLE_OPEN)
        package.removed |= {name for name in package.names if name.startswith("Thumbnails/")}
        package.edit("META-INF/manifest.xml", _unlist_thumbnails)
    return known, package.left()


def _unlist_thumbnails(root: "Element") -> None:
    for entry in list(root):
        if entry.get(f"{{{etree.QName(root).namespace}}}full-path", "").startswith("Thumbnails/"):
            root.remove(entry)


# What a reader of books needs; the title must exist.
_KEPT = (DC + "identifier", DC + "language", DC + "title")
_NEEDED = re.compile(r"cover|dcterms:modified|rendition:.*|media:.*|schema:access.*")


def _clear_book(metadata: "Element", identifier: "str | None") -> None:
    for child in list(metadata):
        kind = child.get("property") or child.get("name") or ""
        is_identifier = child.tag == DC + "identifier" and child.get("id") == identifier
        is_needed = child.tag == OPF + "meta" and child.get("refines") is None and _NEEDED.fullmatch(kind)
        if not (is_identifier or is_needed or child.tag in _KEPT[1:]):
            metadata.remove(child)
    for title in metadata.findall(DC + "title"):
        title.text = "-"


def book(package: Package, fields: "Fields", clear: bool) -> "tuple[set[str], list[str]]":
    roots: list[str] = []
    package.edit(
        "META-INF/container.xml", lambda root: roots.extend(each.get("full-path", "") for each in root.iter() if "full-path" in each.attrib)
    )
    package.changed.pop("META-INF/container.xml", None)
    if "title" in fields and fields["title"] is None:
        fields["title"] = "-"

    def change(root: "Element") -> None:
        metadata = root.find(OPF + "metadata")
        if metadata is None:
            return
        if clear:
            _clear_book(metadata, root.get("unique-identifier"))
        # Refinements of what is replaced would refine nothing.
        _set(metadata, _BOOK, fields)
        ids = {each.get("id") for each in root.iter()}
        for child in metadata.findall(OPF + "meta"):
            if (child.get("refines") or "").startswith("#") and (child.get("refines") or "")[1:] not in ids:
                metadata.remove(child)

    def rename(root: "Element") -> None:
        for tag, name in ((NCX + "docTitle", "title"), (NCX + "docAuthor", "author")):
            for element in root.findall(tag):
                for text in element.findall(NCX + "text"):
                    if name in fields or clear:
                        text.text = fields.get(name) or "-"

    edited = [name for name in roots if package.edit(name, change)]
    known = set(_BOOK) if edited else set[str]()
    for name in package.names:
        if name.endswith(".ncx"):
            package.edit(name, rename)
    return known, ["the identifier and the language"]


def main() -> None:
    path, output = sys.argv[1:]
    asked = json.load(sys.stdin)
    fields: Fields = asked["fields"]
    clear: bool = asked["clear"]
    with zipfile.ZipFile(path) as archive:
        package = Package(archive)
        mark = archive.read("mimetype") if "mimetype" in package.names else b""
        write = book if mark.startswith(b"application/epub") else open_document if mark else office
        known, uncleared = write(package, fields, clear)
        package.write(output)
    unplaced = [name for name, value in fields.items() if value is not None and name not in known]
    print(json.dumps({"unplaced": unplaced, "uncleared": uncleared if clear else []}))


main()
