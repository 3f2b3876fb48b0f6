"""Parts of lists, tables, pictures and sounds that are outside of them."""

import trees
from grammar import LISTS
from trees import h, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from grammar import Grammar
    from trees import Element

# Parts, and their allowed parents.
_ROWS = frozenset(("table", "thead", "tbody", "tfoot"))
_MEDIA = frozenset(("audio", "video"))
_RUBY = frozenset(("ruby", "rtc"))
_PARENTS = {
    "li": LISTS | {"menu"},
    "dt": frozenset(("dl", "div")),
    "dd": frozenset(("dl", "div")),
    "tr": _ROWS,
    "td": frozenset(("tr",)),
    "th": frozenset(("tr",)),
    "thead": frozenset(("table",)),
    "tbody": frozenset(("table",)),
    "tfoot": frozenset(("table",)),
    "caption": frozenset(("table",)),
    "colgroup": frozenset(("table",)),
    "col": frozenset(("table", "colgroup")),
    "param": frozenset(("object",)),
    "source": _MEDIA | {"picture"},
    "track": _MEDIA,
    "option": frozenset(("select", "datalist", "optgroup")),
    "optgroup": frozenset(("select",)),
    "rt": _RUBY,
    "rp": _RUBY,
    "rb": _RUBY,
    "rtc": frozenset(("ruby",)),
    "summary": frozenset(("details",)),
    "legend": frozenset(("fieldset",)),
    "figcaption": frozenset(("figure",)),
    "style": frozenset(("head",)),
    "link": frozenset(("head",)),
    "meta": frozenset(("head",)),
}
_NOT_SHOWN = frozenset("col colgroup param source track style link meta".split())


def repair_places(root: "Element") -> int:
    """Turns parts without a suitable parent into blocks or text."""
    changes = 0
    for element in trees.elements(root):
        name = local(element)
        if name not in _PARENTS or not trees.is_attached(element, root):
            continue
        parent = local(trees.parent_of(element))
        if parent in _PARENTS[name] and not (name in ("dt", "dd") and parent == "div" and not _is_group(trees.parent_of(element))):
            continue
        changes += 1
        if name in _NOT_SHOWN:
            trees.remove(element)
        else:
            trees.rename(element, "span" if name in ("rt", "rp", "rb", "rtc", "option", "optgroup") else "div")
            trees.drop(element, ("value", "colspan", "rowspan", "headers", "scope", "abbr", "axis", "label", "disabled", "selected"))
            trees.drop(element, ("align", "valign", "char", "charoff"))
    return changes


def repair_areas(root: "Element", grammar: "Grammar") -> int:
    """Puts areas of a picture into a map: anywhere in EPUB 3, directly in EPUB 2."""
    changes = 0
    for element in list(root.iter(h("area"))):
        above = [local(each) for each in element.iterancestors()]
        if not element.get("href") or "map" not in (above[:1] if grammar.version == 2 else above):
            trees.remove(element)
            changes += 1
    return changes


def _is_group(element: "Element") -> bool:
    """Whether it is a div that groups a term and its definition."""
    return element.getparent() is not None and local(trees.parent_of(element)) == "dl"
