"""Workbooks whose formulas have results that nothing calculates: 41.5, kept, #VALUE!, TRUE, 41506 in column A.

Also workbooks with one time in a row of formats that have a number alone: xlsx-dates (xlsx-own-dates: of which the first is defined),
xlsb-dates, xlsx-dates-for-xls and xls-dates (XLS made of that by LibreOffice); and times before March 1900 or with parts of seconds:
xlsx-times, xlsx-times-of-1904, xlsb-times; ods-times has a time with parts of a second and the text that it showed. xlsx-booleans has
booleans in a number format and by name, xlsx-characters a text with characters by their numbers, xlsx-pivot a pivot table with other
words than LibreOffice has for it.

make_stored_values.py KIND PATH [XLS]: kind xlsx or ods (with a sixth formula, 2+3, that has no result), xlsx-never-calculated (the first
has 0 and is 2+3), xlsx-formats (a date, a percentage, a number and a boolean in a row), xlsx-link (a formula that makes a link), xlsb,
xlsx-for-xls (for LibreOffice to make an xls of), or xls (XLS, that xls, with these results).
"""

import re
import struct
import sys
import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
    codes = {200: "yyyy\\-mm\\-dd", 201: "0.00%", 202: "#,##0.00"}
    return styled(("41506", "0.125", "1234.5"), list(codes), codes, '<c r="D1" t="b"><v>1</v></c>')


def styled(values: "Sequence[str]", numbers: "Sequence[int]", codes: "dict[int, str]", more: str = "") -> "dict[str, str | bytes]":
    """A row of values, each in the format of its number."""
    number_formats = "".join('<numFmt numFmtId="%d" formatCode="%s"/>' % each for each in codes.items())
    if codes:
        number_formats = '<numFmts count="%d">%s</numFmts>' % (len(codes), number_formats)
    styles = "".join('<xf numFmtId="%d" applyNumberFormat="1"/>' % number for number in numbers)
    cells = "".join('<c r="%s1" s="%d"><v>%s</v></c>' % ("ABCDE"[index], index + 1, value) for index, value in enumerate(values))
    made = xlsx(cells + more)
    add_styles(made, "xml")
    made["xl/styles.xml"] = XML + (
        '<styleSheet xmlns="%s">%s<cellXfs count="%d"><xf numFmtId="0"/>%s</cellXfs></styleSheet>'
        % (SHEET, number_formats, len(numbers) + 1, styles)
    )
    return made


def add_styles(made: "dict[str, str | bytes]", extension: str) -> None:
    relations = "xl/_rels/workbook.%s.rels" % extension
    also = '<Relationship Id="rId2" Type="%s/styles" Target="styles.%s"/></Relationships>' % (OFFICE, extension)
    made[relations] = str(made[relations]).replace("</Relationships>", also)


# Formats that have a number alone, and those that a workbook names in their place.
DATES = (14, 15, 16, 17, 22)
DATE_TIMES = (39173.75,) * len(DATES)
NAMED = {201 + index: "yyyy\\-mm\\-d%s" % ("d" * index) for index in range(len(DATES))}


def dates(codes: "dict[int, str]", numbers: "Sequence[int]" = DATES) -> "dict[str, str | bytes]":
    return styled([str(each) for each in DATE_TIMES], numbers, codes)


# Two days that no calendar has, a noon, and two of six tenths of a second more: values, their formats by number and as codes.
TIMES = (0, 60, 1.5, 0.5 + 0.6 / 86400, 1.5 + 0.6 / 86400)
TIME_FORMATS = (14, 14, 22, 21, 46)
TIME_CODES = {201: "m/d/yyyy", 202: "m/d/yyyy", 203: "m/d/yyyy h:mm", 204: "h:mm:ss", 205: "[h]:mm:ss"}


def times(properties: str = "") -> "dict[str, str | bytes]":
    made = styled([str(each) for each in TIMES], list(TIME_CODES), TIME_CODES)
    made["xl/workbook.xml"] = str(made["xl/workbook.xml"]).replace("<sheets>", properties + "<sheets>")
    return made


