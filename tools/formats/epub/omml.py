"""Formulas of Office documents (Office Math, ECMA-376 part 1, 22.1) as MathML."""

import re

from lxml import etree
from trees import MATHML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from trees import Element

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_TOKEN = re.compile(r"(\d+(?:[.,]\d+)*)|([^\W\d_])|(\s+)|(.)", re.DOTALL)
_WORD = re.compile(r"(\d+(?:[.,]\d+)*)|([^\W\d_]+)|(\s+)|(.)", re.DOTALL)
_APPLY = "\u2061"
_PRODUCTS = frozenset("∏∐∑\u22c0\u22c1\u22c2\u22c3")
# Property elements, which are not content.
_SETTINGS = re.compile(r"(?:.*Pr|ctrlPr)$")


def mathml_of(formula: "Element", display: bool) -> "Element":
    """Returns the MathML of an `m:oMath`."""
    math = etree.Element(f"{{{MATHML}}}math", nsmap={None: MATHML})
    if display:
        math.set("display", "block")
    math.extend(_inside(formula))
    return math


def m(name: str) -> str:
    return f"{{{M}}}{name}"


def _new(name: str, *children: "Element", **attributes: str) -> "Element":
    element = etree.Element(f"{{{MATHML}}}{name}", attributes)
    element.extend(children)
    return element


def _token(name: str, text: str, **attributes: str) -> "Element":
    element = _new(name, **attributes)
    element.text = text
    return element


def _inside(element: "Element") -> "list[Element]":
    """Returns the MathML of an element's children."""
    found: list[Element] = []
    for child in element:
        if not isinstance(child.tag, str) or _SETTINGS.match(etree.QName(child).localname):
            continue
        name = etree.QName(child).localname if child.tag.startswith(f"{{{M}}}") else ""
        writer = _WRITERS.get(name)
        found += _inside(child) if writer is None else writer(child)
    return found


def _group(element: "Element", name: str) -> "Element":
    """Returns a child of an element as one group, empty if it is missing."""
    child = element.find(m(name))
    return _new("mrow", *([] if child is None else _inside(child)))


def _setting(element: "Element", name: str, default: str) -> str:
    """Returns the value of a property; the default if it is missing. A switch without a value is on."""
    found = element.find(f"{m(etree.QName(element).localname + 'Pr')}/{m(name)}")
    return default if found is None else found.get(m("val"), "on" if default == "off" else "")


def _is_on(element: "Element", name: str) -> bool:
    return _setting(element, name, "off") in {"on", "1", "true"}


def _run(element: "Element") -> "list[Element]":
    text = "".join(part.text or "" for part in element.iter(m("t")))
    settings = element.find(m("rPr"))
    style = None if settings is None else settings.find(m("sty"))
    upright = settings is not None and (settings.find(m("nor")) is not None or (style is not None and style.get(m("val")) == "p"))
    tokens: list[Element] = []
    for number, letters, space, other in (_WORD if upright else _TOKEN).findall(text):
        if number:
            tokens.append(_token("mn", number))
        elif letters:
            tokens.append(_token("mi", letters, **({"mathvariant": "normal"} if upright and len(letters) == 1 else {})))
        elif space and upright:
            tokens.append(_token("mtext", "\u00a0"))
        elif other:
            tokens.append(_token("mo", other))
    return tokens


def _fraction(element: "Element") -> "list[Element]":
    parts = _group(element, "num"), _group(element, "den")
    kind = _setting(element, "type", "bar")
    if kind == "lin":
        return [parts[0], _token("mo", "/"), parts[1]]
    return [_new("mfrac", *parts, **{"noBar": {"linethickness": "0"}, "skw": {"bevelled": "true"}}.get(kind, {}))]


def _radical(element: "Element") -> "list[Element]":
    if _is_on(element, "degHide") or len(_group(element, "deg")) == 0:
        return [_new("msqrt", _group(element, "e"))]
    return [_new("mroot", _group(element, "e"), _group(element, "deg"))]


