"""What a book holds, counted alike in sources and in what is made of them: words part by part, pictures, links, contents, sounds, metadata.

Words are compared, so they are normalised: letters and digits alone, without case, in the forms of NFKC.
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

# Scripts that put no spaces between words: each character counts as one.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_ASCII = bytes(range(128))
# For UTF-8: ASCII characters between words become spaces.
_SPACES = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
# Soft hyphens, and what joins or parts letters without being seen.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

# By local name, in whatever namespace: XHTML, SVG, FictionBook. The text of others stands apart from what is around them.
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big blink cite code data del dfn em emphasis font i img ins kbd label mark nobr q ruby rb s samp small span
    strike strikethrough strong style sub sup textPath time tspan tt u var wbr""".split()
)
# Not shown as text; of FictionBook `description` and `binary`. Formulas are counted, their letters are not compared.
_UNSHOWN = frozenset(
    "head script template noscript rt rp audio video iframe canvas math metadata defs desc description binary select datalist".split()
)
_DRAWN = frozenset("circle ellipse line path polygon polyline rect text use".split())
_FICTION_BOOK = "fictionbook"
_DRAWING = re.compile(r"^drawing \d|\.svgz?$|^data:image/svg", re.IGNORECASE)
_HREF = "{http://www.w3.org/1999/xlink}href"


@dataclass
class Part:
    """A document of a book in its reading order, or the whole of a book that is one text."""

    name: str
    # Normalised words with spaces between them: one string takes less time and memory than a list of words.
    text: str

    @property
    def words(self) -> list[str]:
        """In reading order."""
        return self.text.split()


@dataclass
class Inventory:
    parts: list[Part] = field(default_factory=list[Part])
    # None: the format does not say.
    pictures: int | None = 0
    links: int | None = 0
    contents: int | None = 0
    formulas: int = 0
    # Of the pictures.
    drawings: int = 0
    # Whether the cover is among the pictures; true if that is not known.
    shows_cover: bool = True
    # Pictures that only the cover page shows which calibre adds.
    on_cover_page: int = 0
    # Sounds and films, by their files or addresses.
    media: int = 0
    scripts: int = 0
    # Pages whose size and places are fixed.
    fixed_pages: int = 0
    # Entries of the list of pages of a printed edition.
    page_numbers: int = 0
    # Documents whose text is read aloud (media overlays).
    read_aloud: int = 0
    # Of EPUB 3 (facts.py).
    facts: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    prefixes: dict[str, str] = field(default_factory=dict[str, str])
    # Parts whose chapters calibre did not look for, because that takes too long (heuristics.py).
    unsearched: int = 0


@dataclass
class Found:
    """What stands in one document."""

    text: str
    pictures: set[str]
    links: int
    formulas: int


def words_in(text: str) -> str:
    """The words of a text, normalised, with spaces between them."""
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
    """The words that _WORD finds in a text without unspaced scripts, in a fraction of the time."""
    for character in beyond_ascii:
        if not character.isalnum():
            text = text.replace(character, " ")
    return text.encode("utf-8", "surrogatepass").translate(_SPACES).decode("utf-8", "surrogatepass")


def find_in(root: "Element", resolve: "Callable[[str], str]") -> Found:
    """resolve: a reference of the document as the name of what it leads to, so that one picture shown twice counts once."""
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
    # FictionBook has headings and text of these names.
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
    """A drawing is one picture, its texts a part of it; one that only frames pictures is these."""
    inside = [each for each in svg.iterdescendants() if isinstance(each.tag, str)]
    framed = [each for each in inside if etree.QName(each).localname in ("a", "image")]
    for each in framed:
        _note(each, etree.QName(each).localname, resolve, found)
    if not any(etree.QName(each).localname == "image" for each in framed) and any(etree.QName(each).localname in _DRAWN for each in inside):
        found.pictures.add(f"drawing {len(found.pictures)} of {resolve('')}")


def set_pictures(inventory: Inventory, pictures: "set[str]") -> None:
    """pictures: the names of all that are shown, as find_in has them."""
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
