"""The package file, the navigation document and the NCX."""

import re

import trees
from book import OPF, relative
from trees import EPUB, MATHML, SVG, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from book import Book, Item
    from links import Links, Target
    from trees import Element

_NCX = "http://www.daisy.org/z3986/2005/ncx/"
# calibre splits a long document into a_split_000.xhtml and so on, and each place keeps its id.
_PARTED = re.compile(r"_split_\d+(?=\.[^./]*$)")
_DESCRIBED = ("scripted", "svg", "mathml", "remote-resources", "switch")


def needed_properties(root: "Element") -> "set[str]":
    """Returns the properties that the manifest must state about a document (EPUB Packages 3.2, appendix D.4)."""
    needed: set[str] = set()
    for element in trees.elements(root):
        tag = local(element)
        if tag == "script" or element.tag == f"{{{SVG}}}script" or any(key.startswith("on") for key in element.attrib):
            needed.add("scripted")
        if element.tag == f"{{{SVG}}}svg":
            needed.add("svg")
        if element.tag == f"{{{MATHML}}}math":
            needed.add("mathml")
        if element.tag == f"{{{EPUB}}}switch":
            needed.add("switch")
        if tag in ("audio", "video", "source") and element.get("src", "").startswith(("http:", "https:")):
            needed.add("remote-resources")
    return needed


def repair_properties(item: "Item", needed: "set[str]") -> int:
    """Returns the number of changes."""
    own = item.properties
    wanted = [each for each in own if each not in _DESCRIBED or each in needed]
    wanted += sorted(needed - set(own))
    if wanted == own:
        return 0
    if wanted:
        item.element.set("properties", " ".join(wanted))
    else:
        item.element.attrib.pop("properties", None)
    return 1


def repair_package_2(book: "Book") -> int:
    """Removes what only EPUB 3 has in its package file."""
    changes = 0
    for element in trees.elements(book.opf):
        for key in ("properties", "media-overlay", "page-progression-direction", "prefix", "duration"):
            if element.tag != f"{{{OPF}}}meta" and element.attrib.pop(key, None) is not None:
                changes += 1
        if element.tag == f"{{{OPF}}}meta" and element.get("property") is not None:
            trees.remove(element)
            changes += 1
    return changes


def repair_guide(book: "Book", links: "Links") -> int:
    """Removes guide references without a target."""
    changes = 0
    guide = book.opf.find(f"{{{OPF}}}guide")
    if guide is None:
        return 0
    for reference in list(guide.iterchildren(f"{{{OPF}}}reference")):
        found = links.target(book.opf_name, reference.get("href", ""))
        if found is None:
            trees.remove(reference)
            changes += 1
        elif not found[2]:
            reference.set("href", _reference(book.opf_name, found))
            changes += 1
    if not len(guide):
        trees.remove(guide)
        changes += 1
    return changes


def _reference(base: str, found: "Target") -> str:
    name, fragment, _ = found
    return relative(base, name) + (f"#{fragment}" if fragment else "")


def repair_navigation(root: "Element", name: str, book: "Book", links: "Links") -> int:
    """Fixes links in the navigation document: calibre copies landmarks, page lists and style sheets from the source's, with links relative
    to its old place. A broken link means the one part whose name ends the same. Returns the number of changes.
    """
    changes = 0
    for element in trees.elements(root):
        href = element.get("href")
        if local(element) not in ("a", "link") or href is None:
            continue
        if links.target(name, href) is None:
            found = _moved(href, book, links)
            if found is not None:
                element.set("href", _reference(name, found))
                changes += 1
    return changes


def _moved(href: str, book: "Book", links: "Links") -> "Target | None":
    path, mark, fragment = href.partition("#")
    parts = [part for part in path.split("/") if part not in (".", "..")]
    if not parts or ":" in parts[0]:
        return None
    end = "/".join(parts)
    whole = {item.name: _PARTED.sub("", item.name) for item in book.items()}
    fitting = sorted(
        name for name, origin in whole.items() if end in (name, origin) or name.endswith(f"/{end}") or origin.endswith(f"/{end}")
    )
    found = [each for name in fitting if (each := links.target("", name + mark + fragment)) is not None]
    exact = [each for each in found if each[1] is not None]
    # An element that is split has its id in each part.
    wanted = exact or (found if not fragment or len(found) == 1 else [])
    return wanted[0] if len({whole[each[0]] for each in wanted}) == 1 else None


def repair_lists(root: "Element", first: str) -> int:
    """Fixes entries of a navigation document's lists that have no link or no text, after its links were fixed. `first`: reference to the
    first document, for contents without any entry left. Returns the number of changes.
    """
    changes = 0
    for nav in [each for each in trees.elements(root) if local(each) == "nav"]:
        for entry in reversed([each for each in trees.elements(nav) if local(each) == "li"]):
            changes += _repair_entry(entry)
        for group in reversed([each for each in trees.elements(nav) if local(each) == "ol"]):
            if not any(local(each) == "li" for each in group if trees.is_element(each)) and local(trees.parent_of(group)) == "li":
                trees.remove(group)
                changes += 1
        top = next((each for each in nav if local(each) in ("ol", "div") and not _has_heading(each)), None)
        if top is None or local(top) == "div" or not len(top):
            changes += 1
            if nav.get(f"{{{EPUB}}}type") != "toc":
                trees.remove(nav)
                continue
            if top is not None:
                trees.remove(top)
            top = trees.etree.SubElement(nav, trees.h("ol"))
            link = trees.etree.SubElement(trees.etree.SubElement(top, trees.h("li")), trees.h("a"))
            link.set("href", first)
            link.text = "Start"
    return changes


