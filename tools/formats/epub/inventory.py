"""Content of a book, counted the same way in sources and results: words by part, pictures, links, contents, sounds, metadata.

Words are normalised for the comparison: only letters and digits, without case, in the forms of NFKC.
"""

import json
import re
import unicodedata
from dataclasses import asdict, dataclass, field

from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from trees import Element

# Scripts without spaces between words: each character counts as one word.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_ASCII = bytes(range(128))
# For UTF-8: ASCII characters between words become spaces.
_SPACES = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
# Soft hyphens, and invisible characters that join or separate letters.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

# By local name, in any namespace: XHTML, SVG, FictionBook. Other elements separate their text from the text around them.
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big blink cite code data del dfn em emphasis font i img ins kbd label mark nobr q ruby rb s samp small span
    strike strikethrough strong style sub sup textPath time tspan tt u var wbr""".split()
)
# Not shown as text; in FictionBook `description` and `binary`. Formulas are counted, their letters are not compared.
_UNSHOWN = frozenset(
    "head script template noscript rt rp audio video iframe canvas math metadata defs desc description binary select datalist".split()
)
_DRAWN = frozenset("circle ellipse line path polygon polyline rect text use".split())
_FICTION_BOOK = "fictionbook"
_DRAWING = re.compile(r"^drawing \d|\.svgz?$|^data:image/svg", re.IGNORECASE)
_HREF = "{http://www.w3.org/1999/xlink}href"


@dataclass
class Part:
    """A document of a book in its reading order, or a whole book that is one text."""

    name: str
    # Normalised words separated by spaces: one string takes less time and memory than a list of words.
    text: str

    @property
    def words(self) -> list[str]:
        """In reading order."""
        return self.text.split()


@dataclass
class Inventory:
    parts: list[Part] = field(default_factory=list[Part])
    # None if the format does not say.
    pictures: int | None = 0
    links: int | None = 0
    contents: int | None = 0
    formulas: int = 0
    # Number of pictures that are drawings.
    drawings: int = 0
    # Whether the cover is among the pictures; true if that is not known.
    shows_cover: bool = True
    # Pictures that are only on the cover page that calibre adds.
    on_cover_page: int = 0
    # Sounds and films, by file or address.
    media: int = 0
    scripts: int = 0
    # Pages with a fixed layout.
    fixed_pages: int = 0
    # Entries of the page list of a printed edition.
    page_numbers: int = 0
    # Narrated documents (media overlays).
    read_aloud: int = 0
    # Metadata of EPUB 3 (facts.py).
    facts: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    prefixes: dict[str, str] = field(default_factory=dict[str, str])
    # Parts in which calibre did not search for chapters, because that takes too long (heuristics.py).
    unsearched: int = 0


@dataclass
class Found:
    """Content of one document."""

    text: str
    pictures: set[str]
    links: int
    formulas: int


def words_in(text: str) -> str:
    """Returns the normalised words of a text, separated by spaces."""
    # The usual reasons why a text is not in NFKC; replacing these takes a tenth of the time of normalising.
    text = text.replace("\u00a0", " ").replace("\u2026", "...")
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    text = text.casefold()
    beyond_ascii = "".join(set(text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")))
    if _UNSEEN.search(beyond_ascii):
        text = _UNSEEN.sub("", text)
    return " ".join(_WORD.findall(text)) if _IS_UNSPACED.search(beyond_ascii) else _spaced(text, beyond_ascii)


def _spaced(text: str, beyond_ascii: str) -> str:
    """Returns the words that _WORD finds in a text without unspaced scripts, in a fraction of the time."""
    for character in beyond_ascii:
        if not character.isalnum():
            text = text.replace(character, " ")
    return text.encode("utf-8", "surrogatepass").translate(_SPACES).decode("utf-8", "surrogatepass")


def find_in(root: "Element", resolve: "Callable[[str], str]") -> Found:
    """resolve: returns the name of a reference's target, so that a picture shown twice counts once."""
    found = Found("", set(), 0, 0)
    pieces: list[str] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event in ("comment", "pi"):
            pieces.append(element.tail or "")
            continue
        name = etree.QName(element).localname
        apart = "" if name in _INLINE else " "
        if event == "end":
            pieces.append(apart + (element.tail or ""))
            continue
        pieces.append(apart)
        if not _is_shown(element, name):
            found.formulas += name == "math"
            walk.skip_subtree()
            continue
        _note(element, name, resolve, found)
        if name == "svg" or (name == "object" and _is_picture(element)):
            walk.skip_subtree()
            continue
        pieces.append(element.text or "")
    found.text = "".join(pieces)
    return found


def _is_shown(element: "Element", name: str) -> bool:
    if name not in ("style", "title"):
        return name not in _UNSHOWN
    # FictionBook has headings and text with these names.
    return _FICTION_BOOK in (etree.QName(element).namespace or "")


def _is_picture(element: "Element") -> bool:
    return element.get("type", "").startswith("image/") and bool(element.get("data"))


def _note(element: "Element", name: str, resolve: "Callable[[str], str]", found: Found) -> None:
    if name == "a" and (element.get("href") or element.get(_HREF)):
        found.links += 1
    elif name == "img" and element.get("src"):
        found.pictures.add(resolve(element.get("src", "")))
    elif name == "image" and (reference := element.get(_HREF) or element.get("href")):
        found.pictures.add(resolve(reference))
    elif name == "object" and _is_picture(element):
        found.pictures.add(resolve(element.get("data", "")))
    elif name == "svg":
        _note_drawing(element, resolve, found)


def _note_drawing(svg: "Element", resolve: "Callable[[str], str]", found: Found) -> None:
    """Counts a drawing as one picture with its texts; if it only frames pictures, counts these."""
    inside = [each for each in svg.iterdescendants() if isinstance(each.tag, str)]
    framed = [each for each in inside if etree.QName(each).localname in ("a", "image")]
    for each in framed:
        _note(each, etree.QName(each).localname, resolve, found)
    if not any(etree.QName(each).localname == "image" for each in framed) and any(etree.QName(each).localname in _DRAWN for each in inside):
        found.pictures.add(f"drawing {len(found.pictures)} of {resolve('')}")


def is_drawing(picture: str) -> bool:
    """Whether a picture is a drawing in a page, as _note_drawing names it."""
    return picture.startswith("drawing ")


def set_pictures(inventory: Inventory, pictures: "set[str]") -> None:
    """pictures: names of all pictures shown, as in find_in."""
    inventory.pictures = len(pictures)
    inventory.drawings = sum(1 for name in pictures if _DRAWING.search(name))


def write(inventory: Inventory, path: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(asdict(inventory)))


def read(path: str) -> Inventory:
    with open(path, encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    parts = [Part(**part) for part in data.pop("parts")]
    return Inventory(parts, **data)
