"""Removes references from style sheets to files that are not in the book."""

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_URL = re.compile(r"""url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]*))\s*\)""", re.IGNORECASE)
_IMPORT = re.compile(r"""@import\s+(?:url\(\s*)?["']?([^"'();\s]*)["']?[^;{}]*;""", re.IGNORECASE)
_FONT = re.compile(r"@font-face\s*\{[^{}]*\}", re.IGNORECASE)


def repair_css(css: str, is_there: "Callable[[str], bool]") -> str:
    """Removes from the style sheet what loads something that `is_there(reference)` denies: fonts and imports are deleted, other values
    become `none`. Returns the same text if nothing was wrong.
    """
    css = _IMPORT.sub(lambda found: found[0] if is_there(found[1]) else "", css)
    css = _FONT.sub(lambda found: found[0] if all(map(is_there, references(found[0]))) else "", css)
    return _URL.sub(lambda found: found[0] if is_there(_reference(found)) else "none", css)


def references(css: str) -> "list[str]":
    return [_reference(found) for found in _URL.finditer(css)]


def _reference(found: "re.Match[str]") -> str:
    return next((group for group in found.groups() if group is not None), "")
