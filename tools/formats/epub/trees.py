"""XML trees, read safely: without entities, network and DTD; changed by a few small operations."""

from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    # lxml has no public name for it.
    Element: TypeAlias = etree._Element  # pyright: ignore[reportPrivateUsage]

XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
MATHML = "http://www.w3.org/1998/Math/MathML"
EPUB = "http://www.idpf.org/2007/ops"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
H_PREFIX = f"{{{XHTML}}}"
# CSS that displays an inline element as a block.
AS_BLOCK = "display: block"
# White space of XML; a no-break space is text.
WHITE_SPACE = " \t\r\n"
EMPTY = frozenset("area base br col embed hr img input link meta param source track wbr".split())


class NotWellFormed(Exception):
    pass


def parse(data: bytes) -> "Element":
    """Returns the root of a document. Its own entities are dropped, external ones never fetched."""
    return _parse(data, recover=False)


def parse_leniently(data: bytes) -> "Element":
    """Like parse, for nearly well-formed documents: calibre writes names that XML does not allow, such as `k:`, which are kept."""
    return _parse(data, recover=True)


def _parse(data: bytes, recover: bool) -> "Element":
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=False, recover=recover)
    try:
        root = etree.fromstring(data, parser)
        etree.strip_elements(root, etree.Entity, with_tail=False)
        return root
    except (etree.XMLSyntaxError, ValueError, TypeError) as error:
        # A TypeError means that nothing could be recovered, so there is no root.
        raise NotWellFormed(str(error)) from error


def serialise(root: "Element") -> bytes:
    """Serialises the document, declared as UTF-8, with its doctype if that declares nothing. Empty elements get an end tag, except those
    that never have content: many readers read XHTML as HTML.
    """
    for element in root.iter():
        name = local(element)
        if name is not None and name not in EMPTY and len(element) == 0 and element.text is None:
            element.text = ""
    dtd = root.getroottree().docinfo.internalDTD
    declares = dtd is not None and any(True for _ in dtd.iterentities())
    return etree.tostring(root if declares else root.getroottree(), encoding="utf-8", xml_declaration=True)


def h(name: str) -> str:
    """Returns lxml's name of an XHTML element."""
    return f"{{{XHTML}}}{name}"


def local(element: "Element") -> "str | None":
    """Returns the name of an XHTML element; None for other namespaces, comments, instructions, entities."""
    tag = element.tag
    if isinstance(tag, str) and tag.startswith(H_PREFIX):
        return tag[len(H_PREFIX) :]
    return None


def is_element(node: "Element") -> bool:
    return isinstance(node.tag, str)


def elements(root: "Element") -> "list[Element]":
    """Returns all elements in document order, as a list: the tree may change during the iteration."""
    return [node for node in root.iter() if is_element(node)]


def is_attached(element: "Element", root: "Element") -> bool:
    """Whether it is still part of the tree; an earlier change may have removed it with its parent."""
    return element is root or element.getparent() is not None


def has_text(text: "str | None") -> bool:
    return text is not None and text.strip(WHITE_SPACE) != ""


def append_text(parent: "Element", index: int, text: "str | None") -> None:
    """Puts text before the child at the index (or at the end)."""
    if not text:
        return
    if index == 0:
        parent.text = (parent.text or "") + text
    else:
        before = parent[index - 1]
        before.tail = (before.tail or "") + text


def parent_of(element: "Element") -> "Element":
    """Raises ValueError for the root, and for elements removed from the tree."""
    parent = element.getparent()
    if parent is None:
        raise ValueError("an element without a parent")
    return parent


def unwrap(element: "Element") -> None:
    """Replaces the element with its content."""
    parent = parent_of(element)
    index = parent.index(element)
    tail, text, children = element.tail, element.text, list(element)
    element.tail = None
    parent.remove(element)
    append_text(parent, index, text)
    for offset, child in enumerate(children):
        parent.insert(index + offset, child)
    append_text(parent, index + len(children), tail)


def remove(element: "Element", instead: "str | None" = None) -> None:
    """Removes the element with its content; the text after it stays, after `instead`."""
    parent = parent_of(element)
    index = parent.index(element)
    tail = element.tail
    element.tail = None
    parent.remove(element)
    append_text(parent, index, (instead or "") + (tail or ""))


def replace_by_text(element: "Element", text: str) -> None:
    """Replaces it with text; with a paragraph directly in the body."""
    parent = element.getparent()
    if parent is not None and parent.tag == h("body"):
        block = parent.makeelement(h("p"))
        block.text, block.tail, element.tail = text, element.tail, None
        parent.insert(parent.index(element), block)
        parent.remove(element)
    elif parent is not None:
        remove(element, text)


def rename(element: "Element", name: str) -> None:
    element.tag = h(name)


def put_after(element: "Element") -> None:
    """Moves the content of an element after it."""
    parent = parent_of(element)
    index = parent.index(element) + 1
    text, children, tail = element.text, list(element), element.tail
    element.text = element.tail = None
    append_text(parent, index, text)
    for offset, child in enumerate(children):
        parent.insert(index + offset, child)
    append_text(parent, index + len(children), tail)


def wrap(children: "Sequence[Element]", name: str) -> "Element":
    """Wraps neighbouring children, each with the text after it, in a new element and returns it."""
    first = children[0]
    parent = parent_of(first)
    wrapper = parent.makeelement(h(name))
    parent.insert(parent.index(first), wrapper)
    for child in children:
        wrapper.append(child)
    return wrapper


def add_style(element: "Element", declarations: str) -> None:
    """Adds declarations with a lower priority than the element's own."""
    own = element.get("style", "").strip()
    element.set("style", f"{declarations}; {own}" if own else declarations)


def drop(element: "Element", keys: "Iterable[str]") -> None:
    """Removes attributes without a meaning any more."""
    for key in keys:
        element.attrib.pop(key, None)


def text_of(element: "Element") -> str:
    return " ".join("".join(element.itertext()).split())
