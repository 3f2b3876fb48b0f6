"""Fixes references: each leads to something that exists, or is removed."""

import re
from urllib.parse import quote, unquote, urlsplit

import trees
from book import DOCUMENT, relative, resolve
from styles import repair_css
from trees import SVG, XLINK, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from book import Book
    from trees import Element

    # The part, a valid fragment of it or None, and whether nothing had to be fixed.
    Target: TypeAlias = tuple[str, str | None, bool]

# Schemes of references that may lead outside the book.
_OUTSIDE = frozenset(("http", "https", "mailto", "tel", "ftp", "news", "sms", "geo", "urn", "doi", "data"))
_LOADED = {
    "img": ("src", "longdesc"),
    "audio": ("src",),
    "video": ("src", "poster"),
    "source": ("src",),
    "track": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "object": ("data",),
    "script": ("src",),
    "link": ("href",),
    "input": ("src",),
    "body": ("background",),
}
_SVG = f"{{{SVG}}}"
# EPUB 3.2, section 4.2.2: only sound and film may be remote.
_MAY_BE_REMOTE = frozenset(("audio", "video", "source"))
_ID_REFERENCES = (
    "for",
    "headers",
    "list",
    "form",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-flowto",
    "aria-details",
    "aria-errormessage",
    "aria-activedescendant",
)
_NCNAME = re.compile(r"[^\W\d][\w.\-\u00b7]*")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s/?#@:\[\]<>\"{}|\\^`%]+)(:\d{1,5})?")
_SAFE = "%/:?#[]@!$&'()*+,;=-._~"


def repair_ids(root: "Element", version: int) -> "tuple[int, set[str], dict[str, str]]":
    """Makes ids valid and unique. Returns (changes, valid ids, old ids → new ones)."""
    changes = 0
    seen: set[str] = set()
    renamed: dict[str, str] = {}
    for element in trees.elements(root):
        value = element.get("id")
        if value is None:
            continue
        new = _valid_id(value, version)
        if new is None or new in seen:
            del element.attrib["id"]
            changes += 1
            continue
        if new != value:
            element.set("id", new)
            renamed[value] = new
            changes += 1
        seen.add(new)
    return changes, seen, renamed


def ids_in(root: "Element") -> "set[str]":
    return {element.attrib["id"] for element in trees.elements(root) if "id" in element.attrib}


def _valid_id(value: str, version: int) -> "str | None":
    if _NCNAME.fullmatch(value) and value.isprintable():
        return value
    stripped = value.strip()
    if version == 3 and stripped == value and stripped and not re.search(r"\s", value):
        return value
    if not stripped:
        return None
    new = re.sub(r"[^\w.\-]", "_", stripped)
    return new if _NCNAME.fullmatch(new) else f"id_{new}"


