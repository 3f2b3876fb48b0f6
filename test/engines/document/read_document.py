"""Prints what is in a document as JSON, by Python's standard library alone: read_document.py FILE FORMAT

{"text": all words, "sheets": [[name, rows of cells]], "pictures": how many, "parts": names in the package}
"""

import csv
import html.parser
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any, TypeAlias

    # Name and rows of cells.
    Sheets: TypeAlias = list[tuple[str | None, list[list[str]]]]

path, kind = sys.argv[1:]


def local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def attribute(element: ElementTree.Element, name: str) -> "str | None":
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), None)


def texts(root: ElementTree.Element, paragraph: str, run: "Container[str]") -> str:
    lines: list[str] = []
    for element in root.iter():
        if local(element) == paragraph:
            lines.append("".join(each.text or "" for each in element.iter() if local(each) in run))
    return "\n".join(lines)


def package() -> "tuple[zipfile.ZipFile, dict[str, Any]]":
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    names = archive.namelist()
    pictures = [name for name in names if re.search(r"\.(png|jpe?g|gif|svg|emf|wmf)$", name) and "humbnail" not in name]
    return archive, {"parts": names, "pictures": len(pictures)}


def docx(archive: zipfile.ZipFile) -> "dict[str, Any]":
    return {"text": texts(ElementTree.fromstring(archive.read("word/document.xml")), "p", {"t"})}


def pptx(archive: zipfile.ZipFile) -> "dict[str, Any]":
    slides = sorted(name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name))
    return {"text": "\n".join(texts(ElementTree.fromstring(archive.read(slide)), "p", {"t"}) for slide in slides)}


def xlsx(archive: zipfile.ZipFile) -> "dict[str, Any]":
    shared: list[str] = []
    if "xl/sharedStrings.xml" in archive.namelist():
        for item in ElementTree.fromstring(archive.read("xl/sharedStrings.xml")):
            shared.append("".join(each.text or "" for each in item.iter() if local(each) == "t"))
    targets = {
        relation.get("Id", ""): relation.get("Target", "")
        for relation in ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    }
    sheets: Sheets = []
    for sheet in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter():
        if local(sheet) != "sheet":
            continue
        rows: list[list[str]] = []
        for row in ElementTree.fromstring(archive.read("xl/" + targets[attribute(sheet, "id") or ""])).iter():
            if local(row) != "row":
                continue
            cells: list[str] = []
            for cell in row:
                value = next((each.text for each in cell.iter() if local(each) in ("v", "t") and each.text), "")
                cells.append(shared[int(value)] if cell.get("t") == "s" else value)
            rows.append(cells)
        sheets.append((sheet.get("name"), rows))
    formulas = sum(archive.read(name).count(b"<f") for name in archive.namelist() if "worksheets/sheet" in name)
    return {"sheets": sheets, "formulas": formulas, "text": words_of(sheets)}


def words_of(sheets: "Sheets") -> str:
    return "\n".join(cell for _, rows in sheets for row in rows for cell in row)


def opendocument(archive: zipfile.ZipFile) -> "dict[str, Any]":
    assert archive.infolist()[0].filename == "mimetype"
    root = ElementTree.fromstring(archive.read("content.xml"))
    sheets: Sheets = []
    for table in root.iter():
        if local(table) == "table":
            rows = [
                ["".join(each.itertext()) for each in row if local(each) == "table-cell"]
                for row in table.iter()
                if local(row) == "table-row"
            ]
            sheets.append((attribute(table, "name"), rows))
    lines = ["".join(each.itertext()) for each in root.iter() if local(each) in ("p", "h")]
    return {"text": "\n".join(lines), "sheets": sheets}


def epub(archive: zipfile.ZipFile) -> "dict[str, Any]":
    assert archive.read("mimetype") == b"application/epub+zip"
    pages = [name for name in archive.namelist() if "sections/" in name and name.endswith(".xhtml")]
    roots = [ElementTree.fromstring(archive.read(name)) for name in pages]
    return {"text": "\n".join("".join(each.itertext()) for root in roots for each in root.iter() if local(each) in ("p", "h1"))}


class Page(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.skip = False
        self.lines: list[str] = []
        self.rows: list[list[str]] = []
        self.pictures: list[str | None] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        self.tags.append(tag)
        self.skip = tag in ("style", "script", "title")
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
        elif tag == "img":
            self.pictures.append(dict(attrs).get("src", ""))

    def handle_endtag(self, tag: str) -> None:
        self.skip = False
        if tag == "table":
            self.rows.append([])

    def handle_data(self, data: str) -> None:
        if self.skip or not data.strip():
            return
        words = " ".join(data.split())
        self.lines.append(words)
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += words


def page() -> "dict[str, Any]":
    parser = Page()
    parser.feed(open(path, encoding="utf-8").read())
    rows = [row for row in parser.rows if row]
    return {"text": "\n".join(parser.lines), "sheets": [["", rows]], "pictures": len(parser.pictures), "parts": parser.tags}


def binary() -> "dict[str, Any]":
    """doc, xls and ppt store their text as it is, a byte or two a character: both readings, without what is no text."""
    data = open(path, "rb").read()
    both = [data.decode("cp1252", "replace"), data.decode("utf-16-le", "replace"), data[1:].decode("utf-16-le", "replace")]
    return {"text": "\n".join(both)}


def rtf() -> "dict[str, Any]":
    text = open(path, encoding="ascii").read()
    assert text.startswith("{\\rtf1") and text.rstrip().rstrip("\0").endswith("}")
    text = re.sub(r"\\u(-?\d+)\\?'?[0-9a-f?]{1,2}", lambda match: chr(int(match[1]) % 65536), text)
    text = re.sub(r"\\'([0-9a-f]{2})", lambda match: bytes.fromhex(match[1]).decode("cp1252", "replace"), text)
    pictures = text.count("\\pict")
    return {"text": re.sub(r"\\[a-z]+-?\d* ?|[{}]|\r?\n", "", text), "pictures": pictures}


def separated(delimiter: str) -> "dict[str, Any]":
    rows = list(csv.reader(open(path, encoding="utf-8", newline=""), delimiter=delimiter))
    return {"sheets": [["", rows]], "text": words_of([("", rows)])}


PACKAGES = {"docx": docx, "pptx": pptx, "xlsx": xlsx, "epub": epub}
PACKAGES.update(dict.fromkeys(("odt", "ods", "odp"), opendocument))

if kind in PACKAGES:
    archive, found = package()
    found.update(PACKAGES[kind](archive))
elif kind == "html":
    found = page()
elif kind == "rtf":
    found = rtf()
elif kind == "csv":
    found = separated(",")
elif kind in ("doc", "xls", "ppt"):
    found = binary()
elif kind == "chunks":
    found = {"text": "\n".join(chunk["text"] for chunk in json.load(open(path, encoding="utf-8"))["chunks"])}
else:
    found = {"text": open(path, encoding="utf-8").read()}
print(json.dumps({"sheets": [], "pictures": 0, "parts": [], "formulas": 0, **found}, ensure_ascii=True))
