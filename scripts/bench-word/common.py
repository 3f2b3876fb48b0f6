"""What the measures share: words, names of fonts, programs."""

import html
import re
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Styled:
    text: str
    font: str
    size: float
    boxed: bool
    # In a header or footer, which stands on several pages.
    repeats: bool = False


def run(*args: str) -> bytes:
    return subprocess.run(args, check=True, capture_output=True).stdout


def plain(text: str) -> str:
    """Letters and digits in small letters, so that hyphens, quotes and marks of lists do not count."""
    return "".join(letter for letter in html.unescape(text).lower() if letter.isalnum())


def family(name: str) -> str:
    """A font's name without what says how bold it is. TeX's own fonts, which no name of an installed one stands for, are of a kind."""
    name = re.sub(r"^[A-Z]{6}\+", "", name).lower()
    name = re.sub(r"[-,](bd|bold|semibold)?it$", "", name)
    name = re.sub(r"identity-[hv]|bold|italic|oblique|regular|roman\b|semi|medium|light|psmt|(?<=[a-z])ps\b|mt\b|[^a-z]", "", name)
    if re.match(r"(cm|sf|lm|ec)(r|b|bx|ti|sl|csc|rm)", name) and not name.startswith("cmb"):
        return "times"
    if name.startswith("cmb"):
        return "times"
    # URW's fonts stand for those of PostScript, of the same widths.
    if name.startswith("nimbussansnarrow"):
        return "arialnarrow"
    for urw, known in (("nimbusroman", "times"), ("nimbussans", "helvetica"), ("nimbusmono", "courier")):
        if name.startswith(urw):
            return known
    for known in ("times", "helvetica", "arial", "courier"):
        if name.startswith(known) and name != "arialnarrow":
            return "helvetica" if known == "arial" else known
    return re.sub(r"(ps|mt)+$", "", name)
