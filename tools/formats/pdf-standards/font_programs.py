"""Embedded font programs: which glyph a code has, and how wide it is."""

import io

from cmaps import CMap
from fontTools.agl import UV2AGL, toUnicode
from fontTools.cffLib import CFFFontSet
from fontTools.encodings.StandardEncoding import StandardEncoding
from fontTools.pens.basePen import NullPen
from fontTools.t1Lib import T1Font
from fontTools.ttLib import TTFont
from objects import data_of, get, items_of, name_of
from pikepdf import Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CODECS = {"/MacRomanEncoding": "mac_roman", "/WinAnsiEncoding": "cp1252", "/StandardEncoding": ""}
NOTDEF = ".notdef"


class Program:
    """The program of a font. `glyph` is unknown (True) if the font is not embedded, or of a kind that is not read. Throws what fontTools
    throws if it cannot be read."""

    def __init__(self, font: "Any") -> None:
        self.font = font
        self.is_composite = get(font, "/Subtype") == Name.Type0
        descendants = items_of(get(font, "/DescendantFonts"))
        self.inner = descendants[0] if self.is_composite and descendants else font
        self.descriptor = get(self.inner, "/FontDescriptor")
        self.is_symbolic = bool(int(get(self.descriptor, "/Flags") or 0) & 4)
        self.compact: Any = None
        self.truetype: Any = None
        self.type1: Any = None
        self.read()
        self.cmap = CMap(get(font, "/Encoding")) if self.is_composite else None
        self.names = self.encoding()
        map_of_glyphs = get(self.inner, "/CIDToGIDMap")
        self.glyph_numbers = data_of(map_of_glyphs) if isinstance(map_of_glyphs, Stream) else None

    def read(self) -> None:
        other, outlines, type1 = (get(self.descriptor, key) for key in ("/FontFile3", "/FontFile2", "/FontFile"))
        if isinstance(other, Stream) and get(other, "/Subtype") != Name.OpenType:
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(data_of(other)), None)
            self.compact = fonts[0]
        elif isinstance(outlines, Stream):
            self.truetype = TTFont(io.BytesIO(data_of(outlines)), lazy=True)
        elif isinstance(type1, Stream):
            self.type1 = read_type1(data_of(type1))

    def encoding(self) -> "dict[int, str]":
        """Returns the names of the glyphs of codes, as far as the PDF has them."""
        encoding = get(self.font, "/Encoding")
        base = get(encoding, "/BaseEncoding") if isinstance(encoding, Dictionary) else encoding
        names: dict[int, str] = {}
        self.has_unknown_encoding = name_of(base) not in ("", *CODECS)
        if name_of(base) in CODECS:
            names = names_of(CODECS[name_of(base)])
        elif self.type1 is not None or (self.compact is not None and not hasattr(self.compact, "ROS")):
            program: Any = self.type1 if self.compact is None else self.compact
            own: Any = program["Encoding"] if self.compact is None else program.Encoding
            listed: list[str] = StandardEncoding if own == "StandardEncoding" else own
            names = dict(enumerate(listed if isinstance(own, list) or own == "StandardEncoding" else []))
        code = 0
        for part in items_of(get(encoding, "/Differences")):
            if isinstance(part, Name):
                names[code] = name_of(part)[1:]
                code += 1
            elif isinstance(part, int):
                code = part
        return names

    def glyph(self, code: int) -> "str | bool":
        """Returns the glyph of a code: its name in the program; True if it is unknown, False if there is none."""
        if self.is_composite:
            return self.glyph_of_character(code)
        if self.truetype is not None:
            return self.outline(code)
        strings = self.strings()
        if get(self.font, "/Subtype") == Name.Type3:
            return get(get(self.font, "/CharProcs"), "/" + self.names.get(code, "")) is not None
        name = self.names.get(code, NOTDEF)
        return strings is None or (name == NOTDEF and self.has_unknown_encoding) or (name if name != NOTDEF and name in strings else False)

    def strings(self) -> "Any":
        """Returns the glyphs of a font of Type 1 by name."""
        return self.compact.CharStrings if self.compact is not None else self.type1["CharStrings"] if self.type1 is not None else None

    def character(self, code: int) -> "int | None":
        """Returns the number of a character (CID); None if it is unknown."""
        return self.cmap.character(code) if self.cmap is not None else None

    def glyph_of_character(self, code: int) -> "str | bool":
        cid = self.character(code)
        if cid is None:
            return True
        if self.compact is not None:
            if not hasattr(self.compact, "ROS"):
                order = self.compact.charset
                return order[cid] if 0 < cid < len(order) else False
            name = f"cid{cid:05}"
            return name if cid != 0 and name in self.compact.CharStrings else False
        if self.truetype is None:
            return True
        if self.glyph_numbers is not None:
            cid = int.from_bytes(self.glyph_numbers[2 * cid : 2 * cid + 2], "big")
        return self.truetype.getGlyphName(cid) if 0 < cid < self.truetype["maxp"].numGlyphs else False

    def outline(self, code: int) -> "str | bool":
        """A simple TrueType font: ISO 32000-1, 9.6.6.4."""
        if "cmap" not in self.truetype:
            return self.truetype.getGlyphName(code) if 0 < code < self.truetype["maxp"].numGlyphs else False
        tables = {(table.platformID, table.platEncID): table.cmap for table in self.truetype["cmap"].tables}
        notdef = self.truetype.getGlyphOrder()[0]
        direct = [tables.get(key, {}).get(code + offset) for key, offset in (((3, 0), 0), ((3, 0), 0xF000), ((1, 0), 0))]
        name = self.names.get(code)
        character = character_of(name) if name is not None else None
        named = [tables.get((3, 1), {}).get(character)] if character is not None else []
        if character is not None and (on_mac := chr(character).encode("mac_roman", "ignore")):
            named.append(tables.get((1, 0), {}).get(on_mac[0]))
        if not self.is_symbolic and (3, 1) in tables and self.names:
            # The direct way is for fonts that have no other.
            direct = [name] if name in self.truetype.getGlyphOrder() else []
        found = [*named, *direct] if not self.is_symbolic else [*direct, *named]
        return next((glyph for glyph in found if glyph not in (None, notdef)), False)

    def width(self, glyph: str) -> "float | None":
        """Returns the width of a glyph in thousandths of the font size; None if it is unknown."""
        if self.truetype is not None:
            return self.truetype["hmtx"][glyph][0] * 1000 / self.truetype["head"].unitsPerEm
        strings = self.strings()
        if strings is None or glyph not in strings:
            return None
        drawn = strings[glyph]
        drawn.draw(NullPen())
        matrix: Any = getattr(self.compact, "FontMatrix", None) or [0.001]
        return drawn.width * matrix[0] * 1000


def read_type1(data: bytes) -> "Any":
    """Returns a font program of Type 1; None if it cannot be read, because fontTools knows only what usual ones contain."""
    font = T1Font.__new__(T1Font)
    font.data, font.encoding = data, "ascii"
    try:
        font.parse()
    except Exception:  # noqa: BLE001: the interpreter throws anything.
        return None
    return font


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
        # All that it does not define are bullets.
        names.update({code: "bullet" for code in range(127, 160) if code not in names})
    return names


def character_of(name: str) -> "int | None":
    text = toUnicode(name)
    return ord(text) if len(text) == 1 else None
