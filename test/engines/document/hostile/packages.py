"""The least of each format that LibreOffice opens, with holes for what an attack puts there."""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    Parts: TypeAlias = Mapping[str, str | bytes]
    # Id, kind, target and, for what is elsewhere, its mode.
    Link: TypeAlias = tuple[str, str, str] | tuple[str, str, str, str]

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OOXML = (
    'xmlns:r="%s" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"' % OFFICE
)
SHEET_XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="%s"' % OFFICE
ODF = " ".join(
    'xmlns:%s="%s"' % pair
    for pair in (
        *((name, "urn:oasis:names:tc:opendocument:xmlns:%s:1.0" % name)
          for name in ("office", "text", "table", "style", "script", "meta", "presentation", "form")),
        ("draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
        ("svg", "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"),
        ("fo", "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"),
        ("of", "urn:oasis:names:tc:opendocument:xmlns:of:1.2"),
        ("calcext", "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"),
        ("xlink", "http://www.w3.org/1999/xlink"),
        ("dom", "http://www.w3.org/2001/xml-events"),
        ("ooo", "http://openoffice.org/2004/office"),
    )
)


def pack(path: str, parts: "Parts", compression: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(path, "w", compression) as package:
        for name, content in parts.items():
            package.writestr(name, content)


def relationships(*each: "Link") -> str:
    """each: (id, last word of the type, target) or (id, type, target, "External")."""
    lines = [
        '<Relationship Id="%s" Type="%s/%s" Target="%s"%s/>'
        % (one[0], OFFICE, one[1], one[2], ' TargetMode="External"' if len(one) > 3 else "")
        for one in each
    ]
    return XML + '<Relationships xmlns="%s/relationships">%s</Relationships>' % (PACKAGE, "".join(lines))


def content_types(**overrides: str) -> str:
    """overrides: part name with __ for / and _ for . → content type after the common beginning."""
    common = "application/vnd.openxmlformats-officedocument."
    lines = [
        '<Override PartName="/%s" ContentType="%s"/>'
        % (name.replace("__", "/").replace("_xml", ".xml").replace("_bin", ".bin"), kind if kind.startswith("application/") else common + kind)
        for name, kind in overrides.items()
    ]
    return (
        XML + '<Types xmlns="%s/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>%s</Types>' % (PACKAGE, "".join(lines))
    )


def docx(
    path: str, body: str, links: "Sequence[Link]" = (), doctype: str = "", parts: "Parts | None" = None,
    main: str = 'wordprocessingml.document.main+xml',
) -> None:
    pack(path, {
        "[Content_Types].xml": content_types(word__document_xml=main, word__settings_xml="wordprocessingml.settings+xml"),
        "_rels/.rels": relationships(("rId1", "officeDocument", "word/document.xml")),
        "word/document.xml": XML + doctype + "<w:document %s><w:body><w:p><w:r><w:t>before</w:t></w:r></w:p>%s<w:p><w:r><w:t>after</w:t></w:r></w:p></w:body></w:document>" % (OOXML, body),
        "word/_rels/document.xml.rels": relationships(*links, ("rIdSettings", "settings", "settings.xml")),
        "word/settings.xml": XML + "<w:settings %s/>" % OOXML,
        **(parts or {}),
    })


def blip(attribute: str) -> str:
    size = 'cx="1800000" cy="1800000"'
    return (
        '<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip %s/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
        '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext %s/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>' % (attribute, size)
    )


def docx_picture(attribute: str) -> str:
    return (
        '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="p"/><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">%s</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>' % blip(attribute)
    )


def field(instruction: str, shown: str = "shown") -> str:
    runs = ('<w:fldChar w:fldCharType="begin" w:dirty="true"/>', '<w:instrText xml:space="preserve"> %s </w:instrText>' % instruction,
            '<w:fldChar w:fldCharType="separate"/>', "<w:t>%s</w:t>" % shown, '<w:fldChar w:fldCharType="end"/>')
    return "<w:p>%s</w:p>" % "".join("<w:r>%s</w:r>" % run for run in runs)


def xlsx(
    path: str, cells: str, workbook: str = "", sheet: str = "", links: "Sequence[Link]" = (), sheet_links: "Sequence[Link]" = (),
    parts: "Parts | None" = None, types: "Mapping[str, str] | None" = None, main: str = 'spreadsheetml.sheet.main+xml',
) -> None:
    """cells: rows of the sheet, as XML."""
    parts = dict(parts or {})
    if sheet_links:
        parts["xl/worksheets/_rels/sheet1.xml.rels"] = relationships(*sheet_links)
    pack(path, {
        "[Content_Types].xml": content_types(xl__workbook_xml=main, xl__worksheets__sheet1_xml="spreadsheetml.worksheet+xml", **(types or {})),
        "_rels/.rels": relationships(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": XML + '<workbook %s><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets>%s<calcPr fullCalcOnLoad="1"/></workbook>' % (SHEET_XMLNS, workbook),
        "xl/_rels/workbook.xml.rels": relationships(("rId1", "worksheet", "worksheets/sheet1.xml"), *links),
        "xl/worksheets/sheet1.xml": XML + "<worksheet %s><sheetData>%s</sheetData>%s</worksheet>" % (SHEET_XMLNS, cells, sheet),
        **parts,
    })


def formula_row(formula: str) -> str:
    return '<row r="1"><c r="A1"><f>%s</f></c></row>' % formula


def pptx(
    path: str, shapes: str, links: "Sequence[Link]" = (), background: str = "", doctype: str = "", parts: "Parts | None" = None,
) -> None:
    tree = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    color_map = " ".join('%s="%s"' % pair for pair in (("bg1", "lt1"), ("tx1", "dk1"), ("bg2", "lt2"), ("tx2", "dk2"), *(("accent%d" % n,) * 2 for n in range(1, 7)), ("hlink",) * 2, ("folHlink",) * 2))
    pack(path, {
        "[Content_Types].xml": content_types(
            ppt__presentation_xml="presentationml.presentation.main+xml", ppt__slides__slide1_xml="presentationml.slide+xml",
            ppt__slideLayouts__slideLayout1_xml="presentationml.slideLayout+xml", ppt__slideMasters__slideMaster1_xml="presentationml.slideMaster+xml"),
        "_rels/.rels": relationships(("rId1", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": XML + '<p:presentation %s><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId2"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>' % OOXML,
        "ppt/_rels/presentation.xml.rels": relationships(("rId1", "slide", "slides/slide1.xml"), ("rId2", "slideMaster", "slideMasters/slideMaster1.xml")),
        "ppt/slideMasters/slideMaster1.xml": XML + '<p:sldMaster %s><p:cSld><p:spTree>%s</p:spTree></p:cSld><p:clrMap %s/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>' % (OOXML, tree, color_map),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships(("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml")),
        "ppt/slideLayouts/slideLayout1.xml": XML + '<p:sldLayout %s type="blank"><p:cSld><p:spTree>%s</p:spTree></p:cSld></p:sldLayout>' % (OOXML, tree),
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships(("rId1", "slideMaster", "../slideMasters/slideMaster1.xml")),
        "ppt/slides/slide1.xml": XML + doctype + "<p:sld %s><p:cSld>%s<p:spTree>%s%s</p:spTree></p:cSld></p:sld>" % (OOXML, background, tree, shapes),
        "ppt/slides/_rels/slide1.xml.rels": relationships(("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"), *links),
        **(parts or {}),
    })


def pptx_text(text: str) -> str:
    return (
        '<p:sp><p:nvSpPr><p:cNvPr id="9" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="900000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>' % text
    )


def pptx_picture(attribute: str, media: str = "") -> str:
    return (
        '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr>%s</p:nvPr></p:nvPicPr><p:blipFill><a:blip %s/><a:stretch><a:fillRect/></a:stretch></p:blipFill>'
        '<p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>' % (media, attribute)
    )


BODIES = {"text": "<text:p>before</text:p>%s<text:p>after</text:p>", "spreadsheet": "%s", "presentation": '<draw:page draw:name="p" draw:master-page-name="Default">%s</draw:page>', "graphics": "%s"}


def flat(path: str, kind: str, body: str, head: str = "", doctype: str = "", styles: str = "") -> None:
    with open(path, "w") as file:
        file.write(XML + doctype + '<office:document %s office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.%s">%s<office:automatic-styles>%s</office:automatic-styles><office:body><office:%s>%s</office:%s></office:body></office:document>' % (ODF, kind, head, styles, kind, BODIES[kind] % body, kind))


def odf(path: str, kind: str, body: str, head: str = "", doctype: str = "", styles: str = "", parts: "Parts | None" = None) -> None:
    parts = parts or {}
    names = "".join('<manifest:file-entry manifest:full-path="%s" manifest:media-type="%s"/>' % (name, "text/xml" if name.endswith(".xml") else "") for name in ("content.xml", *parts))
    mimetype = "application/vnd.oasis.opendocument." + kind
    pack(path, {
        "mimetype": mimetype,
        "content.xml": XML + doctype + '<office:document-content %s office:version="1.3">%s<office:automatic-styles>%s</office:automatic-styles><office:body><office:%s>%s</office:%s></office:body></office:document-content>' % (ODF, head, styles, kind, BODIES[kind] % body, kind),
        "META-INF/manifest.xml": XML + '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="%s"/>%s</manifest:manifest>' % (mimetype, names),
        **parts,
    })
