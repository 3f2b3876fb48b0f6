"""Replaces elements and attributes that a version of EPUB does not have with ones that it has; their look becomes CSS."""

import re

import formulas
import trees
from grammar import LISTS
from trees import EMPTY, EPUB, MATHML, SVG, XML, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from grammar import Grammar
    from trees import Element

# Elements that are never shown, or never work in a book.
_DROPPED = frozenset("base bgsound frame frameset isindex basefont noframes template datalist".split())
_DROPPED_2 = _DROPPED | frozenset("script input source track embed param rp".split())
# Elements that are replaced by their content.
_UNWRAPPED = frozenset("applet noscript canvas picture rb rtc iframe html head body".split())
# Words of EPUB 3's structural semantics that books from Amazon's formats have without their prefix.
_SEMANTICS = frozenset(
    """backmatter bodymatter chapter cover endnote endnotes epigraph footnote footnotes frontmatter glossary index noteref pagebreak part
    rearnote rearnotes titlepage toc""".split()
)
# Elements of SVG that draw nothing (SVG 1.1, appendix M.2: attribute `class`); calibre gives all elements a class.
_WITHOUT_CLASS = frozenset(
    """animate animateColor animateMotion animateTransform color-profile cursor definition-src font-face font-face-format font-face-name
    font-face-src font-face-uri hkern metadata mpath script set style view vkern""".split()
)
_MEDIA_TYPE = re.compile(r"[\w!#$&+\-^]+/[\w!#$&+\-^.]+.*", re.ASCII)
_MOMENT = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?")
_MEDIA = frozenset(("audio", "video"))
# SVG 1.1, section 7.8.
_RATIO = re.compile(r"\s*(defer\s+)?(none|xM(in|id|ax)YM(in|id|ax))(\s+(meet|slice))?\s*")

_SPANS = {
    "big": "font-size: larger",
    "blink": "",
    "font": "",
    "marquee": "",
    "nobr": "white-space: nowrap",
    "mark": "background-color: yellow",
    "s": "text-decoration: line-through",
    "strike": "text-decoration: line-through",
    "tt": "font-family: monospace",
    "u": "text-decoration: underline",
}
_DIVS = {
    "center": "text-align: center",
    "dir": "",
    "menu": "",
    "listing": "white-space: pre; font-family: monospace",
    "plaintext": "white-space: pre; font-family: monospace",
    "xmp": "white-space: pre; font-family: monospace",
}
_BLOCKS_OF_HTML5 = frozenset(
    """section article aside nav header footer main figure figcaption hgroup details summary dialog fieldset legend form menu""".split()
)

_LENGTH = re.compile(r"\d{1,5}(?:\.\d{1,3})?(%|px)?")
_COLOR = re.compile(r"#[0-9A-Fa-f]{3,8}|[A-Za-z]{3,30}")
_WORD = re.compile(r"[a-z]{2,12}")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_COUNT = re.compile(r"[1-9]\d{0,3}")


def repair_names(root: "Element", grammar: "Grammar", is_there: "Callable[[str], bool]") -> "tuple[int, int]":
    """Returns (number of changes, number of the book's sounds and films that were left out). is_there: whether a reference of this document
    leads to a part of the book.
    """
    changes = media = 0
    for element in trees.elements(root):
        if not trees.is_attached(element, root):
            continue
        name = local(element)
        if name in EMPTY and (element.text or len(element)):
            trees.put_after(element)
            changes += 1
        if name is None:
            changes += _repair_foreign(element, grammar)
            continue
        if not grammar.knows(name) and element is not root:
            media += name in _MEDIA and _plays(element, is_there)
            changes += 1
            name = _replace(element, name, grammar)
            if name is None:
                continue
        elif name in _DROPPED:
            trees.remove(element)
            changes += 1
            continue
        changes += _repair_attributes(element, name, grammar)
        changes += _require(element, name, grammar)
    return changes, media


def _plays(element: "Element", is_there: "Callable[[str], bool]") -> bool:
    sources = [element, *(part for part in element if local(part) == "source")]
    return any(is_there(each.get("src", "")) for each in sources)


def _repair_foreign(element: "Element", grammar: "Grammar") -> int:
    tag = element.tag
    if tag.startswith(f"{{{SVG}}}"):
        if tag == f"{{{SVG}}}foreignObject" and not (element.get("width") and element.get("height")):
            element.set("width", element.get("width") or "100%")
            element.set("height", element.get("height") or "100%")
            return 1
        return repair_svg(element, grammar.version)
    if grammar.version == 3 and tag.startswith(f"{{{MATHML}}}"):
        return 0
    if _inside(element, SVG) or (grammar.version == 3 and _inside(element, MATHML)):
        return 0
    if tag == f"{{{MATHML}}}math":
        # EPUB 2 has no formulas.
        trees.replace_by_text(element, formulas.text_of(element))
    elif tag in (f"{{{EPUB}}}case", f"{{{EPUB}}}trigger"):
        trees.remove(element)
    elif element.getparent() is not None:
        trees.unwrap(element)
    return 1


