"""EPUBs with what finish/ repairs: make_books.py FOLDER

right-2.epub, right-3.epub: valid. broken-2.epub, broken-3.epub: everything that is wrong in them is repaired.
entity-3.epub: one document names a file of the machine (argument SECRET). source-3.epub: a valid EPUB 3 with its parts in folders,
landmarks, HTML5 markup and a sound.
"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import os
import sys
import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FOLDER, SECRET = sys.argv[1:]
CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
full-path="%s" media-type="application/oebps-package+xml"/></rootfiles></container>"""
ID = "urn:uuid:a886f324-d80f-49eb-b9d1-69dceb74c6b2"
HTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cf50ff1f00068003812ac6f3bd0000000049454e44ae426082"
)
BMP = b"BM" + (58).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little") + (40).to_bytes(4, "little") + (1).to_bytes(4, "little") * 2 + (
    1
).to_bytes(2, "little") + (24).to_bytes(2, "little") + bytes(24) + b"\x00\x00\xff\x00"


def document(body: str, head: str = "<title>Title</title>", before: str = "") -> str:
    return f"<?xml version='1.0' encoding='utf-8'?>\n{before}<html {HTML}><head>{head}</head><body>{body}</body></html>"


def write(
    name: str, version: int, documents: "Mapping[str, str]", items: str = "", more: "Mapping[str, str | bytes] | None" = None,
    navigation: "str | None" = None, spine_attributes: str = "", points: "Sequence[tuple[int, str, str]] | None" = None,
    opf: str = "content.opf",
) -> None:
    first = next(iter(documents))
    manifest = "".join(f'<item id="d{n}" href="{each}" media-type="application/xhtml+xml"/>' for n, each in enumerate(documents))
    spine = "".join(f'<itemref idref="d{n}"/>' for n in range(len(documents)))
    metadata = f'<dc:title>A book</dc:title><dc:language>en</dc:language><dc:identifier id="u">{ID}</dc:identifier>'
    parts = dict(more or {})
    if version == 3:
        metadata += '<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>'
        manifest += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        contents = f'<nav epub:type="toc"><ol><li><a href="{first}">One</a></li></ol></nav>'
        parts["nav.xhtml"] = document(navigation or contents)
    else:
        manifest += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        spine_attributes += ' toc="ncx"'
        entries = points or [(1, "One", first)]
        navigation_points = "".join(
            f'<navPoint id="p{n}" playOrder="{order}"><navLabel><text>{label}</text></navLabel><content src="{place}"/></navPoint>'
            for n, (order, label, place) in enumerate(entries)
        )
        parts["toc.ncx"] = (
            f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="{ID}"/></head>'
            f"<docTitle><text>A book</text></docTitle><navMap>{navigation_points}</navMap></ncx>"
        )
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf" version="{version}.0" unique-identifier="u"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">{metadata}</metadata><manifest>{manifest}{items}</manifest>'
        f"<spine{spine_attributes}>{spine}</spine></package>"
    )
    folder = os.path.dirname(opf)
    with zipfile.ZipFile(os.path.join(FOLDER, name), "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER % opf)
        book.writestr(opf, package)
        for part, content in {**documents, **parts}.items():
            book.writestr(os.path.join(folder, part), content)


RIGHT = '<h1 id="one">One</h1><p>Text with <a href="#one">a link</a>, <em>stress</em> and <a id="empty"></a>a place.</p><div><p></p></div>'
write("right-2.epub", 2, {"a.xhtml": document(RIGHT)})
write("right-3.epub", 3, {"a.xhtml": document(RIGHT + '<section epub:type="chapter"><figure><figcaption>c</figcaption></figure></section>')})

# Markup that no version has, or has elsewhere. Each word with a number must still be there afterwards.
MARKUP = """
<h1>word1 <div>word2</div></h1><p>word3 <ul><li>word4</li></ul></p><span><div>word5<table><tr><td>word6</td></tr></table></div></span>
<a href="#x1"><h2 id="x1">word7</h2><p>word8</p></a><em><p>word9</p></em><center><font color="red" size="5" face="Arial">word10</font></center>
<table width="50%" border="1" cellpadding="3"><caption>word11<p>word12</p></caption><tfoot><tr><td>word13</td></tr></tfoot><tr><th nowrap="">word14</th>
<td rowspan="0" colspan="x" align="center">word15</td></tr><tbody></tbody></table><table></table><ul></ul><ul><p>word16</p>word17<ul><li>word18</li></ul></ul>
<dl><dd>word19</dd><p>word20</p></dl><dl><div><dt>word21</dt><dd>word22</dd></div></dl><ol type="A" start="3"><li value="x">word23</li></ol><li>word24</li>
<td>word25</td><details><p>word26</p></details><figure><figcaption>word27</figcaption><figcaption>word28</figcaption></figure>
<header><header>word29</header></header><hgroup><h2>word30</h2><p>word31</p></hgroup><blockquote>word32<p>word33</p></blockquote><strike>word34</strike>
<tt>word35</tt><u>word36</u><marquee>word37</marquee><o-p>word38</o-p><noscript><p>word39</p></noscript><p onclick="" align="right" dir="foo">word40</p>
<ruby>word41<rp>(</rp><rt>word42</rt><rp>)</rp></ruby><ruby>word43</ruby><picture><source srcset="gone.webp"/><img src="gone.png" alt="word44"/></picture>
<a href="a.xhtml">word45 <a href="b.xhtml">word46</a></a><address><p>word47</p></address><pre>word48<div>word49</div></pre><select>word50</select>
<time datetime="late">word51</time><mark>word52</mark><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>word53</mi></math><p lang="not a language">word54</p>
<audio src="gone.mp3"><p>word55</p></audio><object data="gone.swf"><param name="a" value="b"/><p>word56</p></object><iframe src="http://example.org/"/>
<form action="x"><fieldset><legend>word57</legend><label>word58</label></fieldset></form><hr width="9" noshade="noshade"/><br clear="all"/>
"""
# References and names.
NAMES = """
<p id="a b">word61</p><p id="twice">word62</p><p id="twice">word63</p><p id="">word64</p><p id="1x">word65</p><p id="a:b">word66</p>
<p><a href="#a b">word67</a><a href="#1x">word68</a><a href="#a:b">word69</a><a href="#nowhere">word70</a><a href="gone.xhtml">word71</a>
<a href="">word72</a><a href="http://exa mple.com/ x">word73</a><a href="http://example.org/a b?x=[1]">word74</a><a href="mailto:a b@c">word75</a>
<a href="javascript:alert(1)">word76</a><a href="file:///etc/passwd">word77</a><a href="/root">word78</a><a href="?q=1">word79</a>
<a href="b.xhtml#nowhere">word80</a><a href="c.xhtml">word81</a><a name="old">word82</a><a href="#old">word83</a></p>
<p><img src="gone.png" alt="word84"/><img src="http://example.org/r.png" alt="word85"/><img src="file:///etc/passwd" alt="word86"/><img src="p.bmp"/></p>
<q cite="a b">word87</q><p style="background: url(gone.png)">word88</p><img usemap="#gone" src="p.png" alt=""/>
"""
HEAD = """<title></title><meta content="width=9"/><meta name="viewport"/><link rel="stylesheet" type="text/css" href="gone.css"/><link rel="stylesheet" type="text/css" href="s.css"/>
<style type="text/css">@import url(gone.css); p { background: url("gone.png") }</style>"""
CSS = "@font-face { font-family: x; src: url(gone.ttf) } p { color: red; background: url(p.png) } h1 { background: url(http://example.org/x.png) }"
BROKEN = {"a.xhtml": document(MARKUP, HEAD), "b.xhtml": document(NAMES, HEAD)}
ITEMS = """<item id="css" href="s.css" media-type="text/css"/><item id="p" href="p.png" media-type="image/png"/>
<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="b" href="p.bmp" media-type="image/bmp"/>"""
MORE = {"s.css": CSS, "p.png": PNG, "p.bmp": BMP, "c.xhtml": document("<p>word91</p>")}
write("broken-2.epub", 2, BROKEN, ITEMS, MORE, spine_attributes=' page-progression-direction="ltr"',
      points=[(3, "One", "a.xhtml"), (3, "Two", "b.xhtml#nowhere"), (5, "Three", "gone.xhtml")])
def derive(name: str, source: str, part: str, old: str, new: str) -> None:
    """A copy of a book with other text in one part."""
    with zipfile.ZipFile(os.path.join(FOLDER, source)) as book, zipfile.ZipFile(os.path.join(FOLDER, name), "w") as copy:
        for info in book.infolist():
            data = book.read(info)
            if info.filename == part:
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode())
            copy.writestr(info, data)


