"""Documents that are small and become large, or never end. python3 bombs.py FOLDER  prints [{name, path, filter, family}]"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import gzip
import io
import json
import os
import struct
import sys
import zipfile
import zlib

import packages
from packages import XML, docx, docx_picture, flat, odf, pptx, xlsx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Make: TypeAlias = Callable[[str], object]

WORD, EXCEL, POWERPOINT = "MS Word 2007 XML", "Calc MS Excel 2007 XML", "Impress MS PowerPoint 2007 XML"
GIB = 1024**3
LAUGHS = "<!DOCTYPE x [<!ENTITY a0 \"ha\">%s]>\n" % "".join('<!ENTITY a%d "%s">' % (n, "&a%d;" % (n - 1) * 10) for n in range(1, 11))
BOMBS: "list[tuple[str, Make, str, str, str]]" = []


def bomb(filter_name: str, family: str, extension: str) -> "Callable[[Make], Make]":
    def register(make: "Make") -> "Make":
        BOMBS.append((make.__name__.replace("_", " "), make, filter_name, family, extension))
        return make

    return register


def zeros(size: int) -> "tuple[bytes, int]":
    """A deflate stream of zeros, in no memory and little time: one block of it is repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = bytes(1 << 20)
    start = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    following = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + following * (size // len(block) - 1) + packer.flush(), size


def add_deflated(path: str, name: str, packed: bytes, size: int, told: "int | None" = None) -> None:
    """An entry whose data is packed already; `told` is the size that the directory says."""
    told = size if told is None else told
    with open(path, "r+b") as file:
        whole = file.read()
        end = whole.rindex(b"PK\5\6")
        count, _, offset = struct.unpack("<HII", whole[end + 10:end + 20])
        wide = told >= 0xFFFFFFFF
        extra = struct.pack("<HHQ", 1, 8, told) if wide else b""
        common = struct.pack("<HHHHHIIIHH", 45, 0, 8, 0, 33, 0, len(packed), 0xFFFFFFFF if wide else told, len(name), len(extra))
        file.seek(offset)
        file.write(b"PK\3\4" + common + name.encode() + extra + packed)
        directory = file.tell()
        file.write(whole[offset:end] + b"PK\1\2" + struct.pack("<H", 45) + common + struct.pack("<HHHII", 0, 0, 0, 0, offset) + name.encode() + extra)
        file.write(b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count + 1, count + 1, file.tell() - directory, directory, 0))


def without(path: str, name: str) -> None:
    """Takes an entry out."""
    with zipfile.ZipFile(path) as source:
        parts = {each: source.read(each) for each in source.namelist() if each != name}
    packages.pack(path, parts)


@bomb(WORD, "writer", "docx")
def zip_docx(path: str) -> None:
    docx(path, "")
    without(path, "word/document.xml")
    add_deflated(path, "word/document.xml", *zeros(10 * GIB))


@bomb(EXCEL, "calc", "xlsx")
def zip_xlsx(path: str) -> None:
    xlsx(path, "")
    without(path, "xl/worksheets/sheet1.xml")
    add_deflated(path, "xl/worksheets/sheet1.xml", *zeros(10 * GIB))


@bomb("writer8", "writer", "odt")
def zip_odt(path: str) -> None:
    odf(path, "text", "<text:p/>")
    without(path, "content.xml")
    add_deflated(path, "content.xml", *zeros(10 * GIB))


@bomb(WORD, "writer", "docx")
def zip_that_lies(path: str) -> None:
    """Says that 3 GiB are 1000 bytes."""
    docx(path, "")
    without(path, "word/document.xml")
    add_deflated(path, "word/document.xml", *zeros(3 * GIB), told=1000)


@bomb(WORD, "writer", "docx")
def zip_of_many(path: str) -> None:
    docx(path, "", parts={"word/x%d.xml" % n: "" for n in range(200_001)})


@bomb(WORD, "writer", "docx")
def zip_that_overlaps(path: str) -> None:
    """Each entry of the directory is the same data."""
    docx(path, "", parts={"word/x.bin": os.urandom(200_000)})
    with open(path, "r+b") as file:
        whole = file.read()
        end = whole.rindex(b"PK\5\6")
        count, length, offset = struct.unpack("<HII", whole[end + 10:end + 20])
        last = whole.rindex(b"PK\1\2")
        more = 100
        file.seek(end)
        file.write(whole[last:end] * more + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count + more, count + more, length + (end - last) * more, offset, 0))


@bomb(WORD, "writer", "docx")
def gzip_picture(path: str) -> None:
    """A compressed metafile of 4 GB."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        file.write(b"\1\0\0\0" + bytes(1 << 20))
        for _ in range(2000):
            file.write(bytes(1 << 21))
    docx(path, docx_picture('r:embed="rIdL"'), [("rIdL", "image", "media/x.emz")], parts={"word/media/x.emz": packed.getvalue()})


@bomb(WORD, "writer", "docx")
def large_picture(path: str) -> None:
    """100,000 x 100,000 pixels."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes(12_501 * 1000), 9)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    docx(path, docx_picture('r:embed="rIdL"'), [("rIdL", "image", "media/x.png")], parts={"word/media/x.png": picture})