class Links:
    """Collects the link targets in every document of a book, and fixes links without a target."""

    def __init__(self, book: "Book", version: int) -> None:
        self.book = book
        self.version = version
        # Name of a document → its ids, and the new forms of changed ids.
        self.ids: dict[str, set[str]] = {}
        self.renamed: dict[str, dict[str, str]] = {}
        self._items = {item.name: item for item in book.items()}
        by_id = {item.id: item.name for item in book.items()}
        self._spine = {by_id.get(reference.get("idref")) for reference in book.spine()}

    def repair(self, root: "Element", name: str) -> int:
        changes = 0
        for element in trees.elements(root):
            if not trees.is_attached(element, root):
                continue
            tag = local(element)
            if tag is None:
                changes += self._repair_svg(element, name) if element.tag.startswith(_SVG) else 0
                continue
            changes += self._repair_id_references(element, name)
            if tag in ("a", "area") and element.get("href") is not None:
                changes += self._repair_link(element, "href", name)
                if tag == "area" and element.get("href") is None:
                    trees.remove(element)
                    continue
            if tag in _LOADED:
                changes += self._repair_loaded(element, tag, name)
            for key in ("cite", "usemap"):
                if element.get(key) is not None:
                    changes += self._repair_quoted(element, key)
            changes += self._repair_styles(element, tag, name)
        return changes + self._repair_choices(root, name)

    def repair_sheet(self, css: str, name: str) -> str:
        """Fixes a style sheet, see repair_css; `name`: of its part, or of the part that contains it."""
        return repair_css(css, lambda reference: reference.startswith("data:") or self._is_there(reference, name, "style"))

    def _repair_styles(self, element: "Element", tag: str, name: str) -> int:
        changes = 0
        if tag == "style" and element.text:
            new = self.repair_sheet(element.text, name)
            changes += new != element.text
            element.text = new
        style = element.get("style")
        if style is not None and "url(" in style.lower():
            new = self.repair_sheet(style, name)
            changes += new != style
            element.set("style", new)
        return changes

    def _repair_choices(self, root: "Element", name: str) -> int:
        """Fixes pictures in several sizes: removes missing ones, and makes sure that a picture element contains a picture."""
        changes = 0
        for element in trees.elements(root):
            tag = local(element)
            if not trees.is_attached(element, root):
                continue
            choices = element.get("srcset")
            if tag in ("img", "source") and choices is not None:
                places = [each.split()[0] for each in choices.split(",") if each.strip()]
                if not places or not all(self._is_there(place, name, tag) for place in places):
                    changes += 1
                    del element.attrib["srcset"]
                    element.attrib.pop("sizes", None)
                    if tag == "source" and local(trees.parent_of(element)) == "picture":
                        trees.remove(element)
            if tag == "picture" and element.find(trees.h("img")) is None:
                changes += 1
                for part in list(element):
                    trees.remove(part)
                trees.unwrap(element)
        return changes

    def target(self, base: str, reference: str) -> "Target | None":
        """Returns (name of the part, valid fragment or None, whether nothing had to be fixed); None if the target is missing."""
        path, _, fragment = reference.partition("#")
        path, question, _ = path.partition("?")
        name = resolve(base, path)
        if name not in self._items or (question and not path):
            return None
        if not fragment:
            return name, None, "#" not in reference and not question
        ids = self.ids.get(name)
        if ids is None or fragment.startswith("epubcfi("):
            return name, fragment, not question
        new = self._id_in(name, fragment)
        return name, new, new == fragment and not question

    def page(self, base: str, reference: str) -> "Target | None":
        """Like target, but only documents: one that is not in the reading order is added to it."""
        found = self.target(base, reference)
        return found if found is not None and self._can_be_linked(found[0]) else None

    def _id_in(self, name: str, fragment: str) -> "str | None":
        for each in (fragment, unquote(fragment)):
            new = self.renamed.get(name, {}).get(each, each)
            if new in self.ids.get(name, ()):
                return fragment if new == each and each == fragment else new
        return None

    def _repair_link(self, element: "Element", key: str, base: str) -> int:
        """Fixes a link. Returns the number of changes."""
        value = element.attrib[key]
        new = self._link(value, base)
        if new == value:
            return 0
        if new is None:
            del element.attrib[key]
            if local(element) == "a":
                for other in ("target", "download", "ping", "rel", "hreflang", "type", "referrerpolicy"):
                    element.attrib.pop(other, None)
        else:
            element.set(key, new)
        return 1

    def _link(self, value: str, base: str) -> "str | None":
        stripped = value.strip()
        if stripped in ("", "#"):
            return None
        scheme = _scheme(stripped)
        if scheme is not None:
            return _outside(stripped, scheme)
        if stripped.startswith(("//", "/")):
            return None
        found = self.page(base, stripped)
        if found is None:
            return None
        name, fragment, is_right = found
        if is_right and not re.search(r"\s", value):
            return value
        start = "" if name == base and fragment else relative(base, name)
        return f"{start}#{quote(fragment, safe=_SAFE)}" if fragment else start

    def _can_be_linked(self, name: str) -> bool:
        """Whether it is a document; one that is not in the reading order is added to it."""
        if name in self._spine:
            return True
        item = self._items[name]
        if item.media_type != DOCUMENT or "nav" in item.properties:
            return False
        if not self.book.add_to_spine(item):
            return False
        self._spine.add(name)
        self.book.is_changed = True
        return True

    def _repair_loaded(self, element: "Element", tag: str, base: str) -> int:
        for key in _LOADED[tag]:
            value = element.get(key)
            if value is None:
                continue
            if self._is_there(value, base, tag):
                continue
            if key in ("longdesc", "poster", "background"):
                del element.attrib[key]
                return 1
            self._leave_out(element, tag)
            return 1
        return self._repair_media(element) if tag in ("audio", "video") else 0

    def _is_there(self, value: str, base: str, tag: str) -> bool:
        scheme = _scheme(value.strip())
        if scheme == "data":
            return tag == "img" and value.strip().startswith("data:image/")
        if scheme in ("http", "https"):
            return tag in _MAY_BE_REMOTE and self.version == 3 and _outside(value, scheme) == value
        if scheme is not None or value.strip() == "" or value.startswith("/"):
            return False
        if re.search(r"\s", value):
            return False
        return self.target(base, value) is not None

    def _leave_out(self, element: "Element", tag: str) -> None:
        """Replaces what cannot be shown with its alternative."""
        if tag == "img":
            trees.remove(element, element.get("alt"))
        elif tag in ("audio", "video"):
            element.attrib.pop("src")
            self._repair_media(element)
        elif tag in ("object", "iframe"):
            for part in list(element):
                if local(part) == "param":
                    trees.remove(part)
            trees.unwrap(element)
        else:
            trees.remove(element)

    def _repair_media(self, element: "Element") -> int:
        """Replaces a sound or film that has nothing to play with its fallback."""
        sources = [part for part in element if local(part) == "source"]
        if element.get("src") is not None or sources:
            return 0
        for part in list(element):
            if local(part) == "track":
                trees.remove(part)
        trees.unwrap(element)
        return 1

    def _repair_quoted(self, element: "Element", key: str) -> int:
        value = element.attrib[key]
        if key == "usemap":
            maps = element.getroottree().getroot().iter(trees.h("map"))
            if any(value in (f"#{each.get('id')}", f"#{each.get('name')}") for each in maps):
                return 0
        else:
            scheme = _scheme(value.strip())
            if scheme is not None and _outside(value, scheme) == value:
                return 0
        del element.attrib[key]
        return 1

    def _repair_id_references(self, element: "Element", name: str) -> int:
        changes = 0
        ids: set[str] = self.ids.get(name, set())
        renamed: dict[str, str] = self.renamed.get(name, {})
        for key in _ID_REFERENCES:
            value = element.get(key)
            if value is None:
                continue
            kept = [renamed.get(each, each) for each in value.split()]
            kept = [each for each in kept if each in ids]
            if kept != value.split():
                changes += 1
                if kept:
                    element.set(key, " ".join(kept))
                else:
                    del element.attrib[key]
        return changes

    def _repair_svg(self, element: "Element", base: str) -> int:
        changes = self._repair_id_references(element, base)
        changes += self._repair_styles(element, element.tag.removeprefix(_SVG), base)
        return changes + self._repair_svg_link(element, base)

    def _repair_svg_link(self, element: "Element", base: str) -> int:
        key = f"{{{XLINK}}}href"
        value = element.get(key) or element.get("href")
        if value is None:
            return 0
        if element.get(key) is None and self.version == 2:
            element.set(key, element.attrib.pop("href"))
        key = key if element.get(key) is not None else "href"
        if element.tag == f"{_SVG}a":
            return self._repair_link(element, key, base)
        if value.startswith("#") or self._is_there(value, base, "img"):
            return 0
        parent = element.getparent()
        if parent is not None:
            trees.remove(element)
            if parent.tag == f"{_SVG}font-face-src" and not len(parent):
                # An empty list of places.
                trees.remove(parent)
        return 1


