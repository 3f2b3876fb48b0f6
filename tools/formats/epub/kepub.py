"""Makes a kepub of an EPUB, for Kobo's own renderer.

Usage: kepub.py SOURCE RESULT

Each sentence and picture gets its own span, numbered by block and sentence: with these the reader remembers its position, marks text and
counts pages. The content is in two frames that are laid out as columns. Prints JSON: {"pages": number of changed documents}.
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import trees
from book import DOCUMENT, Book, NoBook
from trees import h, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from trees import Element

# A sentence, with the white space after it.
_SENTENCE = re.compile(r".*?[.!?…。！？]+[\"'”’»)\]]*(?:\s+|$)|.+?$", re.DOTALL)  # noqa: RUF001 - full stops of Chinese and Japanese
_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li dt dd td th pre blockquote figcaption caption".split())
_UNTOUCHED = frozenset("script style template audio video iframe object canvas textarea select datalist ruby head".split())
_SPAN_CLASS = "koboSpan"


class Numbers:
    """Counts blocks, and the sentences in each."""

    def __init__(self) -> None:
        self.block, self.sentence = 1, 0

    def begin(self) -> None:
        if self.sentence:
            self.block, self.sentence = self.block + 1, 0

    def next(self) -> str:
        self.sentence += 1
        return f"kobo.{self.block}.{self.sentence}"


def mark(root: "Element") -> bool:
    """Returns False for a document that has nothing to mark, or is marked already."""
    body = root.find(h("body"))
    if body is None or any(each.get("class") == _SPAN_CLASS for each in body.iter(h("span"))):
        return False
    numbers = Numbers()
    # In document order, from a list, because the surroundings of an element change while it is marked.
    for element in [body, *(each for each in body.iterdescendants() if isinstance(each.tag, str))]:
        if any(local(each) in _UNTOUCHED or local(each) is None for each in [element, *element.iterancestors()]):
            continue
        if any(_is_plain_time(each) for each in element.iterancestors()):
            continue
        _mark_element(element, body, numbers)
    inner = trees.wrap(list(body), "div") if len(body) else trees.etree.SubElement(body, h("div"))
    inner.text, body.text = body.text, None
    inner.set("id", "book-inner")
    trees.wrap([inner], "div").set("id", "book-columns")
    return True


def _mark_element(element: "Element", body: "Element", numbers: Numbers) -> None:
    if local(element) in _BLOCKS:
        numbers.begin()
    if local(element) == "img" or _is_plain_time(element):
        tail, element.tail = element.tail, None
        span = trees.wrap([element], "span")
        span.tail = tail
        _name(span, numbers)
        element = span
    elif trees.has_text(element.text) and _holds_text(element):
        spans = _spans(element, element.text or "", numbers)
        element.text = None
        for place, span in enumerate(spans):
            element.insert(place, span)
    parent = element.getparent()
    if element is not body and parent is not None and trees.has_text(element.tail) and _holds_text(parent):
        spans = _spans(parent, element.tail or "", numbers)
        element.tail = None
        for place, span in enumerate(spans, parent.index(element) + 1):
            parent.insert(place, span)


def _is_plain_time(element: "Element") -> bool:
    """Whether it may hold text alone, as HTML has it for a time without `datetime`."""
    return local(element) == "time" and element.get("datetime") is None


def _holds_text(element: "Element") -> bool:
    return local(element) not in ("table", "thead", "tbody", "tfoot", "tr", "ul", "ol", "dl", "colgroup")


def _spans(parent: "Element", text: str, numbers: Numbers) -> "list[Element]":
    spans: list[Element] = []
    for found in _SENTENCE.finditer(text):
        span = parent.makeelement(h("span"))
        span.text = found[0]
        _name(span, numbers)
        spans.append(span)
    return spans


def _name(span: "Element", numbers: Numbers) -> None:
    span.set("class", _SPAN_CLASS)
    span.set("id", numbers.next())


def main(source: str, result: str) -> None:
    book = Book(source)
    try:
        pages = 0
        for item in book.items():
            if item.media_type != DOCUMENT or "nav" in item.properties:
                continue
            try:
                root = trees.parse(book.read(item.name))
            except trees.NotWellFormed:
                continue
            if mark(root):
                book.change(item.name, trees.serialise(root))
                pages += 1
        book.write(result)
        print(json.dumps({"pages": pages}))
    finally:
        book.close()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (NoBook, trees.NotWellFormed, KeyError) as error:
        sys.exit(f"not a book that can be read: {error}")
