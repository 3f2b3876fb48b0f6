"""Books that try to bring in files they were not given: attacks.py FOLDER SECRETS URL

SECRETS is a folder with secret.txt, secret.html, secret.css, secret.png; URL is a server that would hand out the same under any
folder name. Prints JSON: [{name, path}].
"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import json
import os
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../document/hostile"))

from packages import docx, docx_picture, field, odf

FOLDER, SECRETS, URL = sys.argv[1:]
MADE: "list[dict[str, str]]" = []


def ways(name: str) -> "dict[str, str]":
    """The addresses that lead to the secrets: of the file system, and of the network."""
    up = "../" * 12 + SECRETS.lstrip("/")
    return {"file": "file://" + SECRETS, "path": SECRETS, "up": up, "net": "%s%s" % (URL, name.replace(" ", "-"))}


def page(name: str, address: str) -> str:
    return f"""<html><head><title>{name}</title><link rel="stylesheet" href="{address}/secret.css">
<style>@import url({address}/secret.css); @import "{address}/secret.css"; body {{background: url({address}/secret.png)}}
@font-face {{font-family: x; src: url({address}/secret.png)}}</style></head><body><p>before</p>
<a href="{address}/secret.html">link</a><a href="{address}/secret.txt">text</a><img src="{address}/secret.png">
<iframe src="{address}/secret.html"></iframe><object data="{address}/secret.html" type="text/html"></object>
<embed src="{address}/secret.html"><video poster="{address}/secret.png" src="{address}/secret.png"></video>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{address}/secret.png" width="9" height="9"/></svg>
<script>try {{ var r = new XMLHttpRequest(); r.open('GET', '{address}/secret.txt', false); r.send(); document.body.append(r.responseText); }}
catch (error) {{}} new Image().src = '{address}/secret.png'; try {{ fetch('{address}/secret.txt') }} catch (error) {{}}</script>
<p>after</p></body></html>"""


def entity(root: str, address: str) -> str:
    return f'<!DOCTYPE {root} [<!ENTITY leak SYSTEM "{address}/secret.txt"><!ENTITY % more SYSTEM "{address}/secret.txt">%more;]>'


def include(address: str) -> str:
    return f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{address}/secret.txt" parse="text"/>'


def write(name: str, extension: str, content: str) -> None:
    path = os.path.join(FOLDER, f"{name}.{extension}".replace(" ", "-"))
    with open(path, "w") as file:
        file.write(content)
    MADE.append({"name": f"{extension} {name}", "path": path})


def place(name: str, extension: str) -> str:
    path = os.path.join(FOLDER, f"{name}.{extension}".replace(" ", "-"))
    MADE.append({"name": f"{extension} {name}", "path": path})
    return path


def store(path: str) -> None:
    """The same zip, its parts not packed: so OpenDocument's first part says what it is."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    with zipfile.ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content)


CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def epub(path: str, body: str, items: str = "", doctype: str = "", opf_doctype: str = "", description: str = "d") -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("content.opf", f"""{opf_doctype}<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u"><metadata
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Attack</dc:title><dc:language>en</dc:language><dc:identifier id="u">x</dc:identifier>
<dc:description>{description}</dc:description></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>{items}</manifest>
<spine><itemref idref="a"/>{'<itemref idref="b"/>' if 'id="b"' in items else ''}</spine></package>""")
        book.writestr("a.xhtml", f'{doctype}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>before</p>{body}<p>after</p></body></html>')


for way, address in ways("html").items():
    write(f"page {way}", "html", page("page", address))
    items = f'<item id="b" href="{address}/secret.html" media-type="application/xhtml+xml"/><item id="c" href="{address}/secret.png" media-type="image/png"/>'
    epub(place(f"book {way}", "epub"), include(address) + f'<img src="{address}/secret.png" alt=""/><a href="{address}/secret.html">l</a>', items)
    epub(place(f"entity {way}", "epub"), "&leak;", doctype=entity("html", address))
    epub(place(f"package entity {way}", "epub"), "x", opf_doctype=entity("package", address), description="&leak;")
    fb2 = """<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>
<book-title>Attack</book-title></title-info></description><body><section><p>before</p>%s<p>after</p></section></body></FictionBook>"""
    write(f"entity {way}", "fb2", '<?xml version="1.0"?>' + entity("FictionBook", address) + fb2 % "<p>&leak;</p>")
    write(f"picture {way}", "fb2", '<?xml version="1.0"?>' + fb2 % f'<image l:href="{address}/secret.png"/><p><a l:href="{address}/secret.html">l</a></p>{include(address)}')
    write(f"marks {way}", "md", f"# T\n\n![p]({address}/secret.png)\n\n[l]({address}/secret.html)\n\n<img src=\"{address}/secret.png\">\n\n{{!{address}/secret.txt!}}\n")
    write(f"marks {way}", "textile", f"h1. T\n\n!{address}/secret.png!\n\n\"l\":{address}/secret.html\n")
    write(f"marks {way}", "txt", f"Title\n\n![p]({address}/secret.png)\n\n<img src=\"{address}/secret.png\"> {address}/secret.html\n\n.. include:: {address}/secret.txt\n")
    docx(place(f"links {way}", "docx"), docx_picture('r:link="rId1"') + field(f'INCLUDETEXT "{address}/secret.txt"') + '<w:altChunk r:id="rId2"/>',
         links=(("rId1", "image", f"{address}/secret.png", "External"), ("rId2", "aFChunk", f"{address}/secret.html", "External")))
    docx(place(f"entity {way}", "docx"), "<w:p><w:r><w:t>&leak;</w:t></w:r></w:p>", doctype=entity("document", address))
    text = place(f"links {way}", "odt")
    odf(text, "text", f'<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="{address}/secret.png"/></draw:frame></text:p>'
        f'<text:section text:name="s"><text:section-source xlink:href="{address}/secret.txt"/></text:section>')
    store(text)
    with zipfile.ZipFile(place(f"links {way}", "htmlz"), "w") as book:
        book.writestr("index.html", page("book", address))
        book.writestr("metadata.opf", "<package/>")
    with zipfile.ZipFile(place(f"links {way}", "txtz"), "w") as book:
        book.writestr("index.txt", f"![p]({address}/secret.png)\n\n[l]({address}/secret.html)\n")
        book.writestr("metadata.opf", '<package xmlns="http://www.idpf.org/2007/opf"><metadata><text-formatting>markdown</text-formatting></metadata></package>')
    with zipfile.ZipFile(place(f"links {way}", "pmlz"), "w") as book:
        book.writestr("index.pml", f'before\n\\m="{address}/secret.png"\n\\q="{address}/secret.html"x\\q\n')

# Folders that lead out of the place where a book is unpacked.
with zipfile.ZipFile(place("escape", "htmlz"), "w") as book:
    book.writestr("index.html", "<p>x</p>")
    book.writestr("metadata.opf", "<package/>")
    book.writestr("../" * 12 + SECRETS.lstrip("/") + "/planted.txt", "planted")
json.dump(MADE, sys.stdout)
