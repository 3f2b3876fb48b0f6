"""Spreadsheets, presentations and drawings that refer to what is not theirs."""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

from link_attacks import EXCEL, FRAME, POWERPOINT, SHEET, SIMPLE, attack, each, external
from packages import SHEET_XMLNS, XML, blip, flat, formula_row, odf, pptx, pptx_picture, pptx_text, relationships, xlsx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from link_attacks import At, Content

CELL = '<table:table-row><table:table-cell table:formula="%s"/></table:table-row>'

CALC: "dict[str, Content]" = {
    "reference": lambda at: SHEET % (CELL % ("of:=['%s'#$One.A1]" % at("ods")), ""),
    "webservice": lambda at: SHEET % (CELL % ("of:=COM.MICROSOFT.WEBSERVICE(&quot;%s&quot;)" % at("txt")), ""),
    "dde": lambda at: SHEET % (CELL % ("of:=DDE(&quot;soffice&quot;;&quot;%s&quot;;&quot;One.A1&quot;)" % at("ods")), ""),
    "indirect": lambda at: SHEET % (CELL % ("of:=INDIRECT(&quot;'%s'#$One.A1&quot;)" % at("ods")), ""),
    "cell range source": lambda at: SHEET % ('<table:table-row><table:table-cell office:value-type="string"><table:cell-range-source table:name="A1:B2" xlink:type="simple" xlink:actuate="onRequest" xlink:href="%s" table:filter-name="calc8" table:last-column-spanned="1" table:last-row-spanned="1" table:refresh-delay="PT1S"/><text:p>cached</text:p></table:table-cell></table:table-row>' % at("ods"), ""),
    "table source": lambda at: SHEET % ('<table:table-source xlink:type="simple" xlink:href="%s" table:table-name="One" table:filter-name="calc8"/><table:table-row><table:table-cell office:value-type="string"><text:p>cached</text:p></table:table-cell></table:table-row>' % at("ods"), ""),
    "database range": lambda at: SHEET % ("<table:table-row><table:table-cell/></table:table-row>", '<table:database-ranges><table:database-range table:name="d" table:target-range-address="One.A1:One.B2" table:refresh-delay="PT1S"><table:database-source-table table:database-name="%s" table:database-table-name="secret"/></table:database-range></table:database-ranges>' % at("csv")),
    "data mapping": lambda at: SHEET % ("<table:table-row><table:table-cell/></table:table-row>", '<table:database-ranges><table:database-range table:name="d" table:target-range-address="One.A1:One.B2"/></table:database-ranges><calcext:data-mappings><calcext:data-mapping xlink:href="%s" calcext:provider="org.libreoffice.calc.csv" calcext:id="" table:database-name="d" calcext:data-frequency="60"/></calcext:data-mappings>' % at("csv")),
    "picture": lambda at: SHEET % ('<table:shapes><draw:frame svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm"><draw:image %s/></draw:frame></table:shapes><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>' % (SIMPLE % at("png")), ""),
    "object": lambda at: SHEET % ('<table:shapes><draw:frame svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm"><draw:object %s/></draw:frame></table:shapes><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>' % (SIMPLE % at("ods")), ""),
}
each({"ods " + name: content for name, content in CALC.items()}, "calc8", "calc", "ods", lambda path, at, content: odf(path, "spreadsheet", content(at)))
each({"fods " + name: CALC[name] for name in ("reference", "webservice", "table source", "picture")}, "OpenDocument Spreadsheet Flat XML", "calc", "fods", lambda path, at, content: flat(path, "spreadsheet", content(at)))


@attack("Text - txt - csv (StarCalc)", "calc", "csv")
def csv_formulas(path: str, at: "At") -> None:
    with open(path, "w") as file:
        file.write('"=WEBSERVICE(""%s"")",=\'%s\'#$One.A1\n' % (at("txt"), at("ods")))


@attack("SYLK", "calc", "slk")
def slk_formulas(path: str, at: "At") -> None:
    with open(path, "w") as file:
        file.write('ID;PWXL;N;E\r\nC;Y1;X1;K"cached";EWEBSERVICE("%s")\r\nE\r\n' % at("txt"))


each({
    "xlsx webservice": lambda at: '_xlfn.WEBSERVICE("%s")' % at("txt"),
    "xlsx hyperlink formula": lambda at: 'HYPERLINK("%s","x")' % at("txt"),
    "xlsx indirect": lambda at: 'INDIRECT("\'%s\'#$One.A1")' % at("ods"),
}, EXCEL, "calc", "xlsx", lambda path, at, content: xlsx(path, formula_row(content(at))))


@attack(EXCEL, "calc", "xlsx")
def xlsx_external_book(path: str, at: "At") -> None:
    book = XML + '<externalLink %s><externalBook r:id="rIdL"><sheetNames><sheetName val="One"/></sheetNames></externalBook></externalLink>' % SHEET_XMLNS
    xlsx(path, formula_row("[1]One!A1"), workbook='<externalReferences><externalReference r:id="rIdX"/></externalReferences>', links=[("rIdX", "externalLink", "externalLinks/externalLink1.xml")],
         parts={"xl/externalLinks/externalLink1.xml": book, "xl/externalLinks/_rels/externalLink1.xml.rels": relationships(external("externalLinkPath", at("ods")))},
         types={"xl__externalLinks__externalLink1_xml": "spreadsheetml.externalLink+xml"})


