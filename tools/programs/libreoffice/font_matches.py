"""Remembers the answers of fontconfig.

LibreOffice asks again for each size of a font, though its pattern does not contain the size: 204 times with 9 different patterns for a
presentation of a few slides, a fifth of a millisecond each. A pattern has the same match as long as the fonts are the same.
"""

import ctypes
from typing import NamedTuple

import imported_functions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    # (address, number of fonts) of each set.
    Fonts: TypeAlias = list[tuple[int, int]]

MATCH_PATTERN, RESULT_MATCH = 0, 0  # FcMatchKind, FcResult
# A document may name as many fonts as it likes.
MOST_REMEMBERED = 1000
# A reference count that never changes: FcStrSetDestroy does not free such a set (FC_REF_CONSTANT, fcint.h).
CONSTANT = -1

POINTER, INT = ctypes.c_void_p, ctypes.c_int
# Result and arguments (fontconfig.h).
TYPES: "dict[str, tuple[Any, ...]]" = {
    "FcConfigSubstitute": (INT, POINTER, POINTER, INT),
    "FcDefaultSubstitute": (None, POINTER),
    "FcFontSetMatch": (POINTER, POINTER, POINTER, INT, POINTER, POINTER),
    "FcGetLangs": (POINTER,),
    "FcPatternHash": (ctypes.c_uint32, POINTER),
    "FcPatternEqual": (INT, POINTER, POINTER),
    "FcPatternDuplicate": (POINTER, POINTER),
}


def remember(library: ctypes.CDLL) -> "FontMatches | None":
    """Returns the FontMatches that the library asks from now on; None if it cannot be redirected. library: the one that asks."""
    try:
        matches = FontMatches(ctypes.CDLL("libfontconfig.so.1"))
    except (OSError, AttributeError):
        return None
    return matches if imported_functions.replace(library, matches.callbacks) else None


class New(NamedTuple):
    """A pattern as it was requested, and its hash: it has no match yet."""

    number: int
    pattern: int


class Known(NamedTuple):
    """A pattern with its match and the sets of fonts that were searched."""

    number: int
    pattern: int
    fonts: "Fonts"
    match: int


class FontMatches:
    """LibreOffice makes a pattern, completes it by rules (FcConfigSubstitute, FcDefaultSubstitute), asks for the nearest font
    (FcFontSetMatch), and destroys it. A known pattern is not completed: nothing reads it in between."""

    def __init__(self, fontconfig: ctypes.CDLL) -> None:
        self.real = {name: typed(fontconfig, name) for name in TYPES}
        self.known: dict[int, list[Known]] = {}  # by the hash of the pattern
        self.count = 0
        self.asked: dict[int, Known | New] = {}  # by the address of the pattern that is being matched
        self.languages: int | None = None
        replacements = {
            "FcConfigSubstitute": self.complete,
            "FcDefaultSubstitute": self.complete_by_defaults,
            "FcFontSetMatch": self.match,
            "FcGetLangs": self.get_languages,
        }
        self.callbacks = {name: ctypes.CFUNCTYPE(*TYPES[name])(function) for name, function in replacements.items()}

    def complete(self, config: "int | None", pattern: int, kind: int) -> int:
        self.asked.pop(pattern, None)
        if kind == MATCH_PATTERN:
            number = self.real["FcPatternHash"](pattern)
            for known in self.known.get(number, ()):
                if self.real["FcPatternEqual"](known.pattern, pattern):
                    self.asked[pattern] = known
                    return True
            if self.count < MOST_REMEMBERED:
                self.asked[pattern] = New(number, self.real["FcPatternDuplicate"](pattern))
        return self.real["FcConfigSubstitute"](config, pattern, kind)

    def complete_by_defaults(self, pattern: int) -> None:
        if not isinstance(self.asked.get(pattern), Known):
            self.real["FcDefaultSubstitute"](pattern)

    def match(self, config: "int | None", sets: int, count: int, pattern: int, result: int) -> "int | None":
        """Returns a copy, which belongs to the caller and may be changed."""
        asked = self.asked.pop(pattern, None)
        fonts = describe(sets, count)
        if isinstance(asked, Known):
            if asked.fonts == fonts:
                INT.from_address(result).value = RESULT_MATCH
                return self.real["FcPatternDuplicate"](asked.match)
            # Fonts have been added since, for instance by the document itself.
            self.known[asked.number].remove(asked)
            self.count -= 1
            asked = New(asked.number, asked.pattern)
            self.real["FcConfigSubstitute"](config, pattern, MATCH_PATTERN)
            self.real["FcDefaultSubstitute"](pattern)
        found = self.real["FcFontSetMatch"](config, sets, count, pattern, result)
        if found and asked is not None:
            self.known.setdefault(asked.number, []).append(
                Known(asked.number, asked.pattern, fonts, self.real["FcPatternDuplicate"](found))
            )
            self.count += 1
        return found

    def get_languages(self) -> "int | None":
        """Returns all languages that fontconfig knows, always the same set: LibreOffice looks a language up in it for each font."""
        if self.languages is None:
            languages = self.real["FcGetLangs"]()
            INT.from_address(languages).value = CONSTANT
            self.languages = languages
        return self.languages


def typed(library: ctypes.CDLL, name: str) -> "Callable[..., Any]":
    function = getattr(library, name)
    function.restype, *function.argtypes = TYPES[name]
    return function


def describe(sets: int, count: int) -> "Fonts":
    """Describes the sets of fonts (FcFontSet, which begins with its length), to notice when they change."""
    addresses = (POINTER * count).from_address(sets)
    return [(address, INT.from_address(address).value) for address in addresses]
