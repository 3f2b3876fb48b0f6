"""Rules of PDF/A about fonts: ISO 19005-1, 6.3; ISO 19005-2, 6.2.11."""

import re
from decimal import Decimal

from cmaps import COLLECTIONS, IDENTITIES
from font_programs import NOTDEF, Program, character_of
from objects import data_of, get, items_of, name_of, text_of
from pikepdf import Array, Dictionary, Name, Stream
from problem import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uses import FontUse, Uses

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
SUBSET = re.compile(r"/[A-Z]{6}\+")
ENCODINGS = ("/WinAnsiEncoding", "/MacRomanEncoding")
LARGEST_CHARACTER = 65_535
# In thousandths of the font size: what programs lose when they round.
WIDTH_TOLERANCE = 1.01


def problems_of_fonts(uses: "Uses", part: int) -> "Iterator[Problem]":
    """Yields what is wrong with the fonts that the content uses. part: of the standard."""
    for key, use in uses.fonts.items():
        if not use.seen and part == 1:
            continue
        name = name_of(get(use.font, "/BaseFont"))[1:80] or "Type 3"
        try:
            yield from [*problems_of_font(use, name, part, uses.widths.get(key, {}))]
        except Exception:  # noqa: BLE001: fontTools throws anything.
            yield Problem("6.3.2 6.2.11.2 7.21.4.1", f"the program of the font {name} cannot be read", use.font)


def problems_of_font(use: "FontUse", name: str, part: int, drawn: "dict[int, float]") -> "Iterator[Problem]":
    """drawn: widths that glyphs of a Type 3 font set. Throws what fontTools throws."""
    program = Program(use.font)
    if use.seen:
        yield from problems_of_embedding(program, part)
    yield from problems_of_glyphs(program, use, name)
    yield from problems_of_widths(program, use, name, drawn)
    yield from problems_of_subset(program, use, name, part)
    if program.is_composite:
        yield from problems_of_composite(program, use, name, part)
    elif program.truetype is not None:
        yield from problems_of_encoding(program, name, part)


def problems_of_embedding(program: Program, part: int) -> "Iterator[Problem]":
    if get(program.font, "/Subtype") != Name.Type3 and not any(get(program.descriptor, key) is not None for key in FONT_FILES):
        yield Problem("6.3.4 6.2.11.4.1 7.21.4.1", "a font is not embedded", program.font)
    if part == 1 and get(get(program.descriptor, "/FontFile3"), "/Subtype") == Name.OpenType:
        yield Problem("6.3.4", "a font is OpenType", program.font)


def problems_of_glyphs(program: Program, use: "FontUse", name: str) -> "Iterator[Problem]":
    if any(program.glyph(code) is False for code in use.codes):
        yield Problem("6.3.5 6.2.11.8 7.21.8", f"the font {name} lacks a glyph for some of the text", program.font)


def problems_of_widths(program: Program, use: "FontUse", name: str, drawn: "dict[int, float]") -> "Iterator[Problem]":
    said = widths_of_characters(program.inner) if program.is_composite else widths_of_codes(program.font)
    for code in use.seen:
        glyph = program.glyph(code)
        key = program.character(code) if program.is_composite else code
        if key is None or key not in said:
            continue
        width = drawn.get(code) if not isinstance(glyph, str) else program.width(glyph)
        if width is not None and abs(width - said[key]) > WIDTH_TOLERANCE:
            yield Problem("6.3.6 6.2.11.5 7.21.5", f"the font {name} has other widths than the document says", program.font)
            return


def widths_of_codes(font: "Any") -> "dict[int, float]":
    first = get(font, "/FirstChar")
    widths = items_of(get(font, "/Widths"))
    start = first if isinstance(first, int) else 0
    return {start + index: float(width) for index, width in enumerate(widths) if isinstance(width, (int, float, Decimal))}


def widths_of_characters(font: "Any") -> "dict[int, float]":
    default = get(font, "/DW")
    waiting = items_of(get(font, "/W"))
    found: dict[int, float] = Widths(float(default) if isinstance(default, (int, Decimal)) else 1000.0)
    at = 0
    while at + 1 < len(waiting):
        first, second = waiting[at], waiting[at + 1]
        if isinstance(second, Array) and isinstance(first, int):
            found.update({first + index: float(width) for index, width in enumerate(second) if isinstance(width, (int, Decimal))})
            at += 2
        elif at + 2 < len(waiting) and isinstance(first, int) and isinstance(second, int) and isinstance(waiting[at + 2], (int, Decimal)):
            found.update(dict.fromkeys(range(first, min(second, LARGEST_CHARACTER) + 1), float(waiting[at + 2])))
            at += 3
        else:
            break
    return found


class Widths(dict[int, float]):
    """Widths of characters, with that of all others."""

    def __init__(self, default: float) -> None:
        super().__init__()
        self.default = default

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, _: int) -> float:
        return self.default


