"""Inventories of files, by format: source books, and results."""

import html.entities
import posixpath
import re
import zipfile

import facts
import trees
from book import DOCUMENT, NCX, OPF, Book, NoBook, resolve
from book_scripts import scripts_of
from inventory import Found, Inventory, Part, find_in, is_drawing, set_pictures, words_in
from lxml import etree
from trees import EPUB

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from book import Item
    from trees import Element

_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
# Longer texts, and those with markup or other entities, could make a small document large.
_DECLARED = re.compile(rb"""<!ENTITY\s+([\w.-]{1,32})\s+(?:"((?:[^"<&%]|&#\w{1,8};){1,32})"|'((?:[^'<&%]|&#\w{1,8};){1,32})')\s*>""")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_REFERENCE = re.compile(rb"&([\w.-]{1,32});")
_MOST_OF_DTD = 1 << 16
_OF_XML = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
_NAV_POINT = f"{_NCX}navPoint"
_WORD_NS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# The name that calibre gives the page of a cover.
_COVER_PAGE = "titlepage.xhtml"
_MEDIA = ("audio/", "video/")
_PICTURE = re.compile(r"\.(?:bmp|gif|jpe?g|png|svg|tiff?|webp|emf|wmf)$", re.IGNORECASE)


def of_epub(path: str) -> "Inventory | None":
    """Returns None if it is not a readable EPUB; documents that are not well-formed are read as HTML."""
    try:
        book = Book(path)
    except (NoBook, trees.NotWellFormed, KeyError, zipfile.BadZipFile):
        return None
    try:
        return of_book(book)
    finally:
        book.close()


def of_book(book: Book) -> Inventory:
    items = {item.id: item for item in book.items()}
    inventory = Inventory(contents=_contents_of(book, list(items.values())))
    pictures: set[str] = set()
    of_cover_page: set[str] = set()
    links = 0
    for reference in book.spine():
        item = items.get(reference.get("idref"))
        if item is None or "nav" in item.properties:
            continue
        found = _look_at(book, item)
        inventory.parts.append(Part(item.name, words_in(found.text)))
        if posixpath.basename(item.name) == _COVER_PAGE:
            of_cover_page = found.pictures
        else:
            pictures |= found.pictures
        links += found.links
        inventory.formulas += found.formulas
    inventory.on_cover_page = len(of_cover_page - pictures)
    pictures |= of_cover_page
    set_pictures(inventory, pictures)
    inventory.shows_cover = not pictures.isdisjoint(_covers_of(book, items))
    inventory.links = links
    inventory.media = len({item.name for item in items.values() if item.media_type.startswith(_MEDIA)})
    inventory.scripts = len(scripts_of(book))
    inventory.fixed_pages = _fixed_pages_of(book)
    inventory.page_numbers = len(page_list_of(book))
    inventory.read_aloud = sum(1 for item in items.values() if item.element.get("media-overlay"))
    inventory.facts, inventory.prefixes = facts.facts_of(book), facts.prefixes_of(book)
    _, navigation = _parsed(book, (item for item in items.values() if "nav" in item.properties))
    if navigation is not None and _entries(navigation, "landmarks"):
        inventory.facts.append(facts.only_named("landmarks"))
    return inventory


def _covers_of(book: Book, items: "dict[str | None, Item]") -> "set[str]":
    """The names of the pictures that the package calls its cover, and of those on the page that it calls so."""
    ids = {meta.get("content") for meta in book.opf.iter(f"{{{OPF}}}meta") if meta.get("name") == "cover"}
    covers = {item.name for item in items.values() if "cover-image" in item.properties or item.id in ids}
    for reference in book.opf.iter(f"{{{OPF}}}reference"):
        if reference.get("type") == "cover":
            page = resolve(book.opf_name, reference.get("href", "").partition("#")[0])
            covers.update(*(_look_at(book, item).pictures for item in items.values() if item.name == page))
    return covers


def _fixed_pages_of(book: Book) -> int:
    """EPUB 3.3, section 8.2.2.1: the package's setting for all pages, unless a page overrides it."""
    layouts = [meta.text for meta in book.opf.iter(f"{{{OPF}}}meta") if meta.get("property") == "rendition:layout"]
    is_usual = any((layout or "").strip() == "pre-paginated" for layout in layouts)
    fixed = 0
    for reference in book.spine():
        own = reference.get("properties", "").split()
        fixed += "rendition:layout-reflowable" not in own if is_usual else "rendition:layout-pre-paginated" in own
    return fixed


def _look_at(book: Book, item: "Item") -> Found:
    """Of a page that is a picture, only the pictures; of a page of another kind nothing, because nothing of it can be compared."""
    is_drawing_page = item.media_type == "image/svg+xml"
    if item.media_type.startswith("image/") and not is_drawing_page:
        return Found("", {item.name}, 0, 0)
    if not is_drawing_page and item.media_type not in (DOCUMENT, "text/html", "text/x-oeb1-document"):
        return Found("", set(), 0, 0)
    root = parse_any(book.read(item.name))
    if root is None:
        return Found("", set(), 0, 0)
    found = find_in(root, lambda reference: reference if _ADDRESS.match(reference) else resolve(item.name, reference.partition("#")[0]))
    # What the book lacks itself cannot be lost.
    pictures = {name for name in found.pictures if name in book.names or _ADDRESS.match(name) or is_drawing(name)}
    return Found("", pictures, 0, 0) if is_drawing_page else Found(found.text, pictures, found.links, found.formulas)


