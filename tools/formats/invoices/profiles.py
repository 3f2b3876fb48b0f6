"""Profiles of invoices: subsets and extensions of EN 16931, by the specification identifier (BT-24)."""

import re

# Profiles, by what their identifiers contain; the first that fits.
PROFILES = [
    ("xrechnung", r"xrechnung|xoev-de:kosit:standard"),
    ("minimum", r"factur-x\.eu:1p0:minimum|zugferd\.de:2p0:minimum"),
    ("basic_wl", r"factur-x\.eu:1p0:basicwl|zugferd\.de:2p0:basicwl"),
    ("basic", r"factur-x\.eu:1p0:basic|zugferd\.de:2p0:basic"),
    ("extended", r"factur-x\.eu:1p0:extended|zugferd\.de:2p0:extended"),
    ("peppol", r"fdc:peppol\.eu:2017:poacc"),
    ("en16931", r"cen\.eu:en16931:2017"),
]

# Rules that do not hold for invoices without lines.
_OF_LINES = r"BR-(?:16|2[1-8]|30|4[1-4]|64|65|54|CO-0?4|CO-10|CO-20|DEC-2[3-8])"
# MINIMUM has no more than who, when and how much.
_BEYOND_MINIMUM = r"BR-(?:08|1[0-2]|CO-1[03468]|CO-25|[A-Z]+-0\d|4[5-8])"

NOT_IN = {
    "basic_wl": re.compile(rf"{_OF_LINES}|BR-[A-Z]+-(?:01|08)"),
    "minimum": re.compile(rf"{_OF_LINES}|{_BEYOND_MINIMUM}|BR-[A-Z]+-(?:01|08)"),
    # It may have more than one VAT breakdown of a kind, and other sums.
    "extended": re.compile(r"BR-(?:CO-1[0-6]|[A-Z]+-08|CO-25)$"),
}


def profile_of(identifier: str) -> str:
    """Returns the name of a profile; `other` for one that is not known."""
    lowered = identifier.lower()
    return next((name for name, pattern in PROFILES if re.search(pattern, lowered)), "other")


def holds_in(profile: str, rule: str) -> bool:
    pattern = NOT_IN.get(profile)
    return pattern is None or pattern.match(rule) is None
