"""Formulas (MathML) as linear text, for formats without formulas: `(a+1)/b`, `x^2`, `√(y+1)`."""

import re

import trees
from lxml import etree
from trees import MATHML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from trees import Element

    Writer: TypeAlias = Callable[[Element, list[Element]], str]

_MATH = f"{{{MATHML}}}math"
# Placeholders that programs write as description of a formula.
_SAYS_NOTHING = re.compile(
    r"(?:alt(?:ernat(?:iv)?e)?[ -]?text|description|text)?\s*(?:is\s+)?(?:not|un)\s*-?available|no (?:alt\S*|description)(?: text)?|"
    r"alt(?:ernat(?:iv)?e)?[ -]?text|formula|equation|expression|math(?:ml|s)?|image|picture|inline|display|untitled|todo|tbd",
    re.IGNORECASE,
)
# Token elements, whose text is used unchanged.
_TOKENS = frozenset(("mi", "mn", "mo", "mtext", "ms"))
_HIDDEN = frozenset(("annotation", "annotation-xml", "mphantom", "none", "mprescripts", "malignmark", "maligngroup"))
# Invisible operators; and white space of operators.
_UNSEEN = re.compile("[\u2061-\u2064\u200b]")
_SPACED = frozenset("=<>≤≥≠≈≡→←↔⇒⇐⇔∈∉⊂⊆⊃⊇∩∧≅\u222a\u2228\u223c")
_BAR, _HAT, _TILDE = "\u0305", "\u0302", "\u0303"
_ACCENTS = {"¯": _BAR, "‾": _BAR, "^": _HAT, "\u02c6": _HAT, "~": _TILDE, "\u02dc": _TILDE, "→": "\u20d7", "˙": "\u0307", "¨": "\u0308"}
_PRIMES = "\u2032\u2033\u2034'"
_SIMPLE = re.compile(r"[+\-\u2212]?\d+(?:[.,]\d+)?|.[\u0300-\u036f\u20d7]?|[∞\u2217*\u2032\u2033†°]*")
_ROWS = frozenset(("mrow", "mstyle", "mpadded", "menclose", "semantics"))
# A matrix gets its own brackets if none are written.
_FENCED_TWICE = re.compile(r"([(\[{|‖])\[([^\[\]]*)\]([)\]}|‖]|$)")
_NARROW = re.compile(r"\s+")


def formulas_of(root: "Element") -> "list[Element]":
    return list(root.iter(_MATH))


def replace_formulas(roots: "Iterable[Element]") -> int:
    """Replaces each formula of a book with text. Returns the number of formulas."""
    found = texts_of(roots)
    for math, text in found:
        trees.replace_by_text(math, text)
    return len(found)


def texts_of(roots: "Iterable[Element]") -> "list[tuple[Element, str]]":
    """Returns each formula of a book with its text: its description (`alttext`) if that is meaningful, otherwise its linear_text. A
    description shared by different formulas describes none of them.
    """
    found = [(math, linear_text(math)) for root in roots for math in formulas_of(root)]
    shared: dict[str, set[str]] = {}
    for math, linear in found:
        shared.setdefault(_description(math), set()).add(linear)
    texts: list[tuple[Element, str]] = []
    for math, linear in found:
        description = _description(math)
        text = description if _says(description) and len(shared[description]) == 1 else linear
        texts.append((math, text or description))
    return texts


def text_of(math: "Element") -> str:
    """Returns the text of a single formula."""
    description = _description(math)
    return description if _says(description) else linear_text(math) or description


def _description(math: "Element") -> str:
    return _NARROW.sub(" ", math.get("alttext", "")).strip()


def _says(description: str) -> bool:
    return description != "" and not _SAYS_NOTHING.fullmatch(description.strip(" .[]()<>"))


def linear_text(math: "Element") -> str:
    """Returns the formula in one line: fractions as `a/b`, powers as `x^2`, indices as `a_n`, rows of a matrix as `[a, b; c, d]`."""
    try:
        text = _row(math)
    except RecursionError:
        # For a formula that is nested too deeply, only its letters.
        text = trees.text_of(math)
    return _FENCED_TWICE.sub(r"\1\2\3", _NARROW.sub(" ", text).strip())


def name_of(element: "Element") -> "str | None":
    return etree.QName(element).localname if isinstance(element.tag, str) else None


def _children(element: "Element") -> "list[Element]":
    return [child for child in element if isinstance(child.tag, str)]


def _row(element: "Element") -> str:
    parts: list[str] = []
    for child in _children(element):
        text = _text(child)
        # Adjacent names of several letters and numbers would read as one.
        if parts and text and parts[-1][-1:].isalnum() and text[0].isalnum() and (_is_word(child) or _is_word(child.getprevious())):
            parts.append(" ")
        if text:
            parts.append(text)
    return "".join(parts)


