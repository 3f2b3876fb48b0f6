"""A docx as its XML has it: words with font and size, tables, paragraphs."""

import re
import zipfile
from collections import Counter
from dataclasses import dataclass
from xml.etree import ElementTree

from common import Styled, family, plain

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXT_BOX = f"{W}txbxContent"


@dataclass(frozen=True)
class Style:
    font: str | None
    size: float | None


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