def repair_svg(element: "Element", version: int) -> int:
    """Removes from an element of a drawing what SVG 1.1 does not have, and in EPUB 2 also scripts. Returns the number of changes."""
    name = trees.etree.QName(element).localname
    if version == 2 and name == "script" and element.getparent() is not None:
        trees.remove(element)
        return 1
    wrong = [key for key in element.attrib if (key == "class" and name in _WITHOUT_CLASS) or (version == 2 and _is_late(key))]
    if not _RATIO.fullmatch(element.get("preserveAspectRatio", "none")):
        wrong.append("preserveAspectRatio")
    trees.drop(element, wrong)
    return len(wrong)


def _is_late(key: str) -> bool:
    return key.startswith(("aria-", "data-", "on", f"{{{EPUB}}}")) or key in ("role", "tabindex", "lang")


def _inside(element: "Element", namespace: str) -> bool:
    prefix = f"{{{namespace}}}"
    return any(trees.is_element(each) and each.tag.startswith(prefix) for each in element.iterancestors())


def _replace(element: "Element", name: str, grammar: "Grammar") -> "str | None":
    """Replaces an element that the version does not have. Returns its new name, or None if it is removed."""
    dropped = _DROPPED_2 if grammar.version == 2 else _DROPPED
    if name in dropped:
        trees.remove(element)
        return None
    if name in _MEDIA:
        for part in list(element):
            if local(part) in ("source", "track"):
                trees.remove(part)
        trees.unwrap(element)
        return None
    if name in _UNWRAPPED:
        trees.unwrap(element)
        return None
    if name == "rt":
        _in_parentheses(element)
        return None
    if name == "acronym":
        trees.rename(element, "abbr")
        return "abbr"
    style = _SPANS.get(name)
    if style is None:
        style = _DIVS.get(name, "")
        new = "div" if name in _DIVS or name in _BLOCKS_OF_HTML5 or _holds_blocks(element, grammar) else "span"
    else:
        new = "span"
    if name in ("dir", "menu"):
        new = "ul"
    if name == "font":
        style = _font_style(element)
    if name == "wbr":
        trees.remove(element, "\u200b")
        return None
    trees.rename(element, new)
    if style:
        trees.add_style(element, style)
    return new


def _in_parentheses(element: "Element") -> None:
    text = trees.text_of(element)
    trees.remove(element, f" ({text})" if text else "")


def _holds_blocks(element: "Element", grammar: "Grammar") -> bool:
    return any(local(child) in grammar.blocks for child in element.iterdescendants() if trees.is_element(child))


def _font_style(element: "Element") -> str:
    color = element.attrib.pop("color", "")
    face = element.attrib.pop("face", "")
    declarations: list[str] = []
    if _COLOR.fullmatch(color):
        declarations.append(f"color: {color}")
    if face and not re.search(r"[;{}\\<>]", face):
        declarations.append(f"font-family: {face}")
    return "; ".join(declarations)


def _repair_attributes(element: "Element", name: str, grammar: "Grammar") -> int:
    changes = 0
    for key, value in list(element.attrib.items()):
        if key.startswith("{"):
            allowed = key == f"{{{XML}}}lang" or grammar.version == 3 or (key == f"{{{XML}}}space" and name == "pre")
        else:
            allowed = grammar.allows(name, key) and _is_possible(name, key, value, element, grammar)
        if allowed and key in ("lang", f"{{{XML}}}lang") and value != "" and not _LANGUAGE.fullmatch(value):
            allowed = False
        if allowed and key in ("lang", f"{{{XML}}}lang") and value == "" and grammar.version == 2:
            allowed = False
        if allowed:
            continue
        del element.attrib[key]
        changes += 1
        if key == "type" and grammar.version == 3 and value in _SEMANTICS and not element.get(f"{{{EPUB}}}type"):
            element.set(f"{{{EPUB}}}type", value)
        elif key == "name" and name in ("a", "map") and not element.get("id"):
            element.set("id", value)
        elif not key.startswith("{"):
            style = _as_style(name, key, value)
            if style:
                trees.add_style(element, style)
    return changes


