"""Workbooks whose formulas have results that nothing calculates: 41.5, kept, #VALUE!, TRUE, 41506 in column A.

make_stored_values.py KIND PATH [XLS]: kind xlsx or ods (with a sixth formula, 2+3, that has no result), xlsx-never-calculated (the first
has 0 and is 2+3), xlsx-formats (a date, a percentage, a number and a boolean in a row), xlsx-link (a formula that makes a link), xlsb,
xlsx-for-xls (for LibreOffice to make an xls of), or xls (XLS, that xls, with these results).
"""

import re
import struct
import sys
import zipfile

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ODF = "urn:oasis:names:tc:opendocument:xmlns:"

RESULTS = (("", "41.5"), (' t="str"', "kept"), (' t="e"', "#VALUE!"), (' t="b"', "1"), ("", "41506"))
RAND = "RAND()"
FOR_XLS = ("RAND()*0+1", 'REPT("ab",RAND()*0+2)', "1/(RAND()*0)", "RAND()&gt;2", "RAND()*0+3")


def write(path: str, parts: "dict[str, str | bytes]") -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


def relation(kind: str, target: str) -> str:
    name = "%s/%s" % (OFFICE, kind)
    return XML + '<Relationships xmlns="%s/relationships"><Relationship Id="rId1" Type="%s" Target="%s"/></Relationships>' % (
        PACKAGE,
        name,
        target,
    )


def types(workbook: str, sheet: str, extension: str) -> str:
    return XML + (
        '<Types xmlns="%s/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.%s" ContentType="%s"/><Override PartName="/xl/worksheets/sheet1.%s" ContentType="%s"/></Types>'
    ) % (PACKAGE, extension, workbook, extension, sheet)


def package(extension: str, workbook_type: str, sheet_type: str, workbook: "str | bytes", sheet: "str | bytes") -> "dict[str, str | bytes]":
    return {
        "[Content_Types].xml": types(workbook_type, sheet_type, extension),
        "_rels/.rels": relation("officeDocument", "xl/workbook." + extension),
        "xl/workbook." + extension: workbook,
        "xl/_rels/workbook.%s.rels" % extension: relation("worksheet", "worksheets/sheet1." + extension),
        "xl/worksheets/sheet1." + extension: sheet,
    }


def xlsx(cells: str, calculation: str = "") -> "dict[str, str | bytes]":
    rows = "".join('<row r="%d">%s</row>' % (number, cell) for number, cell in enumerate(cells.split("\n"), 1))
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    sheets = '<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets>'
    workbook = XML + '<workbook xmlns="%s" xmlns:r="%s">%s%s</workbook>' % (SHEET, OFFICE, sheets, calculation)
    sheet = XML + '<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (SHEET, rows)
    return package("xml", kind + "sheet.main+xml", kind + "worksheet+xml", workbook, sheet)


def cell(number: int, formula: str, kind: str, value: "str | None") -> str:
    return '<c r="A%d"%s><f>%s</f>%s</c>' % (number, kind, formula, "" if value is None else "<v>%s</v>" % value)


def formats() -> "dict[str, str | bytes]":
    codes = ("yyyy\\-mm\\-dd", "0.00%", "#,##0.00")
    number_formats = "".join('<numFmt numFmtId="%d" formatCode="%s"/>' % (200 + index, code) for index, code in enumerate(codes))
    styles = "".join('<xf numFmtId="%d" applyNumberFormat="1"/>' % (200 + index) for index in range(len(codes)))
    values = ("41506", "0.125", "1234.5")
    cells = "".join('<c r="%s1" s="%d"><v>%s</v></c>' % ("ABC"[index], index + 1, value) for index, value in enumerate(values))
    made = xlsx(cells + '<c r="D1" t="b"><v>1</v></c>')
    relations = "xl/_rels/workbook.xml.rels"
    also = '<Relationship Id="rId2" Type="%s/styles" Target="styles.xml"/></Relationships>' % OFFICE
    made[relations] = str(made[relations]).replace("</Relationships>", also)
    made["xl/styles.xml"] = XML + (
        '<styleSheet xmlns="%s"><numFmts count="3">%s</numFmts><cellXfs count="4"><xf numFmtId="0"/>%s</cellXfs></styleSheet>'
        % (SHEET, number_formats, styles)
    )
    return made


def xlsx_cells() -> str:
    return "\n".join([*(cell(at, RAND, *result) for at, result in enumerate(RESULTS, 1)), cell(6, "2+3", "", None)])


