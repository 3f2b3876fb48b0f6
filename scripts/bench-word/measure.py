"""Compares a text document with the PDF that it was made of: python3 measure.py SOURCE.pdf DOCUMENT.docx RENDERED.pdf prints JSON."""

import difflib
import html
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXT_BOX = f"{W}txbxContent"
# Points: what a reader takes for the same place, and the same size.
SAME_PLACE = 12.0
SAME_SIZE = 0.6
# Pieces of turned words start closer to each other. Thirds of points.
PIECE = 150
# Smaller pictures are signs and spacers. Points.
SMALLEST_PICTURE = 20.0


@dataclass(frozen=True)
class Word:
    text: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class Styled:
    text: str
    font: str
    size: float
    boxed: bool
    # In a header or footer, which stands on several pages.
    repeats: bool = False


@dataclass(frozen=True)
class Style:
    font: str | None
    size: float | None


def run(*args: str) -> bytes:
    return subprocess.run(args, check=True, capture_output=True).stdout


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


def plain(text: str) -> str:
    """Letters and digits in small letters, so that hyphens, quotes and marks of lists do not count."""
    return "".join(letter for letter in html.unescape(text).lower() if letter.isalnum())


def family(name: str) -> str:
    """A font's name without what says how bold it is. TeX's own fonts, which no name of an installed one stands for, are of a kind."""
    name = re.sub(r"^[A-Z]{6}\+", "", name).lower()
    name = re.sub(r"[-,](bd|bold|semibold)?it$", "", name)
    name = re.sub(r"identity-[hv]|bold|italic|oblique|regular|roman\b|semi|medium|light|psmt|(?<=[a-z])ps\b|mt\b|[^a-z]", "", name)
    if re.match(r"(cm|sf|lm|ec)(r|b|bx|ti|sl|csc|rm)", name) and not name.startswith("cmb"):
        return "times"
    if name.startswith("cmb"):
        return "times"
    # URW's fonts stand for those of PostScript, of the same widths.
    if name.startswith("nimbussansnarrow"):
        return "arialnarrow"
    for urw, known in (("nimbusroman", "times"), ("nimbussans", "helvetica"), ("nimbusmono", "courier")):
        if name.startswith(urw):
            return known
    for known in ("times", "helvetica", "arial", "courier"):
        if name.startswith(known) and name != "arialnarrow":
            return "helvetica" if known == "arial" else known
    return re.sub(r"(ps|mt)+$", "", name)


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