def parse_any(data: bytes) -> "Element | None":
    """Parses a document as XML with HTML's entities, or else as HTML; None if both fail."""
    data = _NAMED.sub(_character, _with_own_entities(data))
    try:
        return trees.parse(data)
    except trees.NotWellFormed:
        return etree.fromstring(data, etree.HTMLParser(no_network=True, huge_tree=True))


def _with_own_entities(data: bytes) -> bytes:
    """Replaces the entities that a document declares for single characters and short texts: the parser drops them."""
    declared = {name: first or second for name, first, second in _DECLARED.findall(data, 0, _MOST_OF_DTD)}
    return _REFERENCE.sub(lambda found: declared.get(found[1], found[0]), data) if declared else data


def _character(found: "re.Match[bytes]") -> bytes:
    name = found[1]
    code = None if name in _OF_XML else html.entities.name2codepoint.get(name.decode())
    return found[0] if code is None else b"&#%d;" % code


def _contents_of(book: Book, items: "list[Item]") -> int:
    """Counts entries with a target: of the navigation document if there is one, otherwise of the NCX."""
    navigation, root = _parsed(book, (item for item in items if "nav" in item.properties))
    if navigation is not None and root is not None:
        return len(_entries(root, "toc"))
    _, root = _parsed(book, (item for item in items if item.media_type == NCX))
    return 0 if root is None else sum(1 for _ in root.iter(_NAV_POINT))


def _parsed(book: Book, items: "Iterable[Item]") -> "tuple[Item | None, Element | None]":
    """Returns the first one, and its root."""
    item = next(iter(items), None)
    return item, None if item is None else parse_any(book.read(item.name))


def _entries(root: "Element", kind: str) -> "list[Element]":
    """Returns the entries with a target in a list of a navigation document."""
    lists = [nav for nav in root.iter(trees.h("nav")) if nav.get(f"{{{EPUB}}}type") == kind]
    return [link for nav in lists for link in nav.iter(trees.h("a")) if link.get("href")]


def page_list_of(book: Book) -> "list[tuple[str, str]]":
    """Returns the page labels of a printed edition, and where each page begins: the name of a part with `#` and a place in it."""
    items = book.items()
    navigation, root = _parsed(book, (item for item in items if "nav" in item.properties))
    if navigation is not None and root is not None:
        found = [(trees.text_of(link), link.get("href", "")) for link in _entries(root, "page-list")]
        if found:
            return [(label, _placed(navigation, reference)) for label, reference in found]
    ncx, root = _parsed(book, (item for item in items if item.media_type == NCX))
    if ncx is None or root is None:
        return []
    targets = [(_child(each, "navLabel"), _child(each, "content")) for each in root.iter(f"{_NCX}pageTarget")]
    return [
        (trees.text_of(label), _placed(ncx, content.get("src", "")))
        for label, content in targets
        if label is not None and content is not None
    ]


def _child(element: "Element", name: str) -> "Element | None":
    return element.find(_NCX + name)


def _placed(item: "Item", reference: str) -> str:
    path, mark, fragment = reference.partition("#")
    return resolve(item.name, path) + mark + fragment


def of_fb2(path: str) -> Inventory:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    root = etree.parse(path, parser).getroot()
    found = find_in(root, lambda reference: reference)
    pictures = sum(1 for element in root if isinstance(element.tag, str) and etree.QName(element).localname == "binary")
    titles = sum(1 for element in root.iter() if isinstance(element.tag, str) and etree.QName(element).localname == "title")
    return Inventory([Part("book", words_in(found.text))], pictures, found.links, titles)


def of_docx(path: str) -> Inventory:
    """Without contents: calibre gives a docx headings but no list of them."""
    with zipfile.ZipFile(path) as zipped:
        names = zipped.namelist()
        root = trees.parse(zipped.read("word/document.xml"))
    pieces: list[str] = []
    for element in root.iter(f"{_WORD_NS}t", f"{_WORD_NS}p", f"{_WORD_NS}br", f"{_WORD_NS}tab"):
        pieces.append((element.text or "") if element.tag == f"{_WORD_NS}t" else " ")
    pictures = sum(1 for name in names if posixpath.dirname(name) == "word/media" or _PICTURE.search(name))
    links = sum(1 for _ in root.iter(f"{_WORD_NS}hyperlink"))
    return Inventory([Part("document", words_in("".join(pieces)))], pictures, links, None)


def of_text(path: str) -> Inventory:
    """Only text: there are no pictures, links or entries of contents in it."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return of_words(file.read())


def of_words(text: str) -> Inventory:
    return Inventory([Part("text", words_in(text))], 0, 0, 0)
