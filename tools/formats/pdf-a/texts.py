"""Tells the characters of symbols whose names say them, which levels u and a want: those of ZapfDingbats, such as check marks."""

from fontTools.agl import toUnicode
from pikepdf import Array, Dictionary, Name, Pdf, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FONT = "ZapfDingbats"
HEAD = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def /CMapName /Symbols def\n"
    b"1 begincodespacerange <00> <ff> endcodespacerange\n"
)
END = b"endcmap CMapName currentdict /CMap defineresource pop end end\n"
# Of one list in a CMap (Adobe Technical Note 5014).
MOST = 100


def add_texts(pdf: Pdf) -> None:
    """Adds the characters to fonts that do not tell them."""
    for item in pdf.objects:
        if not isinstance(item, Dictionary) or item.get("/Type") != Name.Font or "/ToUnicode" in item:
            continue
        named = item.get("/BaseFont")
        if item.get("/Subtype") == Name.Type1 and isinstance(named, Name) and str(named).endswith(FONT):
            texts = [(code, text) for code, name in names_of(item) if (text := toUnicode(name, isZapfDingbats=True))]
            if texts:
                item.ToUnicode = Stream(pdf, cmap_of(texts[:256]))


def names_of(font: "Any") -> "list[tuple[int, str]]":
    encoding = font.get("/Encoding")
    differences = encoding.get("/Differences") if isinstance(encoding, Dictionary) else None
    found: list[tuple[int, str]] = []
    code = 0
    for part in differences if isinstance(differences, Array) else ():
        if isinstance(part, Name):
            found.append((code, str(part)[1:]))
            code += 1
        elif isinstance(part, int):
            code = part
    return [(code, name) for code, name in found if 0 <= code < 256]


def cmap_of(texts: "list[tuple[int, str]]") -> bytes:
    parts = [texts[start : start + MOST] for start in range(0, len(texts), MOST)]
    lines = [
        b"%d beginbfchar\n" % len(part)
        + b"".join(b"<%02x> <%s>\n" % (code, text.encode("utf-16-be").hex().encode()) for code, text in part)
        + b"endbfchar\n"
        for part in parts
    ]
    return HEAD + b"".join(lines) + END