# With a link to a document that is not in the order of reading yet.
write("linked-2.epub", 2, {"a.xhtml": document('<p><a href="b.xhtml">One</a></p>'), "b.xhtml": document("<p>Two</p>")})
PAGE_WITHOUT_PLACE = '<pageList><navLabel><text>Pages</text></navLabel><pageTarget id="x" type="normal"><navLabel><text>1</text></navLabel></pageTarget></pageList>'
derive("gap-page.epub", "linked-2.epub", "toc.ncx", "</navMap>", "</navMap>" + PAGE_WITHOUT_PLACE)
derive("gap-spine.epub", "linked-2.epub", "content.opf", '<spine toc="ncx"><itemref idref="d0"/><itemref idref="d1"/></spine>', "")
derive("gap-id.epub", "linked-2.epub", "content.opf", 'id="d1" href="b.xhtml"', 'href="b.xhtml"')

NAVIGATION = """<nav epub:type="toc" aria-labelledby="gone"><ol><li><a href="gone.xhtml">Gone</a></li><li><a href="b.xhtml#nowhere">Two</a></li>
<li><a href="b.xhtml"></a></li></ol></nav><nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="../a.xhtml">Start</a></li>
<li><a epub:type="cover" href="../text/cover.xhtml">Cover</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="x.xhtml#p1">1</a></li></ol></nav>"""
write("broken-3.epub", 3, BROKEN, ITEMS, MORE, navigation=NAVIGATION)
write("entity-3.epub", 3, {
    "a.xhtml": document("<p>Text.</p>"),
    "b.xhtml": document("<p>&leak;</p><p><b>Text</p></b>", before=f'<!DOCTYPE html [<!ENTITY leak SYSTEM "file://{SECRET}">]>\n'),
    "c.xhtml": document("<p>&leak;<center>Text</center></p>", before=f'<!DOCTYPE html [<!ENTITY leak SYSTEM "file://{SECRET}">]>\n'),
})
# What its package says of parts that are not there.
derive("left-out-of-3.epub", "right-3.epub", "content.opf", '<item id="d0"',
       '<item id="film" href="gone.mp4" media-type="video/mp4"/><item id="d0" fallback="gone" media-overlay="read"')
