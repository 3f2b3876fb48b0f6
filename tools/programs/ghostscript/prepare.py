"""Makes a PDF ready for Ghostscript to write it without loss.

Usage: prepare.py PART SOURCE RESULT

PART is that of PDF/A, 1, 2 or 3, or 0 for none. If only the encoding of a font defines the characters of its text, the font gets a
table of characters (ToUnicode), because Ghostscript drops the encoding; tables that Ghostscript misreads are rewritten. Document
information that is really another object is removed: Ghostscript could not open the file. For PDF/A, visible annotations are also
printed. Part 1 has no transparency, for which Ghostscript would draw whole pages as pictures: transparency without effect is removed.
Prints JSON: {"transparent": [pages that are still transparent]}, determined only for part 1.
"""

import json
import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Keys of a page's resources that lead to other objects that draw.
DRAWN = ("/XObject", "/Pattern", "/ExtGState", "/Font")
CODECS = {"/MacRomanEncoding": "mac_roman", "/WinAnsiEncoding": "cp1252"}
# Flags of annotations: invisible, hidden, not on a screen.
NOT_SHOWN, PRINT, TOGGLE_NO_VIEW = 1 | 2 | 32, 4, 256
# Errors of a stream that cannot be decoded; pikepdf's own list of types lacks one of them.
UNREADABLE: "tuple[type[Exception], ...]" = (pikepdf.PdfError, getattr(pikepdf, "DataDecodingError", pikepdf.PdfError))
# In a table of characters: ranges of codes of one byte or two, and a single range.
RANGES = re.compile(rb"\d+\s+beginbfrange(.*?)endbfrange", re.DOTALL)
RANGE = re.compile(rb"<((?:[0-9A-Fa-f]{2}){1,2})>\s*<((?:[0-9A-Fa-f]{2}){1,2})>\s*<((?:[0-9A-Fa-f]{4})+)>")
# Ghostscript reads longer ranges correctly, and written one by one they would fill the file.
MOST_CODES = 4096
MOST_MASK_BYTES = 64 * 1024**2


def get(holder: object, key: str, kind: "type[Any] | None" = None) -> "Any":
    """Returns the value, or None if it is missing or of another kind; in damaged files anything can be anywhere."""
    try:
        value = holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None
    return value if kind is None or isinstance(value, kind) else None


def values(holder: "Any") -> "list[Any]":
    if not isinstance(holder, Dictionary):
        return []
    try:
        return [holder[key] for key in list(holder.keys())]
    except (UnicodeDecodeError, pikepdf.PdfError):
        return []


def inherited(page: "Any", key: str) -> "Any":
    for _ in range(100):
        value = get(page, key)
        if value is not None:
            return value
        page = get(page, "/Parent", Dictionary)
        if page is None:
            return None
    return None


def parts_of(page: "Any") -> "Iterator[Any]":
    """Yields everything that a page draws with: the page, forms, patterns, images, graphics states, Type 3 glyphs, appearances."""
    seen: set[tuple[int, int]] = set()
    waiting: list[Any] = [inherited(page, "/Resources")]
    for annotation in list(get(page, "/Annots", Array) or ()):
        normal = get(get(annotation, "/AP"), "/N")
        waiting += [Dictionary(XObject=Dictionary(A=each)) for each in ([normal] if isinstance(normal, Stream) else values(normal))]
    yield page
    while waiting:
        resources = waiting.pop()
        for kind in DRAWN:
            for part in values(get(resources, kind)):
                number = getattr(part, "objgen", (0, 0))
                if number != (0, 0) and number in seen:
                    continue
                seen.add(number)
                yield part
                waiting.append(get(part, "/Resources"))
                group = get(get(part, "/SMask", Dictionary), "/G")
                waiting.append(get(group, "/Resources"))


def is_transparent(part: "Any") -> bool:
    """Ignores groups, which change nothing by themselves."""
    if get(part, "/Subtype") == Name.Image:
        return get(part, "/SMask") is not None or get(part, "/SMaskInData") not in (None, 0)
    if isinstance(part, Stream) or get(part, "/Type") in (Name.Page, Name.Font):
        return False
    mode = get(part, "/BM")
    modes = list(mode) if isinstance(mode, Array) else [mode]
    return (
        any(get(part, key) not in (None, 1) for key in ("/ca", "/CA"))
        or get(part, "/SMask") not in (None, Name("/None"))
        or any(each not in (None, Name.Normal, Name.Compatible) for each in modes)
    )


def drop_opaque_mask(image: "Any") -> None:
    mask = get(image, "/SMask", Stream)
    if mask is None or get(mask, "/BitsPerComponent") not in (1, 2, 4, 8) or "/Decode" in mask or "/Matte" in mask:
        return
    width, height, bits = get(mask, "/Width"), get(mask, "/Height"), get(mask, "/BitsPerComponent")
    if not isinstance(width, int) or not isinstance(height, int) or width * bits % 8 != 0 or width * height * bits // 8 > MOST_MASK_BYTES:
        return
    try:
        data = mask.read_bytes()
    except (pikepdf.PdfError, NotImplementedError):
        return
    size = width * height * bits // 8
    if len(data) >= size and data[:size].count(b"\xff") == size:
        del image["/SMask"]


