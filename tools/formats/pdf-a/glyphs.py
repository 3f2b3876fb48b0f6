"""Checks whether the fonts of a PDF have a glyph for all text, as PDF/A requires.

Usage: glyphs.py SOURCE

Prints JSON: {"lacking": [names of fonts that lack a glyph for some of their text]}.
"""

import io
import json
import sys

import pikepdf
from fontTools.agl import UV2AGL, toUnicode
from fontTools.cffLib import CFFFontSet
from fontTools.encodings.StandardEncoding import StandardEncoding
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

SHOWN = {"Tj", "'", '"'}
MOST_FORMS = 20_000


def get(holder: object, key: str) -> "Any":
    try:
        return holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None


def shown_text(holder: "Any", resources: "Any", seen: "set[tuple[int, int]]") -> "Iterator[tuple[Any, bytes]]":
    """Yields each text that a page or form shows, with its font."""
    fonts = get(resources, "/Font")
    font: Any = None
    kept: list[Any] = []
    for operands, operator in pikepdf.parse_content_stream(holder, "Tf Tj TJ ' \" Do q Q gs"):
        name = str(operator)
        if name == "q":
            kept.append(font)
        elif name == "Q" and len(kept) > 0:
            font = kept.pop()
        elif name == "Tf" and len(operands) > 0:
            font = get(fonts, str(operands[0]))
        elif name in SHOWN and len(operands) > 0:
            yield font, bytes(operands[-1])
        elif name == "TJ" and len(operands) > 0:
            for part in operands[0]:
                if isinstance(part, pikepdf.String):
                    yield font, bytes(part)
        elif name == "Do" and len(operands) > 0:
            form = get(get(resources, "/XObject"), str(operands[0]))
            if get(form, "/Subtype") == Name.Form and form.objgen not in seen and len(seen) < MOST_FORMS:
                seen.add(form.objgen)
                yield from shown_text(form, get(form, "/Resources") or resources, seen)


class Font:
    """Tells which codes of a font have a glyph. A font of an unknown kind is assumed to have all."""

    def __init__(self, font: "Any") -> None:
        self.font = font
        self.is_composite = get(font, "/Subtype") == Name.Type0
        descendants = get(font, "/DescendantFonts")
        inner = descendants[0] if self.is_composite and isinstance(descendants, Array) and len(descendants) > 0 else font
        self.inner = inner
        descriptor = get(inner, "/FontDescriptor")
        self.is_symbolic = bool(int(get(descriptor, "/Flags") or 0) & 4)
        self.cff: Any = None
        self.truetype: Any = None
        compact, outlines = get(descriptor, "/FontFile3"), get(descriptor, "/FontFile2")
        if isinstance(compact, Stream) and get(compact, "/Subtype") != Name.OpenType:
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(compact.read_bytes()), None)
            self.cff = fonts[0]
        elif isinstance(outlines, Stream):
            self.truetype = TTFont(io.BytesIO(outlines.read_bytes()), lazy=True)
        self.names = self.encoding()

    def encoding(self) -> "dict[int, str]":
        """Returns the names of the glyphs of codes, as far as the PDF has them."""
        encoding = get(self.font, "/Encoding")
        base = get(encoding, "/BaseEncoding") if isinstance(encoding, Dictionary) else encoding
        names: dict[int, str] = {}
        if isinstance(base, Name) and str(base) in CODECS:
            names = names_of(CODECS[str(base)])
        elif self.cff is not None and not hasattr(self.cff, "ROS"):
            own = self.cff.Encoding
            listed: list[str] = StandardEncoding if own == "StandardEncoding" else own
            names = dict(enumerate(listed if isinstance(own, list) or own == "StandardEncoding" else []))
        code = 0
        differences: list[Any] = list(get(encoding, "/Differences") or ()) if isinstance(encoding, Dictionary) else []
        for part in differences:
            if isinstance(part, Name):
                names[code] = str(part)[1:]
                code += 1
            else:
                code = int(part)
        return names

    def codes(self, text: bytes) -> "list[int]":
        if not self.is_composite:
            return list(text)
        return [int.from_bytes(text[at : at + 2], "big") for at in range(0, len(text) - 1, 2)]

    def has(self, code: int) -> bool:
        if self.is_composite:
            return self.has_character(code)
        if self.cff is not None:
            name = self.names.get(code, ".notdef")
            return name != ".notdef" and name in self.cff.CharStrings
        if get(self.font, "/Subtype") == Name.Type3:
            return get(get(self.font, "/CharProcs"), "/" + self.names.get(code, "")) is not None
        return self.truetype is None or self.has_outline(code)

    def has_character(self, code: int) -> bool:
        # Only in the encoding Identity is a code the number of a glyph.
        if get(self.font, "/Encoding") != Name("/Identity-H"):
            return True
        if self.cff is not None and hasattr(self.cff, "ROS"):
            return code != 0 and f"cid{code:05}" in self.cff.CharStrings
        if self.truetype is None:
            return True
        table = get(self.inner, "/CIDToGIDMap")
        if isinstance(table, Stream):
            data = table.read_bytes()
            code = int.from_bytes(data[2 * code : 2 * code + 2], "big")
        return 0 < code < self.truetype["maxp"].numGlyphs

    def has_outline(self, code: int) -> bool:
        """A simple TrueType font: ISO 32000-1, 9.6.6.4."""
        if "cmap" not in self.truetype:
            return 0 < code < self.truetype["maxp"].numGlyphs
        tables = {(table.platformID, table.platEncID): table.cmap for table in self.truetype["cmap"].tables}
        notdef = self.truetype.getGlyphOrder()[0]
        direct = [tables.get(key, {}).get(code + offset) for key, offset in (((3, 0), 0), ((3, 0), 0xF000), ((1, 0), 0))]
        name = self.names.get(code)
        character = character_of(name) if name is not None else None
        named = [tables.get((3, 1), {}).get(character)] if character is not None else []
        found = [*named, *direct] if not self.is_symbolic else [*direct, *named]
        return any(glyph not in (None, notdef) for glyph in found)


