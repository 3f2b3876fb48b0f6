"""Cleans a formula of a book to MathML that is safe to draw: only elements and attributes that affect how it looks."""

import re

import formulas
from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from trees import Element

_TOKENS = frozenset(("mi", "mn", "mo", "mtext", "ms"))
_KEPT = _TOKENS | frozenset(
    """math mrow mspace mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover
    mmultiscripts mprescripts none mtable mtr mlabeledtr mtd""".split()
)
# The first child is shown; the others are alternatives.
_FIRST_ALONE = frozenset(("semantics", "maction"))
_LEFT_OUT = frozenset(("annotation", "annotation-xml", "mglyph", "malignmark", "maligngroup"))
_ATTRIBUTES = frozenset(
    """accent accentunder align bevelled close columnalign columnlines columnspacing columnspan denomalign depth dir display displaystyle
    fence form frame framespacing height linethickness lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing
    minsize movablelimits notation numalign open rowalign rowlines rowspacing rowspan rquote rspace scriptlevel separator separators side
    stretchy subscriptshift superscriptshift symmetric voffset width""".split()
)
_VALUE = re.compile(r"[^<&\\;:]{1,100}")
# Limits of one formula.
_MOST_ELEMENTS = 4000
_DEEPEST = 100
_MOST_LETTERS = 20_000


class TooMuch(Exception):
    """The formula is larger than what is drawn."""


def clean(math: "Element") -> "str | None":
    """Returns the formula as standalone MathML without its namespace; None if it is too large, nested too deeply, or empty."""
    try:
        copy = _Copy()
        root = copy.of(math, 0)
    except TooMuch:
        return None
    if root is None or copy.letters == 0:
        return None
    return etree.tostring(root, encoding="utf-8").decode()


class _Copy:
    def __init__(self) -> None:
        self.elements = 0
        self.letters = 0

    def of(self, element: "Element", depth: int) -> "Element | None":
        name = formulas.name_of(element)
        if name is None or name in _LEFT_OUT:
            return None
        self.elements += 1
        if depth > _DEEPEST or self.elements > _MOST_ELEMENTS:
            raise TooMuch
        children = [child for child in element if isinstance(child.tag, str)]
        result = element.makeelement(name if name in _KEPT else "mrow")
        for key, value in element.attrib.items():
            if key in _ATTRIBUTES and _VALUE.fullmatch(str(value)):
                result.set(key, str(value))
        if name in _TOKENS:
            result.text = "".join(element.itertext())
            self.letters += len(result.text)
            if self.letters > _MOST_LETTERS:
                raise TooMuch
            return result
        for child in children[:1] if name in _FIRST_ALONE else children:
            copied = self.of(child, depth + 1)
            if copied is not None:
                result.append(copied)
        return result
