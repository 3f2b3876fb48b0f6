"""What a docx says, read by its zip and XML alone: python3 read_docx.py FILE.docx prints JSON."""

import json
import re
import struct
import sys
import zipfile
import zlib
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def value(element: Element, path: str, key: str = "val") -> "str | None":
    found = element.find(path)
    return None if found is None else found.get(W + key, "true")


def text(element: Element) -> str:
    parts: list[str] = []
    for child in element.iter():
        if child.tag == f"{W}t":
            parts.append(child.text or "")
        elif child.tag in {f"{W}tab", f"{W}br"} and child.get(f"{W}val") is None:
            parts.append("\t")
    return "".join(parts)


def number(element: Element, path: str) -> "float | None":
    found = value(element, path)
    return None if found is None else float(found)


def runs(paragraph: Element) -> "list[dict[str, Any]]":
    found: list[dict[str, Any]] = []
    for run in paragraph.iter(f"{W}r"):
        content = text(run)
        if content.strip():
            look = run.find(f"{W}rPr")
            look = Element("none") if look is None else look
            size = number(look, f"{W}sz")
            found.append(
                {
                    "text": content,
                    "font": value(look, f"{W}rFonts", "ascii"),
                    "size": None if size is None else size / 2,
                    "bold": look.find(f"{W}b") is not None,
                    "color": value(look, f"{W}color"),
                    "script": value(look, f"{W}vertAlign"),
                    "underline": look.find(f"{W}u") is not None,
                }
            )
    return found


def paragraph(element: Element) -> "dict[str, Any]":
    properties = element.find(f"{W}pPr")
    properties = Element("none") if properties is None else properties
    return {
        "text": text(element),
        "runs": runs(element),
        "align": value(properties, f"{W}jc") or "left",
        "heading": value(properties, f"{W}pStyle"),
        "list": value(properties, f"{W}numPr/{W}numId"),
        "newPage": properties.find(f"{W}pageBreakBefore") is not None,
        "notes": len(list(element.iter(f"{W}footnoteReference"))),
    }


def cell(element: Element) -> "dict[str, Any]":
    return {
        "text": " ".join(text(each) for each in element.iter(f"{W}p")).strip(),
        "span": int(value(element, f"{W}tcPr/{W}gridSpan") or 1),
        "fill": value(element, f"{W}tcPr/{W}shd", "fill"),
        "borders": sorted(each.tag.removeprefix(W) for each in element.findall(f"{W}tcPr/{W}tcBorders/*")),
    }


def alpha(png: bytes) -> "list[int] | None":
    """The least and the most opaque pixel of a PNG with 8 bits and alpha; null of others."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    if not png.startswith(b"\x89PNG") or (depth, kind) != (8, 6):
        return None
    data, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    raw, stride = zlib.decompress(data), 4 * width
    values: list[int] = []
    before = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        mode, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for index in range(stride):
            left = line[index - 4] if index >= 4 else 0
            up, corner = before[index], before[index - 4] if index >= 4 else 0
            nearest = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
            line[index] = (line[index] + (0, left, up, (left + up) // 2, nearest)[mode]) & 255
        values += line[3::4]
        before = line
    return [min(values), max(values)]


def main(path: str) -> None:
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        parts = {name: package.read(name) for name in package.namelist()}
    for name, content in parts.items():
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(content)
    body = ElementTree.fromstring(parts["word/document.xml"])[0]

    def texts(pattern: str) -> list[str]:
        trees = [ElementTree.fromstring(parts[name]) for name in sorted(parts) if re.fullmatch(pattern, name)]
        return [text(each) for tree in trees for each in tree.iter(f"{W}p") if text(each).strip()]

    def fields(pattern: str) -> list[str]:
        found = [ElementTree.fromstring(parts[name]) for name in sorted(parts) if re.fullmatch(pattern, name)]
        return [each.get(f"{W}instr", "").strip() for tree in found for each in tree.iter(f"{W}fldSimple")]

    styles = ElementTree.fromstring(parts["word/styles.xml"])
    default = styles.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    assert default is not None
    print(
        json.dumps(
            {
                "font": value(default, f"{W}rFonts", "ascii"),
                "size": (number(default, f"{W}sz") or 0) / 2,
                "paragraphs": [paragraph(each) for each in body.findall(f"{W}p")],
                "tables": [
                    [[cell(each) for each in row.findall(f"{W}tc")] for row in table.findall(f"{W}tr")] for table in body.findall(f"{W}tbl")
                ],
                "columns": [int(each.get(f"{W}num", "1")) for each in body.iter(f"{W}cols")],
                "boxes": len(list(body.iter(f"{W}txbxContent"))),
                "pictures": [alpha(parts[name]) for name in sorted(parts) if name.startswith("word/media/")],
                "anchored": len(re.findall(rb"<wp:anchor ", parts["word/document.xml"])),
                "headers": texts(r"word/header\d+\.xml"),
                "footers": texts(r"word/footer\d+\.xml"),
                "fields": fields(r"word/(header|footer)\d+\.xml"),
                "notes": texts(r"word/footnotes\.xml"),
            }
        )
    )


main(sys.argv[1])