derive("left-out-3.epub", "left-out-of-3.epub", "content.opf", "</metadata>",
       '<meta name="cover" content="gone"/><meta refines="#gone" property="role" id="role">x</meta><meta refines="#role" property="role">y</meta></metadata>')

# What leads to an element that is left out because it leads nowhere itself, before it and from another document; and drawings whose
# fonts, pictures and labels are not there.
SOUNDS = """<p aria-controls="sound">word1</p><audio id="sound" src="gone.mp3"><span>word2</span></audio><p aria-controls="sound">word3</p>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" aria-labelledby="gone"><style>@font-face { font-family: x; src: url(gone.ttf) }</style>
<rect width="9" height="9" style="fill: url(gone.svg#a)"/></svg>"""
DRAWING = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><defs>
<style type="text/css">@font-face { font-family: x; src: url(gone.ttf) } text { fill: red }</style><font-face font-family="y">
<font-face-src><font-face-uri xlink:href="gone.svg#y"/></font-face-src></font-face></defs><image xlink:href="gone.png" width="9" height="9"/>
<a xlink:href="gone.xhtml"><text x="1" y="1" style="src: url(gone.ttf)">word4</text></a></svg>"""
write("leading-nowhere-3.epub", 3, {"a.xhtml": document(f'{SOUNDS}<p><a href="b.xhtml#sound">word5</a></p>'), "b.xhtml": document(
    f'<p><a href="a.xhtml#sound">word6</a><img src="d.svg" alt=""/></p>{SOUNDS}')},
    '<item id="d" href="d.svg" media-type="image/svg+xml"/>', {"d.svg": DRAWING})

CHAPTER = """<section epub:type="chapter" id="one"><header><h1>Chapter</h1></header><p>Text with <time>today</time>, <mark>marks</mark> and a
<a epub:type="noteref" href="#note">note</a>.</p><figure><img src="../pictures/p.png" alt="A dot"/><figcaption>Caption</figcaption></figure>
<audio src="../sound.mp3" controls="controls"><p>No sound here.</p></audio><aside epub:type="footnote" id="note"><p>The note.</p></aside></section>"""
write(
    "source-3.epub", 3, {"text/one.xhtml": document(CHAPTER, '<title>One</title><link rel="stylesheet" type="text/css" href="../s.css"/>'),
                         "text/two.xhtml": document("<section><h1>Two</h1><p>More text.</p></section>")},
    '<item id="p" href="pictures/p.png" media-type="image/png"/><item id="s" href="sound.mp3" media-type="audio/mpeg"/><item id="css" href="s.css" media-type="text/css"/>',
    {"pictures/p.png": PNG, "sound.mp3": bytes(417), "s.css": "h1 { color: navy }"},
    navigation="""<nav epub:type="toc"><h2>Contents</h2><ol><li><a href="text/one.xhtml">Chapter</a></li><li><a href="text/two.xhtml">Two</a></li></ol></nav>
<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="text/one.xhtml#one">Start of text</a></li></ol></nav>""",
    opf="content/package.opf",
)