def ods() -> "dict[str, str | bytes]":
    values = (
        ('office:value-type="float" office:value="41.5"', "41.5"),
        ('office:value-type="string"', "kept"),
        ('office:value-type="string" office:string-value="" calcext:value-type="error"', "#VALUE!"),
        ('office:value-type="boolean" office:boolean-value="true"', "TRUE"),
        ('office:value-type="float" office:value="41506"', "41506"),
    )
    rows = [
        '<table:table-cell table:formula="of:=RAND()" %s><text:p>%s</text:p></table:table-cell>' % (attributes, text)
        for attributes, text in values
    ]
    rows.append('<table:table-cell table:formula="of:=2+3"/>')
    body = "".join("<table:table-row>%s</table:table-row>" % row for row in rows)
    names = " ".join('xmlns:%s="%s%s:1.0"' % (name, ODF, name) for name in ("office", "table", "text"))
    names += ' xmlns:of="%sof:1.2"' % ODF
    calcext = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    content = XML + (
        '<office:document-content %s %s office:version="1.3"><office:body><office:spreadsheet><table:table table:name="One">%s</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    ) % (names, calcext, body)
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = '<manifest:file-entry manifest:full-path="%s" manifest:media-type="%s"/>'
    entries = entry % ("/", kind) + entry % ("content.xml", "text/xml")
    manifest = XML + '<manifest:manifest xmlns:manifest="%smanifest:1.0">%s</manifest:manifest>' % (ODF, entries)
    return {"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest}


def record(kind: int, body: bytes = b"") -> bytes:
    header = bytes((kind,)) if kind < 0x80 else bytes((kind & 0x7F | 0x80, kind >> 7))
    return header + bytes((len(body),)) + body


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb() -> "dict[str, str | bytes]":
    sheets = record(143) + record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("One")) + record(144)
    # Flags, and the formula RAND().
    formula = struct.pack("<HI", 0, 3) + b"\x41\x3f\x00" + struct.pack("<I", 0)
    values = ((9, struct.pack("<d", 41.5)), (8, wide("kept")), (11, b"\x0f"), (10, b"\x01"), (9, struct.pack("<d", 41506)))
    rows = b"".join(
        record(0, struct.pack("<IIH3xI", number, 0, 300, 0)) + record(kind, struct.pack("<II", 0, 0) + value + formula)
        for number, (kind, value) in enumerate(values)
    )
    kind = "application/vnd.ms-excel."
    workbook = record(131) + sheets + record(132)
    sheet = record(129) + record(145) + rows + record(146) + record(130)
    return package("bin", kind + "sheet.binary.macroEnabled.main", kind + "worksheet", workbook, sheet)


def patch_xls(source: str, path: str) -> None:
    with open(source, "rb") as file:
        data = bytearray(file.read())
    results = (struct.pack("<d", 41.5), None, b"\2\0\x0f\0\0\0\xff\xff", b"\1\0\1\0\0\0\xff\xff", struct.pack("<d", 41506))
    for row, result in enumerate(results):
        # Of the first format that cells can have.
        formula = re.escape(struct.pack("<HHH", row, 0, 15))
        (place,) = [match.start() for match in re.finditer(b"\x06\x00.\x00" + formula, data, re.DOTALL)]
        if result:
            data[place + 10 : place + 18] = result
    assert data.count(b"abab") == 1
    with open(path, "wb") as file:
        file.write(data.replace(b"abab", b"kept"))


def main(kind: str, path: str, source: str = "") -> None:
    if kind == "xlsx":
        write(path, xlsx(xlsx_cells()))
    elif kind == "xlsx-never-calculated":
        write(path, xlsx(cell(1, "2+3", "", "0"), '<calcPr calcId="124519" fullCalcOnLoad="1"/>'))
    elif kind == "xlsx-link":
        write(path, xlsx(cell(1, "HYPERLINK(&quot;http://example.test/&quot;,&quot;shown&quot;)", ' t="str"', "shown")))
    elif kind == "xlsx-for-xls":
        write(path, xlsx("\n".join(cell(at, formula, "", None) for at, formula in enumerate(FOR_XLS, 1))))
    elif kind == "xlsx-formats":
        write(path, formats())
    elif kind == "ods":
        write(path, ods())
    elif kind == "xlsb":
        write(path, xlsb())
    else:
        patch_xls(source, path)


main(*sys.argv[1:])
