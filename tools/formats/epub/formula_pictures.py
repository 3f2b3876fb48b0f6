"""Replaces formulas (MathML) of an EPUB with pictures, which another program draws between the two steps.

Usage: formula_pictures.py take BOOK FORMULAS      writes {"formulas": [{"mathml", "display"}]}, each distinct one once
       formula_pictures.py put BOOK PICTURES MADE  PICTURES: {"pictures": [{"name", "width", "height", "depth"} or null]} of those, the
                                                   files beside it, lengths in em; writes the book MADE with them in place of the formulas

Prints JSON: {"formulas": number in the book, "pictures": number that are, or can be, pictures}.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import clean_mathml
import formulas
import trees
from book import DOCUMENT, OPF, Book, relative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from book import Item
    from trees import Element

    class Picture(TypedDict):
        name: str
        width: float
        height: float
        depth: float


# Limits of one book: distinct formulas, and their letters in total.
_MOST_FORMULAS = 15_000
_MOST_LETTERS = 32 * 1024**2
# Text size for the picture sizes given to readers without CSS.
_PIXELS_PER_EM = 16


class Distinct:
    """The distinct formulas of a book in the order of their first occurrence: the same in both steps."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, bool], int] = {}
        self._letters = 0

    def number_of(self, math: "Element") -> "int | None":
        """Returns None if it is not drawn."""
        mathml = clean_mathml.clean(math)
        if mathml is None:
            return None
        key = (mathml, math.get("display") == "block")
        number = self.numbers.get(key)
        if number is not None:
            return number
        self._letters += len(mathml)
        if len(self.numbers) >= _MOST_FORMULAS or self._letters > _MOST_LETTERS:
            return None
        return self.numbers.setdefault(key, len(self.numbers))


def documents_of(book: "Book") -> "list[tuple[Item, Element]]":
    """Yields the documents with formulas."""
    found: list[tuple[Item, Element]] = []
    for item in book.items():
        # Most documents have none and need not be parsed.
        if item.media_type != DOCUMENT or b"math" not in (data := book.read(item.name)):
            continue
        try:
            root = trees.parse(data)
        except trees.NotWellFormed:
            continue
        if formulas.formulas_of(root):
            found.append((item, root))
    return found


def take(path: str, result: str) -> "dict[str, int]":
    book = Book(path)
    distinct, all_of_them, drawn = Distinct(), 0, 0
    for _, root in documents_of(book):
        for math in formulas.formulas_of(root):
            all_of_them += 1
            drawn += distinct.number_of(math) is not None
    book.close()
    with open(result, "w", encoding="utf-8") as file:
        json.dump({"formulas": [{"mathml": mathml, "display": display} for mathml, display in distinct.numbers]}, file)
    return {"formulas": all_of_them, "pictures": drawn}


def put(path: str, listed: str, made: str) -> "dict[str, int]":
    with open(listed, encoding="utf-8") as file:
        pictures: list[Picture | None] = json.load(file)["pictures"]
    book = Book(path)
    distinct, drawn = Distinct(), 0
    names: dict[str, str] = {}
    documents = documents_of(book)
    found = formulas.texts_of([root for _, root in documents])
    texts = {id(math): text for math, text in found}
    for item, root in documents:
        for math in formulas.formulas_of(root):
            number = distinct.number_of(math)
            picture = None if number is None or number >= len(pictures) else pictures[number]
            if picture is None:
                continue
            name = names.get(picture["name"]) or _add(book, picture["name"], os.path.dirname(listed))
            names[picture["name"]] = name
            _replace(math, picture, relative(item.name, name), texts[id(math)])
            drawn += 1
        properties = [each for each in item.properties if each != "mathml" or formulas.formulas_of(root)]
        if properties:
            item.element.set("properties", " ".join(properties))
        else:
            trees.drop(item.element, ["properties"])
        book.change(item.name, trees.serialise(root))
    book.change(book.opf_name, trees.serialise(book.opf))
    book.write(made)
    book.close()
    return {"formulas": len(found), "pictures": drawn}


def _add(book: "Book", picture: str, folder: str) -> str:
    """Returns the picture's name in the book."""
    name = os.path.join(os.path.dirname(book.opf_name), picture)
    while name in book.names:
        name = f"{os.path.splitext(name)[0]}_.png"
    with open(os.path.join(folder, picture), "rb") as file:
        book.change(name, file.read())
    manifest = book.opf.find(f"{{{OPF}}}manifest")
    if manifest is None:
        raise ValueError("a book without a manifest")
    element = manifest.makeelement(f"{{{OPF}}}item")
    element.set("id", f"convertd-{os.path.basename(name)[:-4]}")
    element.set("href", relative(book.opf_name, name))
    element.set("media-type", "image/png")
    manifest.append(element)
    return name


def _replace(math: "Element", picture: "Picture", reference: str, text: str) -> None:
    parent = trees.parent_of(math)
    image = parent.makeelement(trees.h("img"))
    image.set("src", reference)
    image.set("alt", text)
    is_block = math.get("display") == "block"
    image.set("width", str(max(1, round(picture["width"] * _PIXELS_PER_EM))))
    image.set("height", str(max(1, round(picture["height"] * _PIXELS_PER_EM))))
    size = f"width: {picture['width']:.3f}em; height: {picture['height']:.3f}em"
    image.set("style", f"{size}; display: block; margin: 1em auto" if is_block else f"{size}; vertical-align: {-picture['depth']:.3f}em")
    image.tail, math.tail = math.tail, None
    parent.insert(parent.index(math), image)
    parent.remove(math)
    if parent.tag == trees.h("body"):
        trees.wrap([image], "p")


STEPS = {"take": take, "put": put}


if __name__ == "__main__":
    step, *arguments = sys.argv[1:]
    print(json.dumps(STEPS[step](*arguments)))
