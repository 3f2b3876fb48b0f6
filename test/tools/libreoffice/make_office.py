"""Office files of a few lines, made without LibreOffice. argv: kind, path to make, and a text of the kind's own.

docx TEXT        linked-docx URL (a picture that lies elsewhere)        xlsx TEXT (two sheets, the text in the second)
xlsx-letter TEXT (the same, on paper of US Letter)
"""

import sys
import zipfile

DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPES = "application/vnd.openxmlformats-officedocument."
PICTURE = (
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:extent cx="952500" cy="952500"/><wp:docPr id="1" name="p"/>'
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">'
    '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">'
    '<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>'
    '<pic:blipFill><a:blip xmlns:r="%s" r:link="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
    '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm>'
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>'
    "</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>" % OFFICE
)


def relations(*lines: str) -> str:
    return '<Relationships xmlns="%s/relationships">%s</Relationships>' % (PACKAGE, "".join(lines))


def relation(name: str, kind: str, target: str, more: str = "") -> str:
    return '<Relationship Id="%s" Type="%s/%s" Target="%s"%s/>' % (name, OFFICE, kind, target, more)


def types(**parts: str) -> str:
    overrides = "".join('<Override PartName="/%s" ContentType="%s%s+xml"/>' % (path, TYPES, kind) for path, kind in parts.items())
    return (
        '<Types xmlns="%s/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>%s</Types>' % (PACKAGE, overrides)
    )


def docx(body: str, *more: str) -> "dict[str, str]":
    return {
        "[Content_Types].xml": types(**{"word/document.xml": "wordprocessingml.document.main"}),
        "_rels/.rels": relations(relation("rId1", "officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(*more),
        "word/document.xml": '<w:document xmlns:w="%s"><w:body>%s</w:body></w:document>' % (WORD, body),
    }


def paragraph(text: str) -> str:
    return "<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % text


def linked(url: str) -> "dict[str, str]":
    return docx(paragraph("linked") + PICTURE, relation("rId9", "image", url, ' TargetMode="External"'))


def xlsx(text: str, setup: str = "") -> "dict[str, str]":
    def sheet(value: str) -> str:
        cell = '<c r="A1" t="inlineStr"><is><t>%s</t></is></c>' % value
        return '<worksheet xmlns="%s"><sheetData><row r="1">%s</row></sheetData>%s</worksheet>' % (SHEET, cell, setup)

    names = "".join('<sheet name="%s" sheetId="%d" r:id="rId%d"/>' % (name, i, i) for i, name in ((1, "Eins"), (2, "Zwei")))
    kind = "spreadsheetml.worksheet"
    return {
        "[Content_Types].xml": types(
            **{
                "xl/workbook.xml": "spreadsheetml.sheet.main",
                "xl/worksheets/sheet1.xml": kind,
                "xl/worksheets/sheet2.xml": kind,
            }
        ),
        "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relations(
            relation("rId1", "worksheet", "worksheets/sheet1.xml"), relation("rId2", "worksheet", "worksheets/sheet2.xml")
        ),
        "xl/workbook.xml": '<workbook xmlns="%s" xmlns:r="%s"><sheets>%s</sheets></workbook>' % (SHEET, OFFICE, names),
        "xl/worksheets/sheet1.xml": sheet("first"),
        "xl/worksheets/sheet2.xml": sheet(text),
    }


def plain(text: str) -> "dict[str, str]":
    return docx(paragraph(text))


def on_letter(text: str) -> "dict[str, str]":
    return xlsx(text, '<pageSetup paperSize="1"/>')


MAKERS = {"docx": plain, "linked-docx": linked, "xlsx": xlsx, "xlsx-letter": on_letter}

if __name__ == "__main__":
    kind, path, text = sys.argv[1:]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in MAKERS[kind](text).items():
            package.writestr(name, DECLARATION + content)
