"""Lists and tables: makes sure that each contains only its own parts, in the order required by its version."""

import trees
from grammar import LISTS
from trees import AS_BLOCK, h, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from grammar import Grammar
    from trees import Element

ROW_GROUPS = frozenset(("thead", "tbody", "tfoot"))


def repair_list(element: "Element") -> int:
    changes = _wrap_text(element, "li")
    for child in list(element):
        if not trees.is_element(child) or local(child) in ("li", "script"):
            continue
        before = child.getprevious()
        while before is not None and not trees.is_element(before):
            before = before.getprevious()
        if local(child) in LISTS and before is not None and local(before) == "li":
            before.append(child)
        else:
            trees.add_style(trees.wrap([child], "li"), "list-style-type: none")
        changes += 1
    if not any(local(child) == "li" for child in element if trees.is_element(child)):
        trees.rename(element, "div")
        trees.drop(element, ("start", "type", "reversed"))
        changes += 1
    return changes


def _wrap_text(element: "Element", name: str) -> int:
    """Wraps text that is directly in an element that may contain only other elements."""
    changes = 0
    if trees.has_text(element.text):
        wrapper = element.makeelement(h(name))
        wrapper.text, element.text = element.text, None
        element.insert(0, wrapper)
        changes += 1
    for child in list(element):
        if trees.has_text(child.tail):
            wrapper = element.makeelement(h(name))
            wrapper.text, child.tail = child.tail, None
            child.addnext(wrapper)
            changes += 1
    return changes


def repair_definitions(element: "Element", grammar: "Grammar") -> int:
    changes = _wrap_text(element, "dd")
    for child in list(element):
        name = local(child) if trees.is_element(child) else "dd"
        if name == "div" and any(local(each) in ("dt", "dd") for each in child if trees.is_element(each)):
            if grammar.version == 2:
                trees.unwrap(child)
                changes += 1
        elif name not in ("dt", "dd", "script"):
            trees.wrap([child], "dd")
            changes += 1
    if _is_paired(element, grammar):
        return changes
    # Not a list of terms with definitions: its parts become blocks.
    for child in element:
        if trees.is_element(child) and local(child) in ("dt", "dd"):
            if local(child) == "dd":
                trees.add_style(child, "margin-left: 2em")
            trees.rename(child, "div")
    trees.rename(element, "div")
    return changes + 1


def _is_paired(element: "Element", grammar: "Grammar") -> bool:
    names = [local(child) for child in element if trees.is_element(child)]
    if grammar.version == 2 or "div" in names:
        return bool(names)
    return bool(names) and names[0] == "dt" and names[-1] == "dd"


def repair_rows(element: "Element", wanted: str) -> int:
    changes = _wrap_text(element, wanted)
    for child in list(element):
        name = local(child) if trees.is_element(child) else wanted
        if name in ("script", wanted) or (wanted == "td" and name == "th"):
            continue
        if wanted == "tr" and name in ("td", "th"):
            trees.wrap([child], "tr")
        elif wanted == "td" and name == "tr":
            trees.unwrap(child)
        else:
            cell = trees.wrap([child], "td")
            if wanted == "tr":
                trees.wrap([cell], "tr")
        changes += 1
    if not any(trees.is_element(child) for child in element) and local(trees.parent_of(element)) != "div":
        trees.remove(element)
        changes += 1
    return changes


def repair_table(element: "Element", grammar: "Grammar") -> int:
    changes = _wrap_text(element, "caption")
    for child in list(element):
        name = local(child) if trees.is_element(child) else "tr"
        if name in ROW_GROUPS or name in ("tr", "caption", "col", "colgroup", "script"):
            continue
        cell = child if name in ("td", "th") else trees.wrap([child], "td")
        trees.wrap([cell], "tr")
        changes += 1
    children = [child for child in element if trees.is_element(child)]
    if not any(local(child) in ("tr", "tbody") for child in children):
        heads = [child for child in children if local(child) in ROW_GROUPS]
        if not heads:
            return changes + _dissolve(element)
        trees.rename(heads[-1], "tbody")
        changes += 1
    return changes + _order(element, grammar)


def _dissolve(element: "Element") -> int:
    """Dissolves a table without rows."""
    for child in list(element):
        if local(child) in ("col", "colgroup"):
            trees.remove(child)
        elif trees.is_element(child):
            trees.rename(child, "div")
    trees.rename(element, "div")
    trees.drop(element, ("summary", "width", "border", "frame", "rules", "cellspacing", "cellpadding"))
    return 1


_ORDER_2 = ("caption", "col", "colgroup", "thead", "tfoot", "tbody")
_ORDER_3 = ("caption", "colgroup", "thead", "tbody", "tfoot")


def _order(element: "Element", grammar: "Grammar") -> int:
    """Orders one caption, columns, head and bodies as the version requires; rows are either all in groups or none."""
    changes = 0
    captions = [child for child in element if local(child) == "caption"]
    for extra in captions[1:]:
        captions[0].append(extra)
        trees.rename(extra, "span")
        trees.add_style(extra, AS_BLOCK)
        changes += 1
    names = [local(child) for child in element if trees.is_element(child)]
    if "tr" in names and any(name in ROW_GROUPS for name in names):
        for child in [each for each in element if local(each) == "tr"]:
            before = child.getprevious()
            if before is not None and local(before) == "tbody" and before.get("id") is None and len(before.attrib) == 0:
                before.append(child)
            else:
                trees.wrap([child], "tbody")
            changes += 1
    for name in ("thead", "tfoot"):
        for extra in [child for child in element if local(child) == name][1:]:
            trees.rename(extra, "tbody")
            changes += 1
    if "col" in names and ("colgroup" in names or grammar.version == 3):
        columns = [child for child in element if local(child) == "col"]
        trees.wrap(columns, "colgroup")
        changes += 1
    order = _ORDER_2 if grammar.version == 2 else _ORDER_3
    rank: dict[str | None, int] = {name: number for number, name in enumerate(order)}
    ranks = [rank.get(local(child), len(order)) for child in element if trees.is_element(child)]
    if ranks != sorted(ranks):
        children = sorted(element, key=lambda child: rank.get(local(child), len(order)) if trees.is_element(child) else 0)
        for child in children:
            element.append(child)
        changes += 1
    return changes
