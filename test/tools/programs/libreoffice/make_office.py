"""Office files of a few lines, made without LibreOffice. argv: kind, path to make, and a text of the kind's own.

docx TEXT        linked-docx URL (a picture that lies elsewhere)        xlsx TEXT (two sheets, the text in the second)
xlsx-letter TEXT (the same, on paper of US Letter)
changed-docx TEXT (kept, beside text that tracked changes delete, insert and move, in a table, a footer and a list of changes that is locked)
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


def changed(text: str) -> "dict[str, str]":
    who = 'w:author="A" w:date="2024-01-01T00:00:00Z"'

    def run(kind: str, content: str, number: int, tag: str = "t") -> str:
        space = 'xml:space="preserve"'
        return '<w:%s w:id="%d" %s><w:r><w:%s %s>%s</w:%s></w:r></w:%s>' % (kind, number, who, tag, space, content, tag, kind)

    kept = "<w:r><w:t>%s</w:t></w:r>" % text
    mark = '<w:pPr><w:rPr><w:del w:id="9" %s/></w:rPr></w:pPr>' % who
    row = '<w:tr><w:trPr><w:%s w:id="%d" %s/></w:trPr><w:tc><w:p>%s</w:p></w:tc></w:tr>'
    body = (
        "<w:p>%s%s%s</w:p>" % (kept, run("del", " deleted", 1, "delText"), run("ins", " inserted", 2))
        + "<w:p>%s%s</w:p>" % (mark, run("del", "gone paragraph", 3, "delText"))
        + "<w:p>%s</w:p><w:p><w:r><w:t>between</w:t></w:r></w:p><w:p>%s</w:p>" % (run("moveFrom", "moved", 4), run("moveTo", "moved", 5))
        + "<w:tbl>%s%s</w:tbl>"
        % (row % ("del", 6, who, run("del", "gone row", 7, "delText")), row % ("ins", 8, who, run("ins", "new row", 10)))
        + '<w:p/><w:sectPr><w:footerReference w:type="default" r:id="rId1" xmlns:r="%s"/></w:sectPr>' % OFFICE
    )
    footer = "<w:p><w:r><w:t>footer</w:t></w:r>%s</w:p>" % run("del", " gone footer", 11, "delText")
    settings = '<w:trackRevisions/><w:documentProtection w:edit="trackedChanges" w:enforcement="1"/>'
    parts = docx(body, relation("rId1", "footer", "footer1.xml"), relation("rId2", "settings", "settings.xml"))
    kind = "wordprocessingml."
    names = {"word/document.xml": "document.main", "word/footer1.xml": "footer", "word/settings.xml": "settings"}
    return {
        **parts,
        "[Content_Types].xml": types(**{name: kind + each for name, each in names.items()}),
        "word/footer1.xml": '<w:ftr xmlns:w="%s">%s</w:ftr>' % (WORD, footer),
        "word/settings.xml": '<w:settings xmlns:w="%s">%s</w:settings>' % (WORD, settings),
    }


MAKERS = {"changed-docx": changed, "docx": plain, "linked-docx": linked, "xlsx": xlsx, "xlsx-letter": on_letter}

if __name__ == "__main__":
    kind, path, text = sys.argv[1:]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in MAKERS[kind](text).items():
            package.writestr(name, DECLARATION + content)