def _is_word(element: "Element | None") -> bool:
    text = "" if element is None or name_of(element) not in _TOKENS else "".join(element.itertext()).strip()
    return len(text) > 1 and text[0].isalnum()


def _text(element: "Element") -> str:
    name = name_of(element)
    if name is None or name in _HIDDEN:
        return ""
    if name in _TOKENS:
        return _token(element, name)
    if name == "mspace":
        return " "
    children = _children(element)
    write = _WRITERS.get(name)
    if write is None or len(children) < _LEAST.get(name, 0):
        return _row(element)
    return write(element, children)


def _token(element: "Element", name: str) -> str:
    text = _UNSEEN.sub("", "".join(element.itertext()))
    text = _NARROW.sub(" ", text) if name == "mtext" else _NARROW.sub(" ", text.strip())
    return f" {text} " if name == "mo" and text in _SPACED else text


def _grouped(element: "Element") -> str:
    """Returns the text in parentheses if it is more than one sign, number or name."""
    return _group(element, _text(element).strip())


def _group(element: "Element", text: str) -> str:
    """text: of the element, which is computed once: computing it twice at each level would double the work with the depth."""
    core = element
    while name_of(core) in _ROWS and len(children := _children(core)) == 1:
        core = children[0]
    is_simple = name_of(core) in _TOKENS or _SIMPLE.fullmatch(text) is not None
    return text if is_simple or _is_fenced(text) else f"({text})"


def _root(element: "Element", children: "list[Element]") -> str:
    return "√" + (_grouped(children[0]) if len(children) == 1 else _group(element, _row(element).strip()))


def _is_fenced(text: str) -> bool:
    if text[:1] + text[-1:] not in ("()", "[]", "||", "{}"):
        return text == ""
    inner = text[1:-1]
    return not any(sign in inner for sign in "()[]|{}")


def _fraction(element: "Element", children: "list[Element]") -> str:
    sign = ", " if element.get("linethickness", "").rstrip("ptxem%") == "0" else "/"
    if sign == ", ":
        return f"({_text(children[0]).strip()}{sign}{_text(children[1]).strip()})"
    return f"{_grouped(children[0])}/{_grouped(children[1])}"


def _scripts(element: "Element", children: "list[Element]") -> str:
    name = name_of(element) or ""
    base = _text(children[0]).strip()
    base = base if name.startswith(("munder", "mover")) or len(base) <= 1 else _group(children[0], base)
    below = children[1] if "sub" in name or "under" in name else None
    above = children[-1] if "sup" in name or "over" in name else None
    written = [(mark, script, _text(script).strip()) for mark, script in (("_", below), ("^", above)) if script is not None]
    if name == "mover" and len(base) == 1 and (accent := _ACCENTS.get(written[-1][2])) is not None:
        return base + accent
    text = base
    for mark, script, plain in written:
        if value := _group(script, plain):
            text += value if value.strip(_PRIMES) == "" else mark + value
    return text


def _multiscripts(_: "Element", children: "list[Element]") -> str:
    text, mark, before = _grouped(children[0]), 0, ""
    is_before = False
    for child in children[1:]:
        if name_of(child) == "mprescripts":
            is_before, mark = True, 0
            continue
        value = _grouped(child)
        if value:
            script = "_^"[mark % 2] + value
            before, text = (before + script, text) if is_before else (before, text + script)
        mark += 1
    return before + text


def _fenced(element: "Element", children: "list[Element]") -> str:
    separators = "".join(element.get("separators", ",").split())
    text = element.get("open", "(")
    for index, child in enumerate(children):
        if index and separators:
            text += separators[min(index, len(separators)) - 1] + " "
        text += _text(child)
    return text + element.get("close", ")")


def _matrix(_: "Element", children: "list[Element]") -> str:
    """Returns the rows of a matrix, or the lines of a calculation, which are aligned at their signs."""
    rows = [[text for cell in _children(row) if (text := _text(cell).strip())] for row in children]
    if any(cell[0] in _SPACED for row in rows for cell in row):
        return "; ".join(" ".join(row) for row in rows if row)
    return f"[{'; '.join(', '.join(row) for row in rows if row)}]"


def _chosen(_: "Element", children: "list[Element]") -> str:
    """Returns the first child, which is shown; the others are alternatives."""
    return _text(children[0])


_WRITERS: "dict[str, Writer]" = {
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": lambda _, children: f"{_grouped(children[1])}√{_grouped(children[0])}",
    "msub": _scripts,
    "msup": _scripts,
    "msubsup": _scripts,
    "munder": _scripts,
    "mover": _scripts,
    "munderover": _scripts,
    "mmultiscripts": _multiscripts,
    "mfenced": _fenced,
    "mtable": _matrix,
    "semantics": _chosen,
    "maction": _chosen,
}
# With fewer parts, they are treated as rows.
_LEAST = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3} | {
    "mmultiscripts": 1,
    "semantics": 1,
    "maction": 1,
}
