"""Moves elements from places where they are not allowed to places where they are, with the same look."""

import trees
from grammar import HEADINGS, LISTS, PLAIN_BLOCKS
from parts import ROW_GROUPS, repair_definitions, repair_list, repair_rows, repair_table
from places import repair_areas, repair_places
from trees import AS_BLOCK, h, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from grammar import Grammar
    from trees import Element

# Moves can make new work for earlier steps; no book has needed more rounds.
_MOST_ROUNDS = 8
# These become inline together with the block around them.
_LISTED = LISTS | HEADINGS | frozenset("li dl dt dd blockquote pre address table tr td th tbody".split())


def repair_structure(root: "Element", grammar: "Grammar") -> int:
    """Returns the number of changes."""
    changes = _repair_nested_links(root)
    for _ in range(_MOST_ROUNDS):
        changed = repair_places(root) + repair_areas(root, grammar) + _repair_all(root, grammar)
        if changed == 0:
            break
        changes += changed
    return changes


def _repair_all(root: "Element", grammar: "Grammar") -> int:
    """Works from the innermost element outwards, so that each element's content is already in order."""
    changes = 0
    for element in reversed(trees.elements(root)):
        name = local(element)
        if name is None or not trees.is_attached(element, root) or name in ("html", "head"):
            continue
        changes += _repair(element, name, grammar)
    return changes


def _repair(element: "Element", name: str, grammar: "Grammar") -> int:
    if name in LISTS or (name == "menu" and grammar.version == 3):
        return repair_list(element)
    if name == "dl":
        return repair_definitions(element, grammar)
    if name == "table":
        return repair_table(element, grammar)
    if name in ROW_GROUPS:
        return repair_rows(element, "tr")
    if name == "tr":
        return repair_rows(element, "td")
    if name == "hgroup":
        return _repair_heading_group(element)
    if name == "map" and grammar.version == 2:
        if not len(element) and not trees.has_text(element.text):
            trees.unwrap(element)
            return 1
        return _wrap_loose(element, grammar, frozenset(("area",)))
    if name == "ruby" and element.find(h("rt")) is None and element.find(h("rtc")) is None:
        trees.rename(element, "span")
        return 1
    if name == "select":
        return _repair_choice(element)
    if name == "details":
        return _repair_details(element)
    if name == "figure":
        return _one_caption(element)
    changes = 0
    if name in grammar.block_only:
        return changes + _wrap_loose(element, grammar, ()) + _fill(element)
    if name in grammar.flow:
        return changes
    if name in grammar.transparent and not _holds_inline_only(element, grammar):
        return changes
    return changes + _repair_inline(element, name, grammar)


def _repair_choice(element: "Element") -> int:
    names = {local(child) for child in element if trees.is_element(child)}
    texts = [element.text, *(child.tail for child in element)]
    if names <= {"option", "optgroup", "script"} and not any(map(trees.has_text, texts)):
        return 0
    trees.unwrap(element)
    return 1


def _one_caption(element: "Element") -> int:
    extra = [child for child in element if trees.is_element(child) and local(child) == "figcaption"][1:]
    for child in extra:
        trees.rename(child, "div")
    return len(extra)


def _repair_details(element: "Element") -> int:
    first = next((child for child in element if trees.is_element(child)), None)
    if first is not None and local(first) == "summary" and not trees.has_text(element.text):
        return 0
    summary = element.makeelement(h("summary"))
    summary.text = "Details"
    summary.tail, element.text = element.text, None
    element.insert(0, summary)
    return 1


def _is_block(child: "Element", grammar: "Grammar") -> bool:
    if not trees.is_element(child):
        return False
    name = local(child)
    if name in grammar.transparent:
        return any(_is_block(each, grammar) for each in child)
    return name in grammar.blocks


