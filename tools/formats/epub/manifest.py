"""Fixes references by id in the package file: each id leads to an existing part, or is removed."""

import mimetypes

import trees
from book import DOCUMENT, NCX, OPF, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from book import Book, Item
    from trees import Element

_SMIL = "application/smil+xml"
_LAYOUT = "rendition:layout"
_PLAYED = tuple(trees.h(name) for name in ("audio", "video", "source"))


def repair_manifest(book: "Book") -> int:
    """Cleans up after parts were left out: removes lines of the manifest without a file, fallbacks to a missing part or to itself,
    narrations, places in the reading order, the cover and metadata that refer to one. Returns the number of changes.
    """
    manifest = book.opf.find(f"{{{OPF}}}manifest")
    if manifest is None:
        return 0
    changes = _repair_lines(book, manifest)
    items = {item.id: item for item in book.items() if item.id is not None}
    for item in items.values():
        for key in ("fallback", "fallback-style"):
            if item.element.get(key) is not None and not _ends(item.element, key, items):
                del item.element.attrib[key]
                changes += 1
        overlay = items.get(item.element.get("media-overlay", ""))
        if item.element.get("media-overlay") is not None and (overlay is None or overlay.media_type != _SMIL):
            del item.element.attrib["media-overlay"]
            changes += 1
    changes += _repair_spine(book, items)
    return changes + _repair_metadata(book, items)


def list_remote(book: "Book", root: "Element") -> int:
    """Lists remote sounds and films too (RSC-008 of epubcheck). root: a document. Returns the number of changes."""
    manifest = book.opf.find(f"{{{OPF}}}manifest")
    places = [(each, each.get("src", "")) for each in root.iter(*_PLAYED)]
    remote = [(each, src) for each, src in places if src.startswith(("http://", "https://"))]
    if manifest is None or not remote:
        return 0
    listed = {item.get("href") for item in manifest.iterchildren(f"{{{OPF}}}item")}
    ids = {element.get("id") for element in trees.elements(book.opf)}
    changes = 0
    for element, src in remote:
        if src in listed:
            continue
        listed.add(src)
        own = f"remote-{len(ids)}"
        while own in ids:
            own += "_"
        ids.add(own)
        item = trees.etree.SubElement(manifest, f"{{{OPF}}}item", id=own, href=src)
        item.set("media-type", element.get("type", "").partition(";")[0].strip() or _type_of(element, src))
        changes += 1
    return changes


def _type_of(element: "Element", src: str) -> str:
    guessed = mimetypes.guess_type(src.partition("?")[0], strict=False)[0]
    parent = element.getparent()
    player = element if trees.local(element) != "source" or parent is None else parent
    return guessed or ("audio/mpeg" if trees.local(player) == "audio" else "video/mp4")


def repair_layout(book: "Book", has_viewport: "Callable[[str], bool]") -> int:
    """Makes pages of a fixed layout reflowable if they do not state their size (HTM-046 of epubcheck). has_viewport: of a document, by its
    name. Returns the number of changes.
    """
    is_fixed = any(
        meta.get("property") == _LAYOUT and (meta.text or "").strip() == "pre-paginated" for meta in book.opf.iter(f"{{{OPF}}}meta")
    )
    names = {item.id: item.name for item in book.items() if item.media_type == DOCUMENT}
    changes = 0
    for reference in book.spine():
        own = reference.get("properties", "").split()
        fixed = f"{_LAYOUT}-pre-paginated" in own or (is_fixed and f"{_LAYOUT}-reflowable" not in own)
        name = names.get(reference.get("idref"))
        if fixed and name is not None and not has_viewport(name):
            kept = [each for each in own if not each.startswith(f"{_LAYOUT}-")]
            reference.set("properties", " ".join([*kept, f"{_LAYOUT}-reflowable"]))
            changes += 1
    return changes


def _repair_lines(book: "Book", manifest: "Element") -> int:
    changes = 0
    for element in list(manifest.iterchildren(f"{{{OPF}}}item")):
        href = element.get("href", "")
        if resolve(book.opf_name, href) not in book.names and "://" not in href:
            trees.remove(element)
            changes += 1
    return changes


def _ends(element: "Element", key: str, items: "dict[str, Item]") -> bool:
    """Whether each leads to the next and the last to none: no cycle and no missing id."""
    seen: set[str] = set()
    following = element.get(key)
    while following is not None:
        if following in seen or following not in items or items[following].element is element:
            return False
        seen.add(following)
        following = items[following].element.get(key)
    return True


def _repair_spine(book: "Book", items: "dict[str, Item]") -> int:
    spine = book.opf.find(f"{{{OPF}}}spine")
    changes = 0 if spine is None or spine.attrib.pop("page-map", None) is None else 1
    seen: set[str | None] = set()
    for reference in book.spine():
        idref = reference.get("idref")
        if idref not in items or idref in seen:
            trees.remove(reference)
            changes += 1
        seen.add(idref)
    spine = book.opf.find(f"{{{OPF}}}spine")
    if spine is None:
        return changes
    contents = [item.id for item in items.values() if item.media_type == NCX]
    if spine.get("toc") not in [*contents, None]:
        del spine.attrib["toc"]
        changes += 1
    if spine.get("toc") is None and contents:
        spine.set("toc", contents[0] or "")
        changes += 1
    return changes


def _repair_metadata(book: "Book", items: "dict[str, Item]") -> int:
    changes = 0
    for meta in list(book.opf.iter(f"{{{OPF}}}meta")):
        if meta.get("name") == "cover" and meta.get("content") not in items:
            trees.remove(meta)
            changes += 1
    ids = {element.get("id") for element in trees.elements(book.opf)}
    about: dict[str, list[Element]] = {}
    for remark in book.opf.iter(f"{{{OPF}}}meta", f"{{{OPF}}}link"):
        refined = remark.get("refines", "")
        if refined.startswith("#"):
            about.setdefault(refined[1:], []).append(remark)
    lost = [remark for named, remarks in about.items() if named not in ids for remark in remarks]
    while lost:
        # Metadata may refine other metadata.
        remark = lost.pop()
        lost += about.pop(remark.get("id", ""), [])
        trees.remove(remark)
        changes += 1
    return changes