CODECS = {"/MacRomanEncoding": "mac_roman", "/WinAnsiEncoding": "cp1252", "/StandardEncoding": ""}


def names_of(codec: str) -> "dict[int, str]":
    if codec == "":
        return dict(enumerate(StandardEncoding))
    names: dict[int, str] = {}
    for code in range(32, 256):
        character = bytes([code]).decode(codec, "ignore")
        if character:
            names[code] = UV2AGL.get(ord(character), f"uni{ord(character):04X}")
    if codec == "cp1252":
        # ISO 32000-1, D.2: the no-break space and the soft hyphen are a space and a hyphen.
        names.update({160: "space", 173: "hyphen"})
    return names


def character_of(name: str) -> "int | None":
    text = toUnicode(name)
    return ord(text) if len(text) == 1 else None


def fonts_without_glyphs(pdf: pikepdf.Pdf) -> "set[str]":
    known: dict[tuple[int, int], Font] = {}
    lacking: set[str] = set()
    seen: set[tuple[int, int]] = set()
    for page in pdf.pages:
        for font, text in page_text(page.obj, seen):
            if not isinstance(font, Dictionary):
                continue
            if font.objgen not in known or font.objgen == (0, 0):
                known[font.objgen] = Font(font)
            reader = known[font.objgen]
            if not all(reader.has(code) for code in reader.codes(text)):
                name = get(font, "/BaseFont")
                lacking.add(str(name)[1:] if isinstance(name, Name) else "Type 3")
    return lacking


def page_text(page: "Any", seen: "set[tuple[int, int]]") -> "Iterator[tuple[Any, bytes]]":
    yield from shown_text(page, get(page, "/Resources"), seen)
    for annotation in list(get(page, "/Annots") or ()):
        appearance = get(get(annotation, "/AP"), "/N")
        if isinstance(appearance, Stream) and appearance.objgen not in seen:
            seen.add(appearance.objgen)
            yield from shown_text(appearance, get(appearance, "/Resources"), seen)


def main(source: str) -> None:
    with pikepdf.open(source) as pdf:
        print(json.dumps({"lacking": sorted(fonts_without_glyphs(pdf))}))


main(sys.argv[1])
