"""Rules about the characters of glyphs: ISO 19005-1, 6.3.8; ISO 19005-2, 6.2.11.7; ISO 14289-1, 7.21.7."""

from contextlib import suppress

from cmaps import COLLECTIONS, TextMap
from font_programs import NOTDEF, Program, character_of
from objects import get, items_of, name_of, text_of
from pikepdf import Dictionary, Name, Stream
from problem import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from problem import Standard
    from uses import FontUse, Uses

ENCODINGS = ("/WinAnsiEncoding", "/MacRomanEncoding", "/MacExpertEncoding")
ORDERINGS = ("GB1", "CNS1", "Japan1", "Korea1")
# Characters that say nothing.
VOID = ("\0", "\ufeff", "\ufffe")
PRIVATE = ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))


def problems_of_unicode(uses: "Uses", standard: "Standard") -> "Iterator[Problem]":
    """Yields which fonts do not tell the text of their glyphs."""
    for use in uses.fonts.values():
        name = name_of(get(use.font, "/BaseFont"))[1:80] or "Type 3"
        # rules_fonts reports programs that fontTools cannot read.
        with suppress(Exception):
            yield from [*problems_of_font(use, name, standard)]


def problems_of_font(use: "FontUse", name: str, standard: "Standard") -> "Iterator[Problem]":
    stated = get(use.font, "/ToUnicode")
    texts = TextMap(stated) if isinstance(stated, Stream) else None
    known = {code: texts.text(code) for code in use.codes} if texts is not None else {}
    if any(known.get(code) is None and code in use.alone for code in use.codes):
        program = Program(use.font)
        if any(known.get(code) is None and code in use.alone and not is_known(program, code, standard) for code in use.codes):
            message = f"the font {name} does not say which characters some of its glyphs are"
            yield Problem("6.3.8 6.2.11.7.2 7.21.7", message, use.font)
    if standard.part > 1 and any(text is not None and any(each in text for each in VOID) for text in known.values()):
        yield Problem("- 6.2.11.7.2 7.21.7", f"the font {name} gives glyphs the characters U+0000, U+FEFF or U+FFFE", use.font)
    if standard.level == "A" and standard.part > 1 and any(is_private(known.get(code)) for code in use.alone):
        yield Problem("- 6.2.11.7.3", f"the font {name} has glyphs of private use, and no text replaces them (ActualText)", use.font)


def is_known(program: Program, code: int, standard: "Standard") -> bool:
    """Whether the encoding or the collection of the font tells the character."""
    encoding = get(program.font, "/Encoding")
    if program.is_composite:
        collection = get(program.inner, "/CIDSystemInfo")
        is_listed = text_of(get(collection, "/Registry")) == "Adobe" and text_of(get(collection, "/Ordering")) in ORDERINGS
        return name_of(encoding) in COLLECTIONS or is_listed
    base = get(encoding, "/BaseEncoding") if isinstance(encoding, Dictionary) else encoding
    if name_of(base) in ENCODINGS and not differs(encoding, code):
        return True
    is_named = get(program.font, "/Subtype") in (Name.Type1, Name.MMType1) or standard.part > 1
    return is_named and character_of(program.names.get(code, NOTDEF)) is not None


def differs(encoding: "Any", code: int) -> bool:
    at = 0
    for part in items_of(get(encoding, "/Differences")):
        if isinstance(part, int):
            at = part
        elif isinstance(part, Name):
            if at == code:
                return True
            at += 1
    return False


def is_private(text: "str | None") -> bool:
    return any(first <= ord(each) <= last for each in text or "" for first, last in PRIVATE)