def _groups(mathml: str, *names: str) -> "Callable[[Element], list[Element]]":
    return lambda element: [_new(mathml, *(_group(element, name) for name in names))]


def _scripts_before(element: "Element") -> "list[Element]":
    return [_new("mmultiscripts", _group(element, "e"), _new("mprescripts"), _group(element, "sub"), _group(element, "sup"))]


def _operator(element: "Element") -> "list[Element]":
    sign = _setting(element, "chr", "∫") or "∫"
    above = _setting(element, "limLoc", "undOvr" if sign in _PRODUCTS else "subSup") == "undOvr"
    below, over = not _is_on(element, "subHide"), not _is_on(element, "supHide")
    names = [name for name, shown in (("sub", below), ("sup", over)) if shown]
    outer = {(True, True): "munderover", (True, False): "munder", (False, True): "mover"} if above else {
        (True, True): "msubsup", (True, False): "msub", (False, True): "msup"}  # fmt: skip
    operator = _token("mo", sign, largeop="true")
    with_limits = _new(outer[below, over], operator, *(_group(element, name) for name in names)) if names else operator
    return [with_limits, _group(element, "e")]


def _delimiters(element: "Element") -> "list[Element]":
    begin, end, separator = (_setting(element, name, default) for name, default in (("begChr", "("), ("endChr", ")"), ("sepChr", "|")))
    row = _new("mrow", *([_token("mo", begin, fence="true")] if begin else []))
    for at, part in enumerate(element.findall(m("e"))):
        if at > 0 and separator:
            row.append(_token("mo", separator))
        row.append(_new("mrow", *_inside(part)))
    if end:
        row.append(_token("mo", end, fence="true"))
    return [row]


def _function(element: "Element") -> "list[Element]":
    return [_group(element, "fName"), _token("mo", _APPLY), _group(element, "e")]


def _matrix(element: "Element") -> "list[Element]":
    rows = [_new("mtr", *(_new("mtd", *_inside(cell)) for cell in row.findall(m("e")))) for row in element.findall(m("mr"))]
    return [_new("mtable", *rows)]


def _equations(element: "Element") -> "list[Element]":
    return [_new("mtable", *(_new("mtr", _new("mtd", *_inside(row))) for row in element.findall(m("e"))))]


def _accent(element: "Element") -> "list[Element]":
    return [_new("mover", _group(element, "e"), _token("mo", _setting(element, "chr", "\u0302") or "\u0302"), accent="true")]


def _bar(element: "Element") -> "list[Element]":
    is_top = _setting(element, "pos", "bot") == "top"
    return [_new("mover" if is_top else "munder", _group(element, "e"), _token("mo", "\u00af" if is_top else "_"))]


def _brace(element: "Element") -> "list[Element]":
    is_top = _setting(element, "pos", "bot") == "top"
    return [_new("mover" if is_top else "munder", _group(element, "e"), _token("mo", _setting(element, "chr", "\u23df")))]


def _phantom(element: "Element") -> "list[Element]":
    shown = _setting(element, "show", "on") not in {"off", "0", "false"}
    return [_group(element, "e") if shown else _new("mphantom", _group(element, "e"))]


_WRITERS: "dict[str, Callable[[Element], list[Element]]]" = {
    "r": _run,
    "f": _fraction,
    "rad": _radical,
    "sSup": _groups("msup", "e", "sup"),
    "sSub": _groups("msub", "e", "sub"),
    "sSubSup": _groups("msubsup", "e", "sub", "sup"),
    "sPre": _scripts_before,
    "nary": _operator,
    "d": _delimiters,
    "func": _function,
    "m": _matrix,
    "eqArr": _equations,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _brace,
    "limLow": _groups("munder", "e", "lim"),
    "limUpp": _groups("mover", "e", "lim"),
    "borderBox": lambda element: [_new("menclose", _group(element, "e"), notation="box")],
    "phant": _phantom,
}