def _scheme(reference: str) -> "str | None":
    found = re.match(r"([A-Za-z][A-Za-z0-9+.\-]*):", reference)
    return found[1].lower() if found else None


def _outside(reference: str, scheme: str) -> "str | None":
    """Returns a valid reference to outside the book, or None."""
    if scheme not in _OUTSIDE or scheme == "data" or not reference.partition(":")[2].strip():
        return None
    # A percent sign that does not begin an escape is literal.
    text = quote(re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", reference), safe=_SAFE)
    head, mark, fragment = text.partition("#")
    text = head + mark + fragment.replace("#", "%23")
    if scheme in ("http", "https", "ftp"):
        try:
            parts = urlsplit(reference)
        except ValueError:
            return None
        host = parts.netloc.rpartition("@")[2]
        if not _HOST.fullmatch(host):
            return None
        path = text.split("://", 1)[-1].partition("/")[2]
        text = text if not re.search(r"[\[\]]", path) else text.replace(path, path.replace("[", "%5B").replace("]", "%5D"))
    return reference if _is_plain(reference, text) else text


def _is_plain(reference: str, quoted: str) -> bool:
    """International characters may stay as they are; white space and similar characters may not."""
    return re.fullmatch(r"[^\s<>\"{}|\\^`\x00-\x1f]*", reference) is not None and "%25" not in quoted.replace(reference, "")