def opaque(pdf: pikepdf.Pdf) -> "list[int]":
    """Removes transparency without effect. Returns the pages that are still transparent, from 1."""
    found: list[int] = []
    for number, page in enumerate(pdf.pages, start=1):
        parts = list(parts_of(page.obj))
        for part in parts:
            if get(part, "/Subtype") == Name.Image:
                drop_opaque_mask(part)
        if any(is_transparent(part) for part in parts):
            found.append(number)
            continue
        for part in parts:
            if get(get(part, "/Group", Dictionary), "/S") == Name.Transparency:
                del part["/Group"]
    return found


def to_unicode(characters: "dict[int, str]") -> bytes:
    """Returns a table of the characters of one-byte codes, ISO 32000-1, 9.10.3."""
    lines = [f"<{code:02X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in sorted(characters.items())]
    blocks = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    mapped = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n"
        "/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
        f"{mapped}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()


def differences(encoding: "Any") -> "dict[int, str]":
    """Returns the characters of the glyphs that an encoding lists (Differences), without names that stand for no character."""
    from fontTools import agl

    characters: dict[int, str] = {}
    code = 0
    items: list[Any] = list(get(encoding, "/Differences", Array) or ())
    for item in items:
        if isinstance(item, int):
            code = item
            continue
        text = agl.toUnicode(str(item)[1:]) if isinstance(item, Name) else ""
        if text and 0 <= code <= 255:
            characters[code] = text
        code += 1
    return characters


def characters_of(font: "Any") -> "dict[int, str]":
    """Returns the character of each code of a TrueType font by its encoding; none for a symbolic font without glyph names."""
    encoding = get(font, "/Encoding")
    base = get(encoding, "/BaseEncoding") if isinstance(encoding, Dictionary) else encoding
    codec = CODECS.get(str(base)) if isinstance(base, Name) else None
    characters: dict[int, str] = {}
    for code in range(32, 256) if codec is not None else ():
        text = bytes([code]).decode(codec or "", "ignore")
        if text:
            characters[code] = text
    return characters | differences(encoding)


def name_characters(pdf: pikepdf.Pdf) -> None:
    tables: dict[bytes, Any] = {}
    for font in pdf.objects:
        if get(font, "/Type") != Name.Font or get(font, "/Subtype") != Name.TrueType or get(font, "/ToUnicode") is not None:
            continue
        characters = characters_of(font)
        if not characters:
            continue
        table = to_unicode(characters)
        if table not in tables:
            tables[table] = pdf.make_indirect(Stream(pdf, table))
        font.ToUnicode = tables[table]


def spelled_out(block: "re.Match[bytes]") -> bytes:
    """Returns the ranges of a table code by code, or the unchanged block if it has anything but ranges."""
    ranges = RANGE.findall(block[1])
    codes = sum(int(last, 16) - int(first, 16) + 1 for first, last, _ in ranges)
    if RANGE.sub(b"", block[1]).strip() or codes > MOST_CODES:
        return block[0]
    lines: list[bytes] = []
    for first, last, sign in ranges:
        for step in range(int(last, 16) - int(first, 16) + 1):
            unit = (int(sign[-4:], 16) + step) & 0xFFFF
            code = b"%0*x" % (len(first), int(first, 16) + step)
            lines.append(b"<%s> <%s%04x>" % (code, sign[:-4], unit))
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    return b"\n".join(b"%d beginbfchar\n%s\nendbfchar" % (len(some), b"\n".join(some)) for some in blocks)


def spell_out_ranges(pdf: pikepdf.Pdf) -> None:
    """Ghostscript (10.00) writes ranges of which it reads only the lower byte of each character."""
    for font in pdf.objects:
        table = get(font, "/ToUnicode", Stream)
        if table is None:
            continue
        try:
            text = table.read_bytes()
        except UNREADABLE:
            continue
        if (new := RANGES.sub(spelled_out, text)) != text:
            table.write(new)


def drop_false_information(pdf: pikepdf.Pdf) -> None:
    """Removes document information that is another part of the document: Ghostscript finds a cycle and opens no page."""
    info = get(pdf.trailer, "/Info", Dictionary)
    if info is not None and "/Type" in info:
        del pdf.trailer["/Info"]


def have_annotations_printed(pdf: pikepdf.Pdf) -> None:
    """Makes visible annotations print. Ghostscript drops annotations without that flag: mostly links, which never have it."""
    for page in pdf.pages:
        annotations: list[Any] = list(get(page.obj, "/Annots", Array) or ())
        for annotation in annotations:
            flags = get(annotation, "/F")
            flags = flags if isinstance(flags, int) else 0
            if isinstance(annotation, Dictionary) and not flags & NOT_SHOWN:
                annotation.F = flags & ~TOGGLE_NO_VIEW | PRINT


def main(part: int, source: str, result: str) -> None:
    with pikepdf.open(source) as pdf:
        name_characters(pdf)
        spell_out_ranges(pdf)
        drop_false_information(pdf)
        if part > 0:
            have_annotations_printed(pdf)
        transparent = opaque(pdf) if part == 1 else []
        pdf.save(result, fix_metadata_version=False, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
        print(json.dumps({"transparent": transparent}))


main(int(sys.argv[1]), *sys.argv[2:])