def _holds_inline_only(element: "Element", grammar: "Grammar") -> bool:
    """Whether the parent of a transparent element allows only inline content."""
    for ancestor in element.iterancestors():
        name = local(ancestor) if trees.is_element(ancestor) else None
        if name in grammar.transparent:
            continue
        return name is not None and name not in grammar.flow and name not in grammar.block_only
    return False


def _repair_inline(element: "Element", name: str, grammar: "Grammar") -> int:
    blocks = [child for child in element if _is_block(child, grammar)]
    if not blocks:
        return 0
    if name == "p":
        trees.rename(element, "div")
    elif all(_is_plain(block, grammar) for block in blocks):
        for block in blocks:
            _flatten(block)
    elif name in HEADINGS or name in ("pre", "address", "legend", "summary"):
        if name == "pre":
            trees.add_style(element, "white-space: pre-wrap; font-family: monospace")
        trees.rename(element, "div")
    elif name == "dt":
        trees.rename(element, "dd")
    elif name == "caption":
        for block in blocks:
            _flatten(block)
    else:
        trees.unwrap(element)
    return len(blocks)


def _is_plain(block: "Element", grammar: "Grammar") -> bool:
    """Whether a block contains no other blocks than plain ones."""
    if local(block) not in PLAIN_BLOCKS:
        return False
    return all(_is_plain(each, grammar) for each in block if _is_block(each, grammar))


def _flatten(block: "Element") -> None:
    """Turns a block, and each block in it, into a span displayed as a block."""
    for each in [block, *block.iterdescendants()]:
        name = local(each) if trees.is_element(each) else None
        if name in PLAIN_BLOCKS or (name in _LISTED and each is not block):
            trees.rename(each, "span")
            trees.add_style(each, AS_BLOCK)


def _wrap_loose(element: "Element", grammar: "Grammar", allowed: "Container[str | None]") -> int:
    """Wraps text and inline elements among blocks in their own block."""
    changes = 0
    if trees.has_text(element.text):
        wrapper = element.makeelement(h("div"))
        wrapper.text, element.text = element.text, None
        element.insert(0, wrapper)
        changes += 1
    run: list[Element] = []
    for child in list(element):
        if not trees.is_element(child):
            if run or trees.has_text(child.tail):
                run.append(child)
            continue
        name = local(child)
        standing = name in allowed or (name is not None and name in grammar.blocks)
        if not standing:
            run.append(child)
            continue
        changes += _close(run)
        run = []
        if trees.has_text(child.tail):
            wrapper = element.makeelement(h("div"))
            wrapper.text, child.tail = child.tail, None
            child.addnext(wrapper)
            run = [wrapper]
            changes += 1
    return changes + _close(run)


def _close(run: "list[Element]") -> int:
    """Puts a run into one block: its first element may already be one, made for preceding text."""
    if not run:
        return 0
    first = run[0]
    if local(first) == "div":
        for child in run[1:]:
            first.append(child)
        return len(run) - 1
    trees.wrap(run, "div")
    return 1


def _fill(element: "Element") -> int:
    if any(trees.is_element(child) for child in element):
        return 0
    element.append(element.makeelement(h("div")))
    return 1


def _repair_heading_group(element: "Element") -> int:
    """HTML allows paragraphs in it since 2022; EPUB 3.2 follows the earlier rules."""
    children = [child for child in element if trees.is_element(child)]
    if children and all(local(child) in HEADINGS or local(child) == "script" for child in children):
        return 0
    trees.rename(element, "div")
    return 1


def _repair_nested_links(root: "Element") -> int:
    """Keeps the inner one of two nested links, because a tap hits it."""
    changes = 0
    for link in trees.elements(root):
        if local(link) == "a" and any(local(each) == "a" for each in link.iterdescendants() if trees.is_element(each)):
            trees.drop(link, ("href", "type", "hreflang", "rel", "rev", "charset", "target", "download", "ping", "referrerpolicy"))
            trees.rename(link, "span")
            changes += 1
    return changes
