"""Compares a text document with the PDF that it was made of: python3 measure.py SOURCE.pdf DOCUMENT.docx RENDERED.pdf prints JSON."""

import difflib
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from common import Styled, family, plain, run
from document import Document
from drawn import look, pictures_in_place, pictures_of

# Points: what a reader takes for the same place, and the same size.
SAME_PLACE = 12.0
SAME_SIZE = 0.6
# Pieces of turned words start closer to each other. Thirds of points.
PIECE = 160


@dataclass(frozen=True)
class Word:
    text: str
    page: int
    x: float
    y: float


def words_of(pdf: str) -> list[Word]:
    """The words of a PDF in poppler's reading order."""
    words: list[Word] = []
    page = 0
    text = run("pdftotext", "-bbox-layout", "-nodiag", pdf, "-").decode("utf-8", "replace")
    pattern = r'<page |<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="[-\d.]+" yMax="([-\d.]+)">(.*?)</word>'
    for match in re.finditer(pattern, text):
        if match[0].startswith("<page"):
            page += 1
        else:
            y = (float(match[2]) + float(match[3])) / 2
            words.append(Word(plain(match[4]), page, float(match[1]), y))
    return [word for word in words if word.text]


def source_styles(pdf: str) -> list[Styled]:
    """The words of a PDF with font and size, as pdftohtml has them, from the top of each page to its end."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "runs.xml"
        run("pdftohtml", "-xml", "-i", "-q", "-hidden", "-nodrm", "-fontfullname", "-zoom", "3", pdf, str(out))
        tree = ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", out.read_bytes()))
    fonts: dict[str, tuple[str, float]] = {}
    lines: list[tuple[str | None, str, str]] = []
    last = 0
    for element in tree.iter():
        if element.tag == "fontspec":
            fonts[element.get("id", "")] = (element.get("family", ""), float(element.get("size", "0")) / 3)
        elif element.tag == "text":
            font, text = element.get("font", ""), "".join(element.itertext())
            # Of text that runs up or down the page there are pieces of words, of no width.
            place = element.get("left") if element.get("width") == "0" else None
            top = int(element.get("top", "0"))
            if place is not None and lines and lines[-1][:2] == (place, font) and abs(top - last) < PIECE:
                text = lines.pop()[2] + text
            last = top
            lines.append((place, font, text))
    words: list[Styled] = []
    for _, font, line in lines:
        name, size = fonts.get(font, ("", 0.0))
        words += [Styled(text, family(name), size, False) for text in map(plain, line.split()) if text]
    return words


def pairs(left: list[str], right: list[str]) -> list[tuple[int, int]]:
    """Places of the same words in the same order. In long texts the most common words count beside others only, for time's sake."""
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=len(left) > 1500)
    return [(a + each, b + each) for a, b, size in matcher.get_matching_blocks() for each in range(size)]


def is_mark(text: str) -> bool:
    """Numbers and letters that programs write by themselves: of lists, pages, notes."""
    return re.fullmatch(r"\d{1,4}|[a-z]|o|[ivx]+", text) is not None


def shared(styles: list[Styled], by_text: dict[str, list[Styled]], alike: Callable[[Styled, Styled], bool]) -> float:
    """The share of words that are there alike, also as one of two that a hyphen at the end of a line had parted."""
    left = {text: list(words) for text, words in by_text.items()}

    def take(text: str, word: Styled) -> bool:
        others = left.get(text, [])
        # Headers first: one of them stands for several words, and leaves those of the text to others.
        found = [other for other in others if alike(word, other)]
        match = next((other for other in found if other.repeats), next(iter(found), None))
        if match is not None and not match.repeats:
            others.remove(match)
        return match is not None

    missing = [index for index, word in enumerate(styles) if not take(word.text, word)]
    found = len(styles) - len(missing)
    at = 0
    while at < len(missing):
        index = missing[at]
        parted = at + 1 < len(missing) and missing[at + 1] == index + 1
        whole = parted and take(styles[index].text + styles[index + 1].text, styles[index])
        found += 2 if whole else 0
        at += 2 if whole else 1
    return found / len(styles) if styles else 1.0


def kept_words(source: list[Word], document: Document, rendered: list[Word]) -> float:
    """The share of the letters of the source's words that the document has or shows (headers again on each page, marks of lists)."""
    before = Counter("".join(word.text for word in source))
    written = Counter("".join(word * count for word, count in document.everything().items()))
    shown = Counter("".join(word.text for word in rendered))
    total = sum(before.values())
    shares = [sum(min(count, after[letter]) for letter, count in before.items()) / max(1, total) for after in (written, shown)]
    return 1.0 if total == 0 else max(shares)


def in_place(source: list[Word], rendered: list[Word]) -> float:
    """The share of words that stand on their page within SAME_PLACE of where they stood."""
    near = 0
    for page in {word.page for word in source}:
        places: dict[str, list[Word]] = {}
        for word in rendered:
            if word.page == page:
                places.setdefault(word.text, []).append(word)
        for word in source:
            if word.page != page:
                continue
            found = next((other for other in places.get(word.text, []) if is_near(word, other)), None)
            if found is not None:
                places[word.text].remove(found)
                near += 1
    return 1.0 if not source else near / len(source)


def is_near(one: Word, other: Word) -> bool:
    return abs(one.x - other.x) < SAME_PLACE and abs(one.y - other.y) < SAME_PLACE


def main(source: str, docx: str, rendered: str) -> None:
    document = Document(docx)
    before = words_of(source)
    after = words_of(rendered) if rendered else []
    texts = [word.text for word in document.words if not is_mark(word.text)]
    styles = [word for word in source_styles(source) if not is_mark(word.text)]
    by_text: dict[str, list[Styled]] = {}
    for word in document.words:
        by_text.setdefault(word.text, []).append(word)
    same_font = shared(styles, by_text, lambda one, other: one.font == other.font)
    same_size = shared(styles, by_text, lambda one, other: abs(one.size - other.size) <= SAME_SIZE)
    named = [word.text for word in before if not is_mark(word.text)]
    pages = max([word.page for word in before], default=1)
    kept, wanted = pictures_in_place(source, rendered) if rendered else (0, len(pictures_of(source)))
    print(
        json.dumps(
            {
                "words": len(before),
                "kept": kept_words(before, document, after),
                "order": len(pairs(named, texts)) / len(named) if named else 1.0,
                "fonts": same_font,
                "sizes": same_size,
                "places": in_place(before, after),
                "look": look(source, rendered, pages) if rendered else 0.0,
                "pictures": kept,
                "picturesWanted": wanted,
                "tables": document.tables,
                "flowing": sum(not word.boxed for word in document.words) / max(1, len(document.words)) if document.words else 1.0,
                "wordsAParagraph": len(document.words) / max(1, document.paragraphs),
            }
        )
    )


main(*sys.argv[1:4])