def xlsb_number(column: int, value: float) -> bytes:
    style = struct.pack("<II", column, column + 1)
    return record(2, style + struct.pack("<I", value << 2 | 2)) if isinstance(value, int) else record(5, style + struct.pack("<d", value))


def xlsb_dates(values: "Sequence[float]" = DATE_TIMES, numbers: "Sequence[int]" = DATES) -> "dict[str, str | bytes]":
    cells = b"".join(xlsb_number(column, value) for column, value in enumerate(values))
    made = xlsb_package(record(0, struct.pack("<IIH3xI", 0, 0, 300, 0)) + cells)
    add_styles(made, "bin")
    # Of each only the format; the bits say that it is meant.
    cell_formats = b"".join(
        record(47, struct.pack("<HH", 0, number) + bytes(8) + struct.pack("<I", 0x00010000)) for number in (0, *numbers)
    )
    made["xl/styles.bin"] = record(278) + record(617, struct.pack("<I", 6)) + cell_formats + record(618) + record(279)
    return made


def patch_dates(source: str, path: str) -> None:
    with open(source, "rb") as file:
        data = file.read()
    # LibreOffice numbers the formats of a workbook from 164 on, in their order; the first is that of cells without one.
    _, *found = sorted({struct.unpack("<H", match[1])[0] for match in re.finditer(b"\xe0\x00\x14\x00..([\xa4-\xff]\x00)", data, re.DOTALL)})
    assert len(found) == len(DATES), found
    for index, wanted in enumerate(DATES):
        cell_format = re.compile(b"(\xe0\x00\x14\x00..)" + re.escape(struct.pack("<H", found[index])), re.DOTALL)
        data = cell_format.sub(lambda match, to=wanted: match[1] + struct.pack("<H", to), data)
    with open(path, "wb") as file:
        file.write(data)


def xlsx_cells() -> str:
    return "\n".join([*(cell(at, RAND, *result) for at, result in enumerate(RESULTS, 1)), cell(6, "2+3", "", None)])


# A table of two columns, and what a pivot table shows of it: three rows from D1 on.
PIVOT_ROWS = (("Fruit", "Kilos", "Rows"), ("apple", 2, "apple"), ("pear", 3, "pear"), (None, None, "All"))
PIVOT_SUMS = ("Kilos of it", 2, 3, 5)


def pivot() -> "dict[str, str | bytes]":
    def one(place: str, value: "str | int | None") -> str:
        if value is None:
            return ""
        return '<c r="%s" t="str"><v>%s</v></c>' % (place, value) if isinstance(value, str) else '<c r="%s"><v>%d</v></c>' % (place, value)

    rows = [
        "".join(one("%s%d" % (column, number), value) for column, value in zip("ABDE", (*row, total), strict=True))
        for number, (row, total) in enumerate(zip(PIVOT_ROWS, PIVOT_SUMS, strict=True), 1)
    ]
    made = xlsx("\n".join(rows))
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    override = '<Override PartName="/xl/%s" ContentType="%s%s+xml"/>'
    cache, table = "pivotCache/pivotCacheDefinition1.xml", "pivotTables/pivotTable1.xml"
    more = override % (cache, main, "pivotCacheDefinition") + override % (table, main, "pivotTable") + "</Types>"
    made["[Content_Types].xml"] = str(made["[Content_Types].xml"]).replace("</Types>", more)
    workbook = "xl/_rels/workbook.xml.rels"
    also = '<Relationship Id="rId9" Type="%s/pivotCacheDefinition" Target="%s"/></Relationships>' % (OFFICE, cache)
    made[workbook] = str(made[workbook]).replace("</Relationships>", also)
    caches = '</sheets><pivotCaches><pivotCache cacheId="1" r:id="rId9"/></pivotCaches>'
    made["xl/workbook.xml"] = str(made["xl/workbook.xml"]).replace("</sheets>", caches)
    made["xl/worksheets/_rels/sheet1.xml.rels"] = relation("pivotTable", "../" + table)
    made["xl/pivotTables/_rels/pivotTable1.xml.rels"] = relation("pivotCacheDefinition", "../" + cache)
    made["xl/" + cache] = (
        XML
        + (
            '<pivotCacheDefinition xmlns="%s" refreshOnLoad="1" saveData="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B3" sheet="One"/>'
            '</cacheSource><cacheFields count="2"><cacheField name="Fruit"><sharedItems count="2"><s v="apple"/><s v="pear"/></sharedItems>'
            '</cacheField><cacheField name="Kilos"><sharedItems containsSemiMixedTypes="0" containsString="0" containsNumber="1" minValue="2" '
            'maxValue="3"/></cacheField></cacheFields></pivotCacheDefinition>'
        )
        % SHEET
    )
    made["xl/" + table] = (
        XML
        + (
            '<pivotTableDefinition xmlns="%s" name="One" cacheId="1" dataCaption="Values"><location ref="D1:E4" firstHeaderRow="1" '
            'firstDataRow="1" firstDataCol="1"/><pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="3"><item x="0"/>'
            '<item x="1"/><item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/></pivotFields><rowFields count="1">'
            '<field x="0"/></rowFields><rowItems count="3"><i><x/></i><i><x v="1"/></i><i t="grand"><x/></i></rowItems><colItems count="1"><i/>'
            '</colItems><dataFields count="1"><dataField name="Kilos of it" fld="1"/></dataFields></pivotTableDefinition>'
        )
        % SHEET
    )
    return made


