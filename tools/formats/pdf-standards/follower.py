"""Follows all content of a PDF. PDF/A has no rules about resources that no content uses (ISO 19005-1, Cor. 2)."""

from copy import copy

from cmaps import CMap
from content import Content
from objects import data_of, get, inherited, items_of, keys_of, name_of, pages_of
from pikepdf import Array, Dictionary, Name, Stream
from uses import OUTSIDE, Coverage, State, Uses, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import pikepdf
    from structure_tree import Element, StructureTree

MOST_STREAMS, DEEPEST = 50_000, 40


class Follower:
    """Follows all content of a file."""

    def __init__(self, pdf: "pikepdf.Pdf", tree: "StructureTree | None" = None) -> None:
        """tree: the structure by which the content is tagged, if that matters."""
        self.pdf = pdf
        self.tree = tree
        self.uses = Uses()
        # Of codes, by font.
        self.lengths: dict[Any, int] = {}
        # Whether streams are transparent, by the stream and the state in which it is drawn.
        self.known: dict[Any, bool] = {}

    def follow_all(self) -> Uses:
        inheriting = {item.objgen for item in self.pdf.objects if get(item, "/Type") == Name.Page and get(item, "/Resources") is None}
        for number, page in enumerate(pages_of(self.pdf), 1):
            self.uses.page = number
            self.follow_page(page, is_own=page.objgen not in inheriting)
        return self.uses

    def follow_page(self, page: "Any", *, is_own: bool) -> None:
        contents = get(page, "/Contents")
        data = b"\n".join(data_of(each) for each in (items_of(contents) if isinstance(contents, Array) else [contents]))
        stream = Content(self, inherited(page, "/Resources"), is_own=is_own, state=State(), depth=0, holder=page)
        stream.around = Coverage(has_language=self.tree is None or self.tree.has_language)
        stream.run(data)
        stream.around, stream.marks = OUTSIDE, []
        for annotation in items_of(get(page, "/Annots")):
            for appearance in appearances_of(annotation):
                stream.state = State()
                stream.draw_form(appearance)
        if stream.is_transparent:
            self.uses.transparent.append(page)
            stream.use_space(get(get(page, "/Group"), "/CS"))

    def length_of_codes(self, font: "Any") -> int:
        """Returns the bytes of a code of a font."""
        key = key_of(font)
        if key not in self.lengths:
            self.lengths[key] = CMap(get(font, "/Encoding")).length if get(font, "/Subtype") == Name.Type0 else 1
        return self.lengths[key]

    def part_of_structure(self, holder: "Any", number: object) -> "Element | None":
        """Returns what the structure has for a number of marked content of a page or form."""
        return None if self.tree is None or not isinstance(number, int) or holder is None else self.tree.parts.get((key_of(holder), number))

    def follow(self, form: "Any", resources: "Any", around: Content, coverage: Coverage, *, is_own: bool, is_colourless: bool) -> bool:
        """Follows a form or pattern; returns whether it is transparent."""
        state = (is_colourless or around.is_colourless, around.state.key(), coverage)
        key = (key_of(form), None if is_own else key_of(resources), state)
        if key in self.known:
            return self.known[key]
        if around.depth >= DEEPEST or len(self.known) >= MOST_STREAMS:
            self.uses.is_too_deep = True
            return False
        self.known[key] = False
        stream = Content(self, resources, is_own=is_own, state=copy(around.state), depth=around.depth + 1, holder=form)
        stream.around = coverage
        stream.is_colourless = is_colourless or around.is_colourless
        stream.run(data_of(form))
        self.known[key] = stream.is_transparent
        return stream.is_transparent

    def draw_glyphs(self, font: "Any", codes: "set[int]", around: Content) -> None:
        """Follows glyphs of a Type 3 font."""
        names = names_of_glyphs(font)
        own = get(font, "/Resources")
        for code in codes:
            glyph = get(get(font, "/CharProcs"), names.get(code, ""))
            if not isinstance(glyph, Stream) or around.depth >= DEEPEST:
                continue
            resources = own if own is not None else around.resources
            stream = Content(self, resources, is_own=own is not None, state=copy(around.state), depth=around.depth + 1)
            stream.run(data_of(glyph))
            around.is_transparent = around.is_transparent or stream.is_transparent
            if stream.width is not None:
                self.uses.widths.setdefault(key_of(font), {})[code] = stream.width


def names_of_glyphs(font: "Any") -> "dict[int, str]":
    names: dict[int, str] = {}
    code = 0
    for part in items_of(get(get(font, "/Encoding"), "/Differences")):
        if isinstance(part, Name):
            names[code] = name_of(part)
            code += 1
        elif isinstance(part, int):
            code = part
    return names


def appearances_of(annotation: "Any") -> "Iterator[Any]":
    """Yields the normal appearances of an annotation, one for each of its states."""
    normal = get(get(annotation, "/AP"), "/N")
    if isinstance(normal, Stream):
        yield normal
    elif isinstance(normal, Dictionary):
        yield from (get(normal, key) for key in keys_of(normal) if isinstance(get(normal, key), Stream))