def _is_possible(name: str, key: str, value: str, element: "Element", grammar: "Grammar") -> bool:
    if key in ("colspan", "rowspan", "span"):
        return _COUNT.fullmatch(value) is not None
    if key == "value" and name == "li":
        parent = element.getparent()
        return re.fullmatch(r"-?\d{1,9}", value) is not None and parent is not None and local(parent) == "ol"
    if key == "type" and name == "ol":
        return value in ("1", "A", "a", "I", "i")
    if key == "start" and name == "ol":
        return re.fullmatch(r"-?\d{1,9}", value) is not None
    if key in ("width", "height") and grammar.version == 3 and name in ("img", "video", "canvas", "embed", "object", "iframe"):
        return re.fullmatch(r"\d{1,9}", value) is not None
    if key == "align":
        return value in ("left", "center", "right", "justify", "char")
    if key == "valign":
        return value in ("top", "middle", "bottom", "baseline")
    if key == "dir":
        return value in ("ltr", "rtl") or (grammar.version == 3 and value == "auto")
    if key == "type" and name in ("a", "area", "link", "object", "embed", "source"):
        return _MEDIA_TYPE.fullmatch(value) is not None
    if key == "datetime":
        return _MOMENT.fullmatch(value) is not None
    if key == "hidden":
        return value in ("", "hidden")
    if key == "contenteditable":
        return value in ("", "true", "false")
    if key == "scope":
        return value in ("row", "col", "rowgroup", "colgroup")
    if key == "tabindex":
        return re.fullmatch(r"-?\d{1,5}", value) is not None
    return True


def _as_style(name: str, key: str, value: str) -> str:
    """Returns CSS for a presentational attribute; nothing if there is none, or the value is invalid."""
    value = value.strip()
    lower = value.lower()
    if key == "align" and name not in ("img", "object", "table", "hr") and lower in ("left", "center", "right", "justify"):
        return f"text-align: {lower}"
    if key == "align" and name in ("img", "object", "table") and lower in ("left", "right"):
        return f"float: {lower}"
    if key == "valign" and _WORD.fullmatch(lower):
        return f"vertical-align: {lower}"
    if key == "bgcolor" and _COLOR.fullmatch(value):
        return f"background-color: {value}"
    if key in ("color", "text") and _COLOR.fullmatch(value):
        return f"color: {value}"
    if key in ("width", "height") and (found := _LENGTH.fullmatch(value)):
        return f"{key}: {value}{'' if found[1] else 'px'}"
    if key == "nowrap":
        return "white-space: nowrap"
    if key == "border" and name in ("table", "img") and re.fullmatch(r"\d{1,3}", value):
        return f"border: {value}px solid" if value != "0" else ""
    if key == "cellspacing" and re.fullmatch(r"\d{1,3}", value):
        return f"border-spacing: {value}px"
    if key == "type" and name in LISTS | {"li"}:
        types = {"1": "decimal", "a": "lower-alpha", "i": "lower-roman"}
        kind = {"A": "upper-alpha", "I": "upper-roman"}.get(value) or types.get(lower)
        return f"list-style-type: {kind or lower}" if kind or lower in ("disc", "circle", "square") else ""
    return ""


# Without these attributes there is nothing to show or play.
_NEEDED = {"img": ("src",), "track": ("src",), "param": ("name", "value"), "embed": ("src",)}
# Attributes that name what the `content` of a meta element is.
_NAMING = frozenset(("name", "http-equiv", "property", "itemprop"))
_MEANINGLESS_WITHOUT = {"data": "value", "meter": "value", "optgroup": "label"}


def _require(element: "Element", name: str, grammar: "Grammar") -> int:
    """Makes sure that required attributes exist."""
    if any(element.get(key) is None for key in _NEEDED.get(name, ())):
        trees.remove(element, element.get("alt") if name == "img" else None)
        return 1
    if name == "meta" and not (any(map(element.get, _NAMING)) and element.get("content") is not None) and element.get("charset") is None:
        # Of two meta elements with a page size, calibre keeps the name of the second.
        trees.remove(element)
        return 1
    if name == "source" and not element.get("src") and not element.get("srcset"):
        trees.remove(element)
        return 1
    if name == "object" and not element.get("data"):
        trees.unwrap(element)
        return 1
    if name in _MEANINGLESS_WITHOUT and element.get(_MEANINGLESS_WITHOUT[name]) is None:
        trees.rename(element, "span")
        for key in ("min", "max", "low", "high", "optimum", "disabled"):
            element.attrib.pop(key, None)
        return 1
    if name == "style" and grammar.version == 2 and element.get("type") is None:
        element.set("type", "text/css")
        return 1
    if name in ("img", "area") and element.get("alt") is None and (grammar.version == 2 or name == "area"):
        element.set("alt", "")
        return 1
    if name == "bdo" and element.get("dir") is None:
        element.set("dir", "ltr")
        return 1
    if name == "map":
        return _name_map(element, grammar)
    if name in ("header", "footer") and any(local(each) in ("header", "footer", "address") for each in element.iterancestors()):
        trees.rename(element, "div")
        return 1
    if name == "iframe" and (len(element) or trees.has_text(element.text)):
        for child in list(element):
            element.remove(child)
        element.text = None
        return 1
    if name == "canvas" and not trees.text_of(element) and not len(element):
        trees.remove(element)
        return 1
    return 0


def _name_map(element: "Element", grammar: "Grammar") -> int:
    """EPUB 2 finds a map by its id, EPUB 3 by its name."""
    key = "id" if grammar.version == 2 else "name"
    if element.get(key):
        return 0
    other = element.get("id") or element.get("name")
    if not other:
        trees.unwrap(element)
    else:
        element.set(key, other)
    return 1
