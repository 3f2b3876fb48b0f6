"""Writes a feed (RSS 0.9 to 2.0, Atom) as a page that people can read.

Usage: feed_page.py FILE RESULT

Writes HTML to RESULT: the feed, then its entries, each with its link, date, author and text. Prints JSON: {"problem": why the file is not
a feed, or null}.
"""

from __future__ import annotations

import json
import sys
from html import escape

from lxml import etree, html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ROOTS = {"rss", "RDF", "feed"}
ENTRIES = {"item", "entry"}
# The first that an entry has is its text: the whole one before its summary.
TEXTS = ("encoded", "content", "description", "summary")
DATES = ("pubDate", "published", "updated", "date")
# Headings of an entry's text stand below the entry's own.
LEVELS_BELOW = 2
LAST_LEVEL = 6


class NotAFeed(Exception):
    """The file is not a feed that can be read; the message says why."""


def children(parent: Any) -> Iterator[tuple[str, Any]]:
    """Yields the elements of an element with their names without namespaces, which differ between versions of RSS."""
    for child in parent:
        if isinstance(child.tag, str):
            yield etree.QName(child).localname, child


def child_text(parent: Any, *names: str) -> str:
    """Returns the text of the first child that has one of these names and a text, in the order of the names."""
    for wanted in names:
        for name, child in children(parent):
            text = " ".join("".join(child.itertext()).split())
            if name == wanted and text:
                return text
    return ""


def link_of(parent: Any) -> str:
    """Returns where an entry leads: RSS has it as text, Atom as an attribute."""
    links = [child for name, child in children(parent) if name == "link"]
    pages = [each for each in links if each.get("rel", "alternate") == "alternate"]
    return next((address for each in pages if (address := (each.get("href") or each.text or "").strip())), "")


def author_of(entry: Any) -> str:
    """Returns who wrote an entry; Atom has a name inside of the author."""
    authors = [child_text(child, "name") or child_text(entry, name) for name, child in children(entry) if name == "author"]
    return ", ".join(author for author in authors if author) or child_text(entry, "creator")


def text_of(entry: Any) -> str:
    """Returns the text of an entry as HTML."""
    for wanted in TEXTS:
        for name, child in children(entry):
            if name != wanted:
                continue
            if child.get("type") == "xhtml":
                written = "".join(etree.tostring(each).decode("ascii") for each in child)
            elif child.get("type") == "text":
                written = f"<p>{escape(child.text or '')}</p>"
            else:
                written = child.text or ""
            if written.strip():
                return balanced(written)
    return ""


def balanced(written: str) -> str:
    """Returns a piece of HTML whose elements are closed, with headings below those of the page."""
    piece = html.fragment_fromstring(written.replace("\0", ""), create_parent="div")
    for element in list(piece.iter("script", "style")):
        element.drop_tree()
    for level in range(LAST_LEVEL, 0, -1):
        for heading in list(piece.iter(f"h{level}")):
            heading.tag = f"h{min(level + LEVELS_BELOW, LAST_LEVEL)}"
    return html.tostring(piece, encoding="unicode")


def read_feed(path: str) -> Any:
    """Returns the root of a feed. Raises NotAFeed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.parse(path, parser).getroot()
    except etree.XMLSyntaxError as error:
        message = "it is not well-formed XML"
        raise NotAFeed(message) from error
    if etree.QName(root).localname not in ROOTS:
        message = f"its root element is {etree.QName(root).localname}, and not that of RSS or Atom"
        raise NotAFeed(message)
    return root


def page_of(root: Any) -> str:
    """Returns a feed as HTML."""
    about = next((child for name, child in children(root) if name == "channel"), root)
    title = child_text(about, "title")
    facts = [child_text(about, "description", "subtitle"), link_of(about), child_text(about, *DATES, "lastBuildDate")]
    parts = [f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{escape(title)}</title></head><body>"]
    parts += [f"<h1>{escape(title)}</h1>", *(f"<p>{as_link(fact)}</p>" for fact in facts if fact)]
    # RSS 1.0 has its entries beside the channel.
    for parent in [about] if about is root else [about, root]:
        for name, entry in children(parent):
            if name not in ENTRIES:
                continue
            facts = [child_text(entry, *DATES), author_of(entry), link_of(entry)]
            parts.append(f"<h2>{escape(child_text(entry, 'title'))}</h2>")
            parts.append(f"<p>{'<br>'.join(as_link(fact) for fact in facts if fact)}</p>")
            parts.append(text_of(entry))
    return "".join(parts)


def as_link(fact: str) -> str:
    """Returns an address of the web as a link, and anything else as text."""
    is_address = fact.startswith(("http://", "https://")) and " " not in fact
    return f'<a href="{escape(fact)}">{escape(fact)}</a>' if is_address else escape(fact)


def main() -> None:
    """Runs the program."""
    source, result = sys.argv[1:]
    try:
        page = page_of(read_feed(source))
    except NotAFeed as error:
        print(json.dumps({"problem": str(error)}))
        return
    with open(result, "w", encoding="utf-8") as file:
        file.write(page)
    print(json.dumps({"problem": None}))


main()
