"""Makes EPUBs with what conversions lose easily, in the folder given: pages that are no XHTML, and formulas.

python3 make_content.py FOLDER
"""

import base64
import html
import os
import sys
import zipfile

XHTML = "application/xhtml+xml"
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==")
CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
MATH = "http://www.w3.org/1998/Math/MathML"
NOT_THERE = 'alttext="Alternative text not available"'


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page</title></head><body>{body}</body></html>'


def drawing(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 100 100">{inside}</svg>'


def math(inside: str, attributes: str = NOT_THERE) -> str:
    return f'<math xmlns="{MATH}" {attributes}>{inside}</math>'


def write(
    path: str,
    pages: "list[tuple[str, str, str, str | bytes]]",
    others: "list[tuple[str, str, str, str | bytes]]",
    entries: str = "",
    remarks: str = "",
    lists: str = "",
    prefix: str = "",
    first: str = "",
) -> None:
    """
    pages: in reading order; (name, media type, attributes of the manifest, content). others: alike; one without a type is not listed. entries: of the contents; without, one a page.
    remarks: further metadata. lists: further ones of the navigation document. prefix: of names in the metadata.
    first: attributes of the first page in the reading order.
    """
    items = [*pages, *others]
    manifest = "".join(
        f'<item id="i{n}" href="{html.escape(name)}" media-type="{kind}" {rest}/>' for n, (name, kind, rest, _) in enumerate(items) if kind
    )
    entries = entries or "".join(f'<li><a href="{name}">Part {n}</a></li>' for n, (name, *_) in enumerate(pages))
    spine = "".join(f'<itemref idref="i{n}" {first if n == 0 else ""}/>' for n in range(len(pages)))
    metadata = """<dc:identifier id="u">urn:uuid:12345678-1234-4234-8234-123456789012</dc:identifier><dc:title>Content</dc:title>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>"""
    metadata += remarks if "dc:language" in remarks else f"<dc:language>en</dc:language>{remarks}"
    opf = f"""<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"{prefix and f' prefix="{prefix}"'}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata><manifest>{manifest}
<item id="nav" href="nav.xhtml" media-type="{XHTML}" properties="nav"/></manifest><spine>{spine}</spine></package>"""
    nav = f'<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol>{entries}</ol></nav>{lists}'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        for name, content in (("META-INF/container.xml", CONTAINER), ("EPUB/book.opf", opf), ("EPUB/nav.xhtml", page(nav))):
            book.writestr(name, content)
        for name, _, _, content in items:
            book.writestr(f"EPUB/{name}", content)


def make_rich(folder: str) -> None:
    """What EPUB 3 alone has: a film, a sound, a script and what it loads, a formula, a picture that falls back on another, text read aloud."""
    body = f"""<h1 id="h">Rich</h1><p id="p">Words {math("<mi>x</mi>", "")} and <img src="scan.psd" alt="a scan"/>.</p>
<video src="film.mp4" controls="controls" poster="picture.png"></video><audio controls="controls"><source src="sound.mp3" type="audio/mpeg"/></audio>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg><script src="book.js"></script>"""
    read = """<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="text.xhtml#p"/>
<audio src="read.mp3" clipBegin="0s" clipEnd="1s"/></par></body></smil>"""
    lengths = """<meta property="media:duration" refines="#i5">1s</meta><meta property="media:duration">1s</meta>"""
    write(
        os.path.join(folder, "rich.epub"),
        [("text.xhtml", XHTML, 'properties="mathml scripted svg" media-overlay="i5"', page(body))],
        [
            ("scan.psd", "image/vnd.adobe.photoshop", 'fallback="i2"', b"8BPS"),
            ("instead.png", "image/png", "", PIXEL),
            ("film.mp4", "video/mp4", "", bytes(99)),
            ("sound.mp3", "audio/mpeg", "", bytes(417)),
            ("read.smil", "application/smil+xml", "", read),
            ("read.mp3", "audio/mpeg", "", bytes(417)),
            ("picture.png", "image/png", "", PIXEL),
            ("book.js", "text/javascript", "", 'fetch("data.json");'),
            ("data.json", "application/json", "", "{}"),
        ],
        remarks=lengths,
    )
    write(
        os.path.join(folder, "fixed.epub"),
        [
            (
                "text.xhtml",
                XHTML,
                "",
                page("<p>Words.</p>").replace("</title>", '</title><meta name="viewport" content="width=9, height=9"/>'),
            )
        ],
        [],
        remarks='<meta property="rendition:layout">pre-paginated</meta>',
    )


PRINTED = """<dc:title>A Second Title</dc:title><dc:language>en-GB</dc:language><dc:creator id="author">Ann Author</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta>
<meta refines="#author" property="alternate-script" xml:lang="ja">アン</meta><dc:creator id="drawer">Dan Drawer</dc:creator>
<meta refines="#drawer" property="role" scheme="marc:relators">ill</meta><dc:contributor id="other">Tess Translator</dc:contributor>
<meta refines="#other" property="role" scheme="marc:relators">trl</meta><dc:publisher>One House</dc:publisher>
<dc:publisher>Another House</dc:publisher><dc:rights>Free for all</dc:rights><dc:source>urn:isbn:9780000000002</dc:source>
<meta property="schema:accessMode">textual</meta><meta property="belongs-to-collection">Collected</meta><meta property="cc:attributionURL">https://example.com/</meta>
<link rel="cc:license" href="https://example.com/licence"/><link rel="record" href="record.xml" media-type="application/marcxml+xml"/>"""


def make_printed(folder: str) -> None:
    """
    What calibre does not read of an EPUB 3: the pages of the printed edition, in a chapter that is parted, landmarks, and metadata; and a
    style sheet with a font of a drawing that is a page.
    """
    broken = '<div style="page-break-before: always"><h2 id="{0}">Page {0}</h2><p>Words of page {0}: Du\u00adden, zero\u200bwidth, non\u2011breaking.</p></div>'
    numbers = ("v", "vi", "27", "28")
    # calibre parts it, and gives each part the id.
    text = f"<div id='start'><h1>Printed</h1>{''.join(broken.format(number) for number in numbers)}</div>"
    printed = "".join(f'<li><a href="text.xhtml#{number}">{number}</a></li>' for number in numbers)
    outside = '<li><a href="book.opf#epubcfi(/6/4!/4/2)">99</a></li>'
    lists = "".join(
        f'<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="{kind}"><ol>{entries}</ol></nav>'
        for kind, entries in (
            ("page-list", printed + outside),
            ("landmarks", '<li><a epub:type="bodymatter" href="text.xhtml#start">Text</a></li>'),
        )
    )
    sheet = '@font-face { font-family: Own; src: url("own.woff") } text { font-family: Own }'
    styled = '<?xml-stylesheet href="drawing.css" type="text/css"?>' + drawing('<text x="9" y="9">Drawn</text>')
    write(
        os.path.join(folder, "printed.epub"),
        [("text.xhtml", XHTML, "", page(text)), ("drawing.svg", "image/svg+xml", "", styled)],
        [
            ("drawing.css", "text/css", "", sheet),
            ("own.woff", "application/font-woff", "", b"wOFF" + bytes(99)),
            ("record.xml", "", "", "<record/>"),
        ],
        remarks=PRINTED,
        lists=lists,
        prefix="cc: http://creativecommons.org/ns#",
        first='properties="page-spread-right"',
    )


def main(folder: str) -> None:
    shape = '<a xlink:href="text.xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><circle cx="50" cy="50" r="40"/></a>'
    write(
        os.path.join(folder, "pages.epub"),
        [
            ("text.xhtml", XHTML, "", page('<p>First words of the book, <a href="drawing.svg">a drawing</a>.</p>')),
            ("drawing.svg", "image/svg+xml", "", drawing(f'{shape}<text x="10" y="50">drawn words</text>')),
            ("picture.png", "image/png", 'fallback="i4"', PIXEL),
            ("game.bin", "application/x-game", 'fallback="i4"', b"no page"),
        ],
        [("instead.xhtml", XHTML, "", page("<p>Shown instead of the game.</p>"))],
    )
    write(
        os.path.join(folder, "drawings.epub"),
        [
            ("drawing.svg", "image/svg+xml", "", drawing('<rect width="50" height="50" fill="red"/><script>parent.done()</script>')),
            ("blank.svg", "image/svg+xml", "", drawing("")),
        ],
        [],
    )
    fallbacks = """<h1>Objects</h1><p>Before.</p>
<object data="game.bin" type="application/x-game"><param name="a" value="b"/><p>Instead of the game.</p></object>
<object data="drawing.svg" type="image/svg+xml"><p>Instead of the drawing.</p></object>
<p>In line <object data="picture.png" type="image/png">described</object> shown, <object data="gone.png" type="image/png">missing</object> not.</p>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style type="text/css">.f { fill: red }</style><script>var x;</script>
<rect class="f" width="9" height="9" onclick="x()"/></svg>"""
    write(
        os.path.join(folder, "objects.epub"),
        [("text.xhtml", XHTML, 'properties="svg scripted"', page(fallbacks))],
        [
            ("game.bin", "application/x-game", "", b"no page"),
            (
                "drawing.svg",
                "image/svg+xml",
                'properties="scripted"',
                drawing("<style>.a { fill: red }</style><script>var x;</script><rect width='9' height='9'/>"),
            ),
            ("picture.png", "image/png", "", PIXEL),
        ],
    )
    # A PNG that calls itself a JPEG, and a script in a file.
    scripted = (
        '<h1>Called</h1><p>Words. <img src="picture.jpg" alt="called JPEG"/></p><script src="book.js" type="text/javascript"></script>'
    )
    write(
        os.path.join(folder, "called.epub"),
        [
            (
                "text.xhtml",
                XHTML,
                'properties="scripted"',
                page(scripted).replace("</head>", '<link rel="stylesheet" type="text/css" href="book.css"/></head>'),
            )
        ],
        [
            ("picture.jpg", "image/jpeg", "", PIXEL),
            ("book.css", "text/css", "", "h1 { background: url(picture.jpg) }"),
            ("book.js", "text/javascript", "", "var x;"),
        ],
    )
    shown = '<h1>Menu</h1><p><img src="fish&amp;chips.png" alt="fish"/> <img src="http://localhost/pie.png" alt="pie"/></p>'
    quoting = "<!DOCTYPE html [<!ENTITY c \"&#x2019;\"> <!ENTITY long-name 'a word'>]>"
    menu = quoting + page(f"{shown}<p>It can&c;t be &long-name;, and won&c;t.</p>")
    write(os.path.join(folder, "menu.epub"), [("text.xhtml", XHTML, "", menu)], [("fish&chips.png", "image/png", "", PIXEL)])
    # Contents that lead to what is shown instead of a picture, which is in no reading order.
    instead = '<li><a href="instead.xhtml">Instead</a></li>'
    picture, words = ("picture.png", "image/png", 'fallback="i1"', PIXEL), ("instead.xhtml", XHTML, "", page("<p>Words.</p>"))
    write(os.path.join(folder, "instead.epub"), [picture], [words], instead)
    make_rich(folder)
    make_printed(folder)
    # Groups of the contents that have no link of their own.
    groups = '<li><span>Group</span><ol><li><a href="text.xhtml">Inside</a></li></ol></li><li><a href="text.xhtml#two">After</a></li>'
    write(
        os.path.join(folder, "groups.epub"),
        [("text.xhtml", XHTML, "", page('<h1>Inside</h1><p>Words.</p><h1 id="two">After</h1><p>More words.</p>'))],
        [],
        groups,
    )
    fraction = "<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>"
    power = "<mo>=</mo><msup><mi>x</mi><mrow><mn>2</mn><mi>n</mi></mrow></msup>"
    matrix = "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>"
    body = f"""<h1>Formulas</h1><p>One {math(fraction + power)} two {math("<msqrt><mi>y</mi></msqrt>", "")} three
{math("<mi>z</mi>", 'alttext="zed alone"')} four {math(matrix)} five {math("<mi>p</mi>", 'alttext="both"')}
six {math("<mi>q</mi>", 'alttext="both"')} seven.</p>"""
    write(os.path.join(folder, "formulas.epub"), [("text.xhtml", XHTML, 'properties="mathml"', page(body))], [])
    # One that can be drawn among those that cannot: too deep, too many parts, too wide, and one that names files.
    deep = "<msqrt>" * 150 + "<mi>deep</mi>" + "</msqrt>" * 150
    many = "<mi>m</mi>" * 5000
    wide = '<mi>w</mi><mspace width="999em"/><mi>w</mi>'
    naming = '<mglyph src="file:///etc/passwd"/><mi href="file:///etc/passwd">n</mi>'
    body = f"<h1>Hostile</h1><p>Fine {math('<mi>f</mi>')} {math(deep)} {math(many)} {math(wide)} {math(naming)}.</p>"
    write(os.path.join(folder, "hostile-formulas.epub"), [("text.xhtml", XHTML, 'properties="mathml"', page(body))], [])


if __name__ == "__main__":
    main(*sys.argv[1:])