class Document:
    """What a docx holds, read by its XML alone."""

    def __init__(self, path: str) -> None:
        with zipfile.ZipFile(path) as package:
            if package.testzip() is not None:
                raise ValueError("the package is damaged")
            names = package.namelist()
            self.parts = {name: package.read(name) for name in names if name.endswith(".xml")}
        self.styles = self._styles()
        self.words: list[Styled] = []
        self.tables = 0
        self.paragraphs = 0
        others = [name for name in sorted(self.parts) if re.match(r"word/(header\d*|footer\d*|footnotes)\.xml", name)]
        for name in ("word/document.xml", *others):
            self._repeats = re.match(r"word/(header|footer)", name) is not None
            self._walk(ElementTree.fromstring(self.parts[name]), False)

    def everything(self) -> Counter[str]:
        """All words, those of headers, footers and notes too."""
        counts: Counter[str] = Counter()
        for name, content in self.parts.items():
            if re.match(r"word/(document|header\d*|footer\d*|footnotes)\.xml", name):
                for paragraph in ElementTree.fromstring(content).iter(f"{W}p"):
                    counts.update(word for word in map(plain, text_of(paragraph).split()) if word)
        return counts

    def _styles(self) -> dict[str | None, Style]:
        tree = ElementTree.fromstring(self.parts["word/styles.xml"])
        default = style_of(tree.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr"))
        found: dict[str | None, Style] = {None: default}
        based: dict[str, str | None] = {}
        own: dict[str, Style] = {}
        for style in tree.iter(f"{W}style"):
            name = style.get(f"{W}styleId", "")
            parent = style.find(f"{W}basedOn")
            based[name] = None if parent is None else parent.get(f"{W}val")
            own[name] = style_of(style.find(f"{W}rPr"))
            if style.get(f"{W}default") == "1" and style.get(f"{W}type") == "paragraph":
                found[None] = merged(own[name], default)
        for name in own:
            chain: list[str] = []
            at: str | None = name
            while at is not None and at in own and at not in chain:
                chain.append(at)
                at = based[at]
            style = found[None]
            for each in reversed(chain):
                style = merged(own[each], style)
            found[name] = style
        return found

    def _walk(self, element: ElementTree.Element, boxed: bool) -> None:
        for child in element:
            if child.tag.endswith("}Fallback"):
                continue
            if child.tag == f"{W}p":
                self._paragraph(child, boxed)
            if child.tag == f"{W}tbl" and not boxed:
                self.tables += 1
            self._walk(child, boxed or child.tag == TEXT_BOX)

    def _paragraph(self, paragraph: ElementTree.Element, boxed: bool) -> None:
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        base = self.styles.get(None if style is None else style.get(f"{W}val"), self.styles[None])
        framed = boxed or paragraph.find(f"{W}pPr/{W}framePr") is not None
        letters: list[tuple[str, Style]] = []
        for one in own_runs(paragraph):
            properties = one.find(f"{W}rPr")
            named = None if properties is None else properties.find(f"{W}rStyle")
            inherited = base if named is None else merged(self.styles.get(named.get(f"{W}val"), Style(None, None)), base)
            look = merged(style_of(properties), inherited)
            # Signs above the line are words of their own, as in the PDF.
            raised = properties is not None and properties.find(f"{W}vertAlign") is not None
            letters += [(letter, look) for letter in (f" {written_text(one)} " if raised else written_text(one))]
        text = "".join(letter for letter, _ in letters)
        for match in re.finditer(r"\S+", text):
            word = plain(match[0])
            if word:
                look = letters[match.start()][1]
                self.words.append(Styled(word, family(look.font or ""), look.size or 10, framed, self._repeats))
        if text.strip():
            self.paragraphs += 1


def own_runs(element: ElementTree.Element) -> list[ElementTree.Element]:
    """The runs of a paragraph, without those of text boxes that hang in it."""
    runs: list[ElementTree.Element] = []
    for child in element:
        if child.tag == f"{W}r":
            runs.append(child)
        elif child.tag != f"{W}pPr":
            runs += own_runs(child)
    return runs


def written_text(element: ElementTree.Element) -> str:
    texts = {f"{W}tab": "\t", f"{W}br": "\n"}
    return "".join((child.text or "") if child.tag == f"{W}t" else texts.get(child.tag, "") for child in element)


def run_text(element: ElementTree.Element) -> str:
    """With the numbers of notes, which programs write by themselves."""
    notes = (child.get(f"{W}id", "") for child in element if child.tag == f"{W}footnoteReference")
    return written_text(element) + "".join(notes)


def text_of(paragraph: ElementTree.Element) -> str:
    return "".join(run_text(each) for each in own_runs(paragraph))


def style_of(properties: ElementTree.Element | None) -> Style:
    if properties is None:
        return Style(None, None)
    fonts, size = properties.find(f"{W}rFonts"), properties.find(f"{W}sz")
    font = None if fonts is None else fonts.get(f"{W}ascii")
    return Style(font, None if size is None else float(size.get(f"{W}val", "0")) / 2)


def merged(own: Style, base: Style) -> Style:
    return Style(own.font or base.font, own.size or base.size)


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
        match = next((other for other in others if alike(word, other)), None)
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


def look(source: str, rendered: str, pages: int) -> float:
    """How much of the ink of 50-dpi pages lies at the same place, within two pixels: the harmonic mean of both directions."""
    with tempfile.TemporaryDirectory() as folder:
        scores: list[float] = []
        for page in range(1, min(pages, 12) + 1):
            sheets = [ink(pdf, page, Path(folder)) for pdf in (source, rendered)]
            scores.append(similarity(*sheets))
    return sum(scores) / max(1, len(scores))


def ink(pdf: str, page: int, folder: Path) -> set[tuple[int, int]]:
    target = folder / "page"
    # A document of fewer pages has none of this number.
    pages = ("-f", str(page), "-l", str(page), "-singlefile")
    subprocess.run(("pdftoppm", "-gray", "-r", "50", *pages, pdf, str(target)), check=False, capture_output=True)
    file = target.with_suffix(".pgm")
    if not file.exists():
        return set()
    data = file.read_bytes()
    file.unlink()
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    if head is None:
        return set()
    width, pixels = int(head[1]), data[head.end() :]
    return {(index % width, index // width) for index, value in enumerate(pixels) if value < 200}


def similarity(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> float:
    if not one and not other:
        return 1.0
    shares = [covered(one, other), covered(other, one)]
    return 0.0 if min(shares) == 0 else 2 / sum(1 / share for share in shares)


def covered(these: set[tuple[int, int]], by: set[tuple[int, int]]) -> float:
    if not these:
        return 0.0
    grown = {(x + dx, y + dy) for x, y in by for dx in (-2, 0, 2) for dy in (-2, 0, 2)} | by
    return len(these & grown) / len(these)


def pictures_of(pdf: str) -> list[tuple[int, float, float, float, float]]:
    """Page and box of each bitmap."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "runs.xml"
        run("pdftohtml", "-xml", "-q", "-nodrm", "-zoom", "1", pdf, str(out))
        tree = ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", out.read_bytes()))
    boxes: set[tuple[int, float, float, float, float]] = set()
    for page in tree.iter("page"):
        for image in page.iter("image"):
            x, y, width, height = (float(image.get(key, "0")) for key in ("left", "top", "width", "height"))
            if min(width, height) >= SMALLEST_PICTURE:
                boxes.add((int(page.get("number", "0")), x, y, x + width, y + height))
    return sorted(boxes)


def pictures_in_place(source: str, rendered: str) -> tuple[int, int]:
    """Of how many pictures one lies over most of the same place."""
    wanted, found = pictures_of(source), pictures_of(rendered)
    return sum(any(common(one, other) > 0.5 for other in found) for one in wanted), len(wanted)


def common(one: tuple[int, float, float, float, float], other: tuple[int, float, float, float, float]) -> float:
    """The share of the area of both that both cover."""
    if one[0] != other[0]:
        return 0.0
    width = min(one[3], other[3]) - max(one[1], other[1])
    height = min(one[4], other[4]) - max(one[2], other[2])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box[3] - box[1]) * (box[4] - box[2]) for box in (one, other)]
    return width * height / (sum(areas) - width * height)


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