@bomb(WORD, "writer", "docx")
def laughs_docx(path: str) -> None:
    docx(path, "<w:p><w:r><w:t>&a10;</w:t></w:r></w:p>", doctype=LAUGHS)


@bomb(EXCEL, "calc", "xlsx")
def laughs_xlsx(path: str) -> None:
    xlsx(path, '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', links=[("rIdS", "sharedStrings", "sharedStrings.xml")],
         parts={"xl/sharedStrings.xml": XML + LAUGHS + "<sst %s><si><t>&a10;</t></si></sst>" % packages.SHEET_XMLNS}, types={"xl__sharedStrings_xml": "spreadsheetml.sharedStrings+xml"})


@bomb("writer8", "writer", "odt")
def laughs_odt(path: str) -> None:
    odf(path, "text", "<text:p>&a10;</text:p>", doctype=LAUGHS)


@bomb("OpenDocument Text Flat XML", "writer", "fodt")
def laughs_fodt(path: str) -> None:
    flat(path, "text", "<text:p>&a10;</text:p>", doctype=LAUGHS)


@bomb(EXCEL, "calc", "xlsx")
def wide_sheet(path: str) -> None:
    xlsx(path, "".join('<row r="%d" s="0" customFormat="1"><c r="A%d"><v>1</v></c></row>' % (n, n) for n in (1, 1048576)), sheet="",
         parts={})


@bomb("calc8", "calc", "ods")
def repeated_cells(path: str) -> None:
    cell = '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>'
    odf(path, "spreadsheet", '<table:table table:name="One"><table:table-row table:number-rows-repeated="1048576">%s</table:table-row></table:table>' % cell)


@bomb("writer8", "writer", "odt")
def repeated_spaces(path: str) -> None:
    odf(path, "text", '<text:p><text:s text:c="2000000000"/></text:p>')


@bomb("writer8", "writer", "odt")
def repeated_rows_of_text(path: str) -> None:
    odf(path, "text", '<table:table table:name="t"><table:table-column table:number-columns-repeated="60000"/><table:table-row table:number-rows-repeated="60000"><table:table-cell table:number-columns-repeated="60000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>')


@bomb("HTML (StarWriter)", "writer", "html")
def deep_html(path: str) -> None:
    with open(path, "w") as file:
        file.write("<html><body>" + "<div>" * 1_000_000 + "x")


@bomb("HTML (StarWriter)", "writer", "html")
def deep_tables(path: str) -> None:
    with open(path, "w") as file:
        file.write("<html><body>" + "<table><tr><td>" * 20_000 + "x")


@bomb("Rich Text Format", "writer", "rtf")
def deep_rtf(path: str) -> None:
    with open(path, "w") as file:
        file.write(r"{\rtf1 " + "{" * 1_000_000 + "x" + "}" * 1_000_001)


@bomb("writer8", "writer", "odt")
def deep_xml(path: str) -> None:
    odf(path, "text", "<text:section>" * 100_000 + "<text:p>x</text:p>" + "</text:section>" * 100_000)


@bomb(POWERPOINT, "impress", "pptx")
def many_slides(path: str) -> None:
    pptx(path, "")
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name).decode() for name in source.namelist()}
    more = range(1000, 21_000)
    parts["ppt/presentation.xml"] = parts["ppt/presentation.xml"].replace("</p:sldIdLst>", "".join('<p:sldId id="%d" r:id="rId%d"/>' % (n, n) for n in more) + "</p:sldIdLst>")
    parts["ppt/_rels/presentation.xml.rels"] = parts["ppt/_rels/presentation.xml.rels"].replace("</Relationships>", "".join('<Relationship Id="rId%d" Type="%s/slide" Target="slides/slide1.xml"/>' % (n, packages.OFFICE) for n in more) + "</Relationships>")
    packages.pack(path, parts)


@bomb("Text (encoded)", "writer", "txt")
def long_line(path: str) -> None:
    with open(path, "w") as file:
        file.writelines("x" * 1_000_000 for _ in range(200))


@bomb(EXCEL, "calc", "xlsx")
def slow_formula(path: str) -> None:
    xlsx(path, "".join('<row r="%d"><c r="A%d"><f>SUMPRODUCT((ROW($1:$1048576)&gt;0)*(ROW($1:$1048576)&lt;RAND()*1E9))</f></c></row>' % (n, n) for n in range(1, 3000)))


def main(folder: str, *only: str) -> None:
    made: list[dict[str, str]] = []
    for name, make, filter_name, family, extension in BOMBS:
        if only and name not in only:
            continue
        path = os.path.join(folder, "%s.%s" % (name.replace(" ", "-"), extension))
        make(path)
        options = {"options": "UTF8,LF"} if extension == "txt" else {}
        made.append({"name": name, "path": path, "filter": filter_name, "family": family, **options})
    print(json.dumps(made))


if __name__ == "__main__":
    main(*sys.argv[1:])