@attack(EXCEL, "calc", "xlsx")
def xlsx_dde(path: str, at: "At") -> None:
    book = XML + '<externalLink %s><ddeLink ddeService="soffice" ddeTopic="%s"><ddeItems><ddeItem name="One.A1" advise="1"/></ddeItems></ddeLink></externalLink>' % (SHEET_XMLNS, at("ods"))
    xlsx(path, formula_row("[1]!'One.A1'"), workbook='<externalReferences><externalReference r:id="rIdX"/></externalReferences>', links=[("rIdX", "externalLink", "externalLinks/externalLink1.xml")],
         parts={"xl/externalLinks/externalLink1.xml": book}, types={"xl__externalLinks__externalLink1_xml": "spreadsheetml.externalLink+xml"})


@attack(EXCEL, "calc", "xlsx")
def xlsx_web_query(path: str, at: "At") -> None:
    connections = XML + '<connections %s><connection id="1" name="c" type="4" refreshOnLoad="1" refreshedVersion="3" background="1"><webPr xml="0" sourceData="1" url="%s" htmlTables="1"/></connection></connections>' % (SHEET_XMLNS, at("html"))
    query = XML + '<queryTable %s name="q" connectionId="1" refreshOnLoad="1" autoFormatId="16"/>' % SHEET_XMLNS
    xlsx(path, '<row r="1"><c r="A1"><v>1</v></c></row>', workbook='<definedNames><definedName name="q" localSheetId="0">One!$A$1:$B$5</definedName></definedNames>',
         links=[("rIdC", "connections", "connections.xml")], sheet_links=[("rIdQ", "queryTable", "../queryTables/queryTable1.xml")],
         parts={"xl/connections.xml": connections, "xl/queryTables/queryTable1.xml": query},
         types={"xl__connections_xml": "spreadsheetml.connections+xml", "xl__queryTables__queryTable1_xml": "spreadsheetml.queryTable+xml"})


@attack(EXCEL, "calc", "xlsx")
def xlsx_picture(path: str, at: "At") -> None:
    anchor = '<xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="1800000" cy="1800000"/>%s<xdr:clientData/></xdr:oneCellAnchor>'
    picture = blip('r:link="rIdL"').replace("pic:", "xdr:")
    drawing = XML + '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">%s</xdr:wsDr>' % (anchor % picture)
    xlsx(path, '<row r="1"><c r="A1"><v>1</v></c></row>', sheet='<drawing r:id="rIdD"/>', sheet_links=[("rIdD", "drawing", "../drawings/drawing1.xml")],
         parts={"xl/drawings/drawing1.xml": drawing, "xl/drawings/_rels/drawing1.xml.rels": relationships(external("image", at("png")))},
         types={"xl__drawings__drawing1_xml": "drawing+xml"})


@attack(EXCEL, "calc", "xlsx")
def xlsx_background(path: str, at: "At") -> None:
    xlsx(path, '<row r="1"><c r="A1"><v>1</v></c></row>', sheet='<picture r:id="rIdL"/>', sheet_links=[external("image", at("png"))])


# Presentations

each({
    "pptx picture": lambda at: (pptx_picture('r:link="rIdL"'), external("image", at("png")), ""),
    "pptx picture embed": lambda at: (pptx_picture('r:embed="rIdL"'), external("image", at("png")), ""),
    "pptx background": lambda at: ("", external("image", at("png")), '<p:bg><p:bgPr><a:blipFill><a:blip r:link="rIdL"/><a:stretch><a:fillRect/></a:stretch></a:blipFill><a:effectLst/></p:bgPr></p:bg>'),
    "pptx video": lambda at: (pptx_picture('r:embed="rIdL"', '<a:videoFile r:link="rIdL"/>'), external("video", at("mp4")), ""),
    "pptx ole": lambda at: ('<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="o" r:id="rIdL" imgW="3000000" imgH="3000000" progId="Excel.Sheet.12"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>', external("oleObject", at("ods")), ""),
}, POWERPOINT, "impress", "pptx", lambda path, at, content: pptx(path, pptx_text("shown") + content(at)[0], [content(at)[1]], content(at)[2]))


@attack(POWERPOINT, "impress", "pptx")
def pptx_slide_elsewhere(path: str, at: "At") -> None:
    pptx(path, "", parts={"ppt/_rels/presentation.xml.rels": relationships(("rId1", "slide", at("xml"), "External"), ("rId2", "slideMaster", "slideMasters/slideMaster1.xml"))})


SLIDE: "dict[str, Content]" = {
    "picture": lambda at: FRAME % ("<draw:image %s/>" % (SIMPLE % at("png"))),
    "object": lambda at: FRAME % ("<draw:object %s/>" % (SIMPLE % at("ods"))),
    "plugin": lambda at: FRAME % ('<draw:plugin draw:mime-type="application/vnd.sun.star.media" %s/>' % (SIMPLE % at("mp4"))),
    "floating frame": lambda at: FRAME % ("<draw:floating-frame %s/>" % (SIMPLE % at("html"))),
    "sound": lambda at: FRAME % '<draw:text-box><text:p>x</text:p></draw:text-box><office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="sound"><presentation:sound %s/></presentation:event-listener></office:event-listeners>' % (SIMPLE % at("wav")),
}
each({"odp " + name: content for name, content in SLIDE.items()}, "impress8", "impress", "odp", lambda path, at, content: odf(path, "presentation", content(at)))
each({"fodp picture": SLIDE["picture"]}, "OpenDocument Presentation Flat XML", "impress", "fodp", lambda path, at, content: flat(path, "presentation", content(at)))
each({"odg picture": lambda at: '<draw:page draw:name="p" draw:master-page-name="Default">%s</draw:page>' % (FRAME % ("<draw:image %s/>" % (SIMPLE % at("png"))))}, "draw8", "draw", "odg", lambda path, at, content: odf(path, "graphics", content(at)))


@attack(None, "draw", "svg")
def svg_image(path: str, at: "At") -> None:
    with open(path, "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><image width="200" height="200" xlink:href="%s"/></svg>' % at("png"))