def ods_times() -> "dict[str, str | bytes]":
    made = ods()
    time = '<table:table-cell office:value-type="time" office:time-value="PT00H00M09.996S"><text:p>00:00:10</text:p></table:table-cell>'
    made["content.xml"] = re.sub(
        "<table:table-row>.*</table:table-row>", "<table:table-row>%s</table:table-row>" % time, str(made["content.xml"])
    )
    return made


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
    # Flags, and the formula RAND().
    formula = struct.pack("<HI", 0, 3) + b"\x41\x3f\x00" + struct.pack("<I", 0)
    values = ((9, struct.pack("<d", 41.5)), (8, wide("kept")), (11, b"\x0f"), (10, b"\x01"), (9, struct.pack("<d", 41506)))
    rows = b"".join(
        record(0, struct.pack("<IIH3xI", number, 0, 300, 0)) + record(kind, struct.pack("<II", 0, 0) + value + formula)
        for number, (kind, value) in enumerate(values)
    )
    return xlsb_package(rows)


def xlsb_package(rows: bytes) -> "dict[str, str | bytes]":
    kind = "application/vnd.ms-excel."
    sheets = record(143) + record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("One")) + record(144)
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
    elif kind == "xlsx-characters":
        write(path, xlsx(cell(1, 'REPT("a",1)', ' t="str"', "a_x0009_b_x005F_x0041_")))
    elif kind == "xlsx-booleans":
        write(path, styled(("2",), (4,), {}, '<c r="B1" s="1" t="b"><v>1</v></c><c r="C1" t="b"><v>false</v></c>'))
    elif kind == "xlsx-pivot":
        write(path, pivot())
    elif kind == "ods-times":
        write(path, ods_times())
    elif kind == "xlsx-for-xls":
        write(path, xlsx("\n".join(cell(at, formula, "", None) for at, formula in enumerate(FOR_XLS, 1))))
    elif kind == "xlsx-formats":
        write(path, formats())
    elif kind == "xlsx-dates":
        write(path, dates({}))
    elif kind == "xlsx-own-dates":
        write(path, dates({14: "yyyy"}))
    elif kind == "xlsx-dates-for-xls":
        write(path, dates(NAMED, list(NAMED)))
    elif kind == "xlsb-dates":
        write(path, xlsb_dates())
    elif kind == "xlsx-times":
        write(path, times())
    elif kind == "xlsx-times-of-1904":
        write(path, times('<workbookPr date1904="1"/>'))
    elif kind == "xlsb-times":
        write(path, xlsb_dates(TIMES, TIME_FORMATS))
    elif kind == "xls-dates":
        patch_dates(source, path)
    elif kind == "ods":
        write(path, ods())
    elif kind == "xlsb":
        write(path, xlsb())
    else:
        patch_xls(source, path)


main(*sys.argv[1:])
