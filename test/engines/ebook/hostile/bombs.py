"""Small books that ask for much: bombs.py FOLDER [BEGINNING OF NAME…] prints JSON: [{name, path}] of those named, else of all."""

import json
import os
import struct
import sys
import zipfile
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FOLDER, *WANTED = sys.argv[1:]
MADE: "list[dict[str, str]]" = []
GiB = 1024**3
# 256 MiB may come of any book.
JUST_TOO_MUCH = 257 * 1024**2
CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def place(name: str) -> str:
    path = os.path.join(FOLDER, name.replace(" ", "-"))
    MADE.append({"name": name, "path": path})
    return path


def write(name: str, content: str) -> None:
    with open(place(name), "wb") as file:
        file.write(content.encode())


def opf(names: "Sequence[str]", doctype: str = "", description: str = "") -> str:
    items = "".join(f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml"/>' for number, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{number}"/>' for number in range(len(names)))
    return f"""{doctype}<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u"><metadata
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Bomb</dc:title><dc:language>en</dc:language><dc:identifier id="u">x</dc:identifier>
<dc:description>{description}</dc:description></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"""


def document(body: str, doctype: str = "", head: str = "") -> str:
    return f'{doctype}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>{head}</head><body>{body}</body></html>'


def epub(
    name: str, documents: "Mapping[str, str]", doctype: str = "", description: str = "", more: "Mapping[str, str | bytes] | None" = None
) -> str:
    with zipfile.ZipFile(place(name), "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("content.opf", opf(list(documents), doctype, description))
        for part, content in {**documents, **(more or {})}.items():
            book.writestr(part, content)
    return MADE[-1]["path"]


def zeros(path: str, name: str, size: int) -> None:
    """Adds a part of so many zeros, packed a thousand times smaller."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=4) as book, book.open(name, "w", force_zip64=True) as part:
        for _ in range(size // 2**20):
            part.write(bytes(2**20))


def laughs(root: str) -> str:
    lines = ['<!ENTITY l0 "laugh">', *(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))]
    return f"<!DOCTYPE {root} [{''.join(lines)}]>"


def picture(width: int, height: int) -> bytes:
    """A PNG of one colour: its rows are nothing but zeros."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + width // 8)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


FB2 = '<?xml version="1.0"?>%s<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description/><body><section>%s</section></body></FictionBook>'
OPEN = "<div>" * 20_000


def zeros_in_epub(name: str, size: int) -> None:
    zeros(epub(name, {"a.xhtml": document("<p>x</p>")}), "b.xhtml", size)


def zeros_in_zip(name: str, part: str, others: "Mapping[str, str]") -> None:
    """Zeros as one part of a package that holds other parts, by their names."""
    with zipfile.ZipFile(place(name), "w") as book:
        for other, content in others.items():
            book.writestr(other, content)
    zeros(MADE[-1]["path"], part, JUST_TOO_MUCH)


PACKAGE = {"metadata.opf": "<package/>"}
TYPES = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "word/document.xml": "<x/>",
}


def many_rules() -> None:
    rules = "".join(f".c{n} .d{n} > p:first-child {{ color: #{n % 1000:03} }}\n" for n in range(5_000))
    write("rules.html", document("<p class='c1'>x</p>" * 2000, head=f"<style>{rules}</style>"))


def columns() -> None:
    write("columns.html", document("<table><tr>" + '<td colspan="99999999" rowspan="99999999">x</td>' * 50 + "</tr></table>"))


BOMBS = {
    "zeros.epub": lambda: zeros_in_epub("zeros.epub", JUST_TOO_MUCH),
    "large zeros.epub": lambda: zeros_in_epub("large zeros.epub", 2 * GiB),
    "zeros.htmlz": lambda: zeros_in_zip("zeros.htmlz", "pictures.bin", {"index.html": "x", **PACKAGE}),
    "zeros.pmlz": lambda: zeros_in_zip("zeros.pmlz", "pictures.bin", {"index.pml": "x", **PACKAGE}),
    "zeros.txtz": lambda: zeros_in_zip("zeros.txtz", "index.txt", PACKAGE),
    "zeros.docx": lambda: zeros_in_zip("zeros.docx", "word/media/image1.png", TYPES),
    "laughs package.epub": lambda: epub("laughs package.epub", {"a.xhtml": document("<p>x</p>")}, laughs("package"), "&l9;"),
    "laughs.epub": lambda: epub("laughs.epub", {"a.xhtml": document("<p>&l9;</p>", laughs("html"))}),
    "laughs.fb2": lambda: write("laughs.fb2", FB2 % (laughs("FictionBook"), "<p>&l9;</p>")),
    "deep.epub": lambda: epub("deep.epub", {"a.xhtml": document(OPEN + "x" + "</div>" * 20_000)}),
    "deep.html": lambda: write("deep.html", document(OPEN + "x")),
    "deep.fb2": lambda: write("deep.fb2", FB2 % ("", "<section>" * 20_000 + "<p>x</p>" + "</section>" * 20_000)),
    "many.epub": lambda: epub("many.epub", {f"c{n}.xhtml": document(f"<p>{n}</p>") for n in range(5_000)}),
    "too many.epub": lambda: epub("too many.epub", {"a.xhtml": document("<p>x</p>")}, more={f"c{n}": "" for n in range(20_500)}),
    "rules.html": many_rules,
    "picture.epub": lambda: epub(
        "picture.epub", {"a.xhtml": document('<img src="p.png" alt=""/>')}, more={"p.png": picture(60_000, 60_000)}
    ),
    "columns.html": columns,
}
for title, make in BOMBS.items():
    if not WANTED or title.startswith(tuple(WANTED)):
        make()
json.dump(MADE, sys.stdout)