def problems_of_subset(program: Program, use: "FontUse", name: str, part: int) -> "Iterator[Problem]":
    """Part 1 needs a list of the glyphs of a subset, with those that are used; later ones need none, but then one with all of them."""
    if SUBSET.match(name_of(get(program.inner, "/BaseFont"))) is None:
        return
    if program.is_composite:
        listed = get(program.descriptor, "/CIDSet")
        if listed is None and part > 1:
            return
        bits = data_of(listed)
        cids = {program.character(code) for code in use.seen}
        if part > 1 and program.compact is not None and hasattr(program.compact, "ROS"):
            names = program.compact.CharStrings.keys()
            cids = {int(each[3:]) for each in names if each.startswith("cid")}
        if any(cid and (cid >> 3 >= len(bits) or not bits[cid >> 3] & (128 >> (cid & 7))) for cid in cids):
            yield Problem("6.3.5 6.2.11.4.2 7.21.4.2", f"the font {name} does not list its glyphs", program.font)
        return
    strings = program.strings()
    if strings is None:
        return
    listed = get(program.descriptor, "/CharSet")
    if listed is None and part > 1:
        return
    names = {*text_of(listed).split("/")}
    used = {*strings.keys()} if part > 1 else {program.glyph(code) for code in use.seen}
    is_more = part > 1 and not {each.strip() for each in names} - {""} <= {*strings.keys()}
    if is_more or any(isinstance(glyph, str) and glyph != NOTDEF and glyph not in names for glyph in used):
        yield Problem("6.3.5 6.2.11.4.2 7.21.4.2", f"the font {name} does not list its glyphs", program.font)


def problems_of_composite(program: Program, use: "FontUse", name: str, part: int) -> "Iterator[Problem]":
    cmap, encoding = program.cmap, get(program.font, "/Encoding")
    if cmap is None:
        return
    known = (*COLLECTIONS, *IDENTITIES)
    if not cmap.is_embedded and cmap.name not in known:
        yield Problem(
            "6.3.3.3 6.2.11.3.3 7.21.3.3", f"the encoding of the font {name} is neither in the file nor a usual one", program.font
        )
    other = get(encoding, "/UseCMap")
    named = name_of(other) or name_of(get(other, "/CMapName"))
    if any(used not in known for used in cmap.used) or (named and named not in known):
        yield Problem(
            "6.3.3.3 6.2.11.3.3 7.21.3.3",
            f"the encoding of the font {name} needs one that is neither in the file nor a usual one",
            program.font,
        )
    if cmap.largest > LARGEST_CHARACTER:
        yield Problem("6.1.12 6.1.13", "a font has too many characters", program.font)
    if cmap.is_embedded and (get(encoding, "/WMode") or 0) != (cmap.mode or 0):
        yield Problem("6.3.3.3 6.2.11.3.3 7.21.3.3", f"the encoding of the font {name} has two writing modes", program.font)
    if use.seen and program.truetype is not None and get(program.inner, "/Subtype") == Name.CIDFontType2:
        numbers = get(program.inner, "/CIDToGIDMap")
        if not isinstance(numbers, Stream) and numbers != Name.Identity:
            yield Problem("6.3.3.2 6.2.11.3.2 7.21.3.2", f"the font {name} does not say which glyphs its characters have", program.font)
    yield from problems_of_collections(get(program.inner, "/CIDSystemInfo"), encoding, name, part)


def problems_of_collections(own: "Any", encoding: "Any", name: str, part: int) -> "Iterator[Problem]":
    """The characters of a font must be those of its encoding. own: the collection that the font names."""
    other = get(encoding, "/CIDSystemInfo")
    there = [text_of(get(own, key)) for key in ("/Registry", "/Ordering")]
    if isinstance(other, Dictionary):
        is_other = there != [text_of(get(other, key)) for key in ("/Registry", "/Ordering")]
        is_other = is_other or (part > 1 and (get(own, "/Supplement") or 0) > (get(other, "/Supplement") or 0))
    else:
        is_other = name_of(encoding) in COLLECTIONS and there != ["Adobe", COLLECTIONS[name_of(encoding)]]
    if is_other:
        yield Problem("6.3.3.1 6.2.11.3.1 7.21.3.1", f"the font {name} and its encoding have different characters", own)


def problems_of_encoding(program: Program, name: str, part: int) -> "Iterator[Problem]":
    """A simple TrueType font: ISO 19005-1, 6.3.7; ISO 19005-2, 6.2.11.6."""
    encoding = get(program.font, "/Encoding")
    listed: list[Any] = program.truetype["cmap"].tables if "cmap" in program.truetype else []
    tables = {(table.platformID, table.platEncID) for table in listed}
    if program.is_symbolic:
        if encoding is not None or (len(tables) != 1 and not (part > 1 and (3, 0) in tables)):
            yield Problem("6.3.7 6.2.11.6 7.21.6", f"the font {name} has symbols, and an encoding", program.font)
        return
    base = get(encoding, "/BaseEncoding") if isinstance(encoding, Dictionary) else encoding
    if name_of(base) not in ENCODINGS:
        yield Problem("6.3.7 6.2.11.6 7.21.6", f"the font {name} has no usual encoding", program.font)
    others = [name_of(each)[1:] for each in items_of(get(encoding, "/Differences")) if isinstance(each, Name)]
    if part > 1 and others and ((3, 1) not in tables or any(each != NOTDEF and character_of(each) is None for each in others)):
        yield Problem("- 6.2.11.6 7.21.6", f"the encoding of the font {name} has glyphs without a usual name", program.font)
