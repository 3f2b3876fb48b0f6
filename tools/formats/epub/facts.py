"""Metadata of an EPUB 3 beyond Dublin Core: properties such as those of accessibility, and links to a licence or a record.

calibre keeps none of it. EPUB Packages 3.2, sections 3.4.4 (meta) and 3.4.5 (link).
"""

import re

import trees
from book import OPF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from book import Book

_COLLECTION = f"{{{OPF}}}collection"
_META, _LINK = f"{{{OPF}}}meta", f"{{{OPF}}}link"
_KEPT = {_META: ("property", "scheme"), _LINK: ("rel", "href", "media-type", "properties", "hreflang")}
# Properties of the layout and of narrated text, which losses.py reports; ones that calibre writes again; ones equal to Dublin Core's.
_ELSEWHERE = re.compile(
    "rendition:(layout|orientation|spread|viewport)|(media|calibre):.*|"
    "dcterms:(modified|title|creator|contributor|identifier|language|publisher|subject|description|date)"
)
_PREFIX = re.compile(r"([\w.-]+):\s+(\S+)")
# The side of an open book that a page lies on (EPUB Packages 3.2, section 3.4.12).
_SIDE = re.compile(r"\bpage-spread-(?:left|right|center)\b")
# What refines other metadata and has another form in the result, or says how a program is to use it.
_DETAILS = frozenset(("role", "file-as", "title-type", "display-seq", "identifier-type", "meta-auth"))
_SERIES = "belongs-to-collection"
_READ_ALOUD = "synchronizedAudioText"
MOST = 1000


def facts_of(book: "Book") -> "list[dict[str, str]]":
    """Returns the attributes, and the content as `text`, of each fact about the whole book."""
    facts: list[dict[str, str]] = []
    if book.version == 2:
        return facts
    for element in book.opf.iter(*_KEPT):
        fact = {key: value for key in _KEPT[element.tag] if (value := element.get(key)) is not None}
        name = name_of(fact)
        text = trees.text_of(element)
        if not name or _ELSEWHERE.fullmatch(name) or text == _READ_ALOUD:
            continue
        if element.get("refines") is None:
            facts.append({**fact, "text": text})
        elif name not in _DETAILS:
            facts.append(only_named(name))
    facts.extend(only_named(f"collection {each.get('role', '')}".strip()) for each in book.opf.iterchildren(_COLLECTION))
    facts.extend(only_named("page-spread") for each in book.spine() if _SIDE.search(each.get("properties", "")))
    return facts[:MOST]


def only_named(name: str) -> "dict[str, str]":
    """A fact that is not given back to the result: calibre renames and divides what it is about."""
    return {"rel": name, "href": ""}


def name_of(fact: "dict[str, Any]") -> str:
    return fact.get("property") or fact.get("rel") or ""


def prefixes_of(book: "Book") -> "dict[str, str]":
    """Returns the meanings of prefixes as far as the book declares them: others are reserved (section D.2)."""
    return dict(_PREFIX.findall(book.opf.get("prefix", "")))


def give_back(book: "Book", facts: "list[dict[str, str]]", prefixes: "dict[str, str]") -> int:
    """Adds the source's facts to an EPUB 3 made of it, except links to files and collections. Returns the number of changes."""
    metadata = book.opf.find(f"{{{OPF}}}metadata")
    if metadata is None or book.version == 2:
        return 0
    own = prefixes_of(book)
    known = facts_of(book)
    changes = 0
    for fact in facts:
        used = {
            name.partition(":")[0]
            for key in ("property", "rel", "properties", "scheme")
            for name in fact.get(key, "").split()
            if ":" in name
        }
        meanings = {prefix: prefixes[prefix] for prefix in used if prefix in prefixes}
        is_remote = fact.get("href", "https:").startswith(("http:", "https:"))
        # calibre has read a series, or the user requested another.
        is_series = name_of(fact) == _SERIES and any(name_of(each) == _SERIES for each in known)
        if fact in known or is_series or not is_remote or any(own.get(prefix, meaning) != meaning for prefix, meaning in meanings.items()):
            continue
        own.update(meanings)
        element = trees.etree.SubElement(metadata, _LINK if "rel" in fact else _META)
        for key, value in fact.items():
            if key != "text":
                element.set(key, value)
        element.text = fact.get("text") or None
        changes += 1
    if own != prefixes_of(book):
        book.opf.set("prefix", " ".join(f"{prefix}: {meaning}" for prefix, meaning in own.items()))
    return changes