def _has_heading(element: "Element") -> bool:
    return any(re.fullmatch(r"h[1-6]", local(each) or "") for each in element.iterdescendants() if trees.is_element(each))


def _repair_entry(entry: "Element") -> int:
    """Makes an entry without a link a heading of the entries below it, or removes it if there are none."""
    label = next((each for each in entry if local(each) in ("a", "span")), None)
    below = next((each for each in entry if local(each) == "ol" and len(each)), None)
    if label is None:
        trees.remove(entry)
        return 1
    has_text = trees.text_of(label) or any(each.get("alt") for each in label.iterdescendants(trees.h("img")))
    if local(label) == "a" and label.get("href") is not None and has_text:
        return 0
    if local(label) == "a" and label.get("href") is not None:
        label.text = "—"
        return 1
    if below is None:
        trees.remove(entry)
        return 1
    if local(label) == "span" and has_text:
        return 0
    trees.rename(label, "span")
    label.text = label.text if has_text else "—"
    return 1


def _repair_order(root: "Element") -> int:
    """Numbers entries from 1 without gaps, equal only for entries with the same target (NCX of DAISY 3, 8.4.3)."""
    found = [(entry, _source(entry)) for entry in root.iter(f"{{{_NCX}}}navPoint", f"{{{_NCX}}}pageTarget", f"{{{_NCX}}}navTarget")]
    # An entry without a target has no place in the order.
    entries = [entry for entry, source in found if source is not None]
    places = [source.get("src") for _, source in found if source is not None]
    orders = [entry.get("playOrder") for entry in entries]
    numbers = len(set(places))
    if set(orders) == {str(number + 1) for number in range(numbers)} and len(set(zip(places, orders, strict=True))) == numbers:
        return 0
    targets: dict[str | None, int] = {}
    for entry, place in zip(entries, places, strict=True):
        entry.set("playOrder", str(targets.setdefault(place, len(targets) + 1)))
    return 1


def _source(entry: "Element") -> "Element | None":
    """Returns the element with the target of an NCX entry."""
    return entry.find(f"{{{_NCX}}}content")


def repair_uid(root: "Element", identifier: "str | None") -> int:
    """Makes the NCX identify the book as its package file does. Returns the number of changes."""
    changes = 0
    for meta in root.iter(f"{{{_NCX}}}meta"):
        if meta.get("name") == "dtb:uid" and identifier and (meta.get("content") or "").strip() != identifier:
            meta.set("content", identifier)
            changes += 1
    return changes


def _repair_pages(root: "Element", name: str, links: "Links") -> int:
    """Removes printed page numbers whose places are missing. Returns the number of changes."""
    changes = 0
    for page in list(root.iter(f"{{{_NCX}}}pageTarget")):
        source = _source(page)
        found = None if source is None else links.page(name, source.get("src", ""))
        if source is None or found is None or ("#" in source.get("src", "") and found[1] is None):
            trees.remove(page)
            changes += 1
        elif not found[2]:
            source.set("src", _reference(name, found))
            changes += 1
    pages = root.find(f"{{{_NCX}}}pageList")
    if pages is None:
        return changes
    if pages.find(f"{{{_NCX}}}pageTarget") is None:
        trees.remove(pages)
        return changes + 1
    if not pages.get("class"):
        pages.set("class", "pages")
        changes += 1
    return changes


def repair_ncx(root: "Element", name: str, links: "Links", first: "str | None") -> int:
    """Gives entries valid targets, and numbers them by these. Returns the number of changes."""
    changes = 0
    point, content = f"{{{_NCX}}}navPoint", f"{{{_NCX}}}content"
    for entry in reversed(list(root.iter(point))):
        source = _source(entry)
        # An empty reference would lead to the NCX itself.
        found = None if source is None or not source.get("src") else links.page(name, source.get("src", ""))
        if source is None or found is None:
            changes += 1
            inner = next(entry.iterchildren(point), None)
            inner_source = None if inner is None else _source(inner)
            if inner is None:
                trees.remove(entry)
            elif source is not None and inner_source is not None:
                source.set("src", inner_source.get("src", ""))
        elif not found[2]:
            source.set("src", _reference(name, found))
            changes += 1
    changes += _repair_pages(root, name, links)
    changes += _repair_order(root)
    contents = root.find(f"{{{_NCX}}}navMap")
    if contents is not None and contents.find(point) is None and first is not None:
        entry = trees.etree.SubElement(contents, point, id="start", playOrder="1")
        label = trees.etree.SubElement(entry, f"{{{_NCX}}}navLabel")
        trees.etree.SubElement(label, f"{{{_NCX}}}text").text = "Start"
        trees.etree.SubElement(entry, content, src=first)
        changes += 1
    return changes
