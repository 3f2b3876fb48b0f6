"""Runs the content streams of a PDF, and notes what they use."""

from copy import copy

import pikepdf
from objects import get, is_opaque, items_of, name_of, text_of
from pikepdf import Array, Dictionary, Name, Stream
from tokens import Instructions, Members
from uses import DEFAULTS, OUTSIDE, SHORT_SPACES, Coverage, FontUse, State, devices_of, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from follower import Follower

MOST_SAVED_STATES = 28
# Of the numbers that PDF/A knows (ISO 19005-2, 6.1.13).
SMALLEST = 1.175e-38
SET_BY = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}
# Keys that inline images write short (ISO 32000-1, 8.9.7).
SHORT_KEYS = {
    "/BPC": "/BitsPerComponent",
    "/CS": "/ColorSpace",
    "/D": "/Decode",
    "/DP": "/DecodeParms",
    "/F": "/Filter",
    "/H": "/Height",
    "/IM": "/ImageMask",
    "/I": "/Interpolate",
    "/W": "/Width",
}
FILLS, STROKES = {"f", "F", "f*", "B", "B*", "b", "b*"}, {"S", "s", "B", "B*", "b", "b*"}
SHOWS = {"Tj", "'", '"', "TJ"}
OTHERS = set(
    "w J j M d i cm m l c v y h re n W W* BT ET Tc Tw Tz TL Ts Td TD Tm T* d0 d1 EI MP DP BMC BDC EMC BX EX q Q ri sh Do gs Tf Tr"
    " CS cs SC SCN sc scn G g RG rg K k BI ID".split()
)
KNOWN = FILLS | STROKES | SHOWS | OTHERS
INVISIBLE = 3


class Content:
    """Runs one content stream. `resources` are its own, or those around it."""

    def __init__(self, follower: "Follower", resources: "Any", *, is_own: bool, state: State, depth: int, holder: "Any" = None) -> None:
        """holder: the page or form whose marked content the structure names."""
        self.follower, self.uses = follower, follower.uses
        self.resources, self.is_own, self.depth = resources, is_own, depth
        self.state = state
        self.saved: list[State] = []
        self.is_colourless = False
        self.is_transparent = False
        self.found: dict[tuple[str, str], Any] = {}
        self.spaces = get(resources, "/ColorSpace")
        self.width: float | None = None
        self.holder = holder
        self.around = OUTSIDE
        self.marks: list[Coverage] = []

    def named(self, kind: str, name: object) -> "Any":
        """Returns a named resource, which counts as used."""
        key = (kind, str(name))
        if key not in self.found:
            value = get(get(self.resources, kind), key[1]) if key[1].startswith("/") else None
            self.found[key] = value
            if value is not None:
                self.uses.inherits = self.uses.inherits or not self.is_own
        return self.found[key]

    def run(self, data: bytes) -> None:
        instructions = Instructions(data)
        for operator, operands in instructions:
            if operator not in KNOWN:
                self.uses.operators.add(operator[:20])
                continue
            for operand in operands:
                self.note(operand)
            if operator == "ID":
                self.draw_inline(operands)
            else:
                self.apply(operator, operands)
        self.uses.odd_texts = self.uses.odd_texts or instructions.odd

    def note(self, operand: "Any") -> None:
        """Keeps operands of unusual size, for the implementation limits."""
        if isinstance(operand, Members):
            for each in operand:
                self.note(each)
        elif isinstance(operand, (int, float)):
            if not SMALLEST <= abs(operand) <= 32767 and operand != 0:
                self.uses.operands.add(operand)
        elif len(operand) > 127:
            self.uses.operands.add(operand[:70_000])

    def apply(self, operator: str, operands: "list[Any]") -> None:
        state, last = self.state, operands[-1] if operands else None
        if operator == "q":
            self.saved.append(copy(state))
            self.uses.saves_too_often = self.uses.saves_too_often or len(self.saved) > MOST_SAVED_STATES
        elif operator == "Q" and self.saved:
            self.state = self.saved.pop()
        elif operator in ("BMC", "BDC"):
            self.begin_mark(operands[0] if operands else None, last if operator == "BDC" else None)
        elif operator == "EMC" and self.marks:
            self.marks.pop()
        elif operator in FILLS or operator in STROKES:
            self.show_content()
            self.paint(is_fill=operator in FILLS, is_stroke=operator in STROKES)
        elif operator in SHOWS:
            self.show(last)
        elif operator.lower() in SET_BY and not self.is_colourless:
            self.set_space(SET_BY[operator.lower()], is_stroke=operator.isupper())
        elif operator.lower() == "cs" and not self.is_colourless:
            self.set_space(self.space_named(last), is_stroke=operator.isupper())
        elif operator.lower() == "scn" and isinstance(last, str):
            self.use_pattern(self.named("/Pattern", last))
        elif operator == "Tf" and operands:
            state.font = self.named("/Font", operands[0])
        elif operator == "Tr" and isinstance(last, int):
            state.mode = last
        elif operator == "gs":
            self.use_state(self.named("/ExtGState", last))
        elif operator == "Do":
            self.draw(self.named("/XObject", last))
        elif operator == "sh":
            self.show_content()
            self.use_space(get(self.named("/Shading", last), "/ColorSpace"))
        elif operator == "ri":
            self.uses.intents.add(str(last))
        elif operator in ("d0", "d1") and operands:
            self.width = float(operands[0]) if isinstance(operands[0], (int, float)) else None
            self.is_colourless = self.is_colourless or operator == "d1"

    @property
    def coverage(self) -> Coverage:
        return self.marks[-1] if self.marks else self.around

    def begin_mark(self, tag: "Any", given: "Any") -> None:
        """given: the properties, or their name."""
        around, uses = self.coverage, self.uses
        properties = (
            given if isinstance(given, Members) else get(get(self.resources, "/Properties"), given) if isinstance(given, str) else None
        )
        part = self.follower.part_of_structure(self.holder, property_of(properties, "/MCID"))
        language = property_of(properties, "/Lang")
        kind = around.kind
        if tag == "/Artifact":
            if kind == "tagged":
                uses.artifacts_in_tags.add(uses.page)
            kind = kind if kind == "outside" else "artifact"
        elif part is not None:
            if kind == "artifact":
                uses.tags_in_artifacts.add(uses.page)
            kind = "tagged"
            uses.tagged_forms.add(key_of(self.holder))
        if language is not None:
            uses.languages.add(text_of(language))
        has_language = around.has_language or language is not None or (part is not None and part.has_language)
        replaced = any(property_of(properties, key) is not None for key in ("/ActualText", "/Alt", "/E"))
        if replaced and not has_language:
            uses.replaced_without_language.add(uses.page)
        has_text = around.has_text or property_of(properties, "/ActualText") is not None or (part is not None and part.has_text)
        self.marks.append(Coverage(kind, has_language, has_text))

    def show_content(self) -> None:
        if self.coverage.kind == "":
            self.uses.untagged.add(self.uses.page)

    def space_named(self, name: object) -> "Any":
        return name if name in DEFAULTS or name == "/Pattern" else self.named("/ColorSpace", name)

    def use_space(self, space: "Any") -> "frozenset[str]":
        """Counts a colour space as used; returns the device colours that it needs."""
        if space is None:
            return frozenset()
        devices = devices_of(space, self.spaces)
        self.uses.devices |= devices
        kind = name_of(space) or (space if isinstance(space, str) else "")
        # A device colour with a default is the colour space of that default.
        default = get(self.spaces, DEFAULTS[kind]) if kind in DEFAULTS else None
        used = default if default is not None else space
        if isinstance(used, Array):
            self.uses.note(self.uses.spaces, key_of(used), used)
        return devices

    def set_space(self, space: "Any", *, is_stroke: bool) -> None:
        # Also those that then colour nothing (PDF Association, Technical Note 0010, A011).
        devices = self.use_space(space)
        parts = items_of(space)
        is_cmyk_profile = len(parts) > 1 and name_of(parts[0]) == "/ICCBased" and get(parts[1], "/N") == 4
        if is_stroke:
            self.state.stroke, self.state.stroke_is_cmyk_profile = devices, is_cmyk_profile
        else:
            self.state.fill, self.state.fill_is_cmyk_profile = devices, is_cmyk_profile

    def paint(self, *, is_fill: bool, is_stroke: bool) -> None:
        if self.is_colourless:
            return
        state = self.state
        if is_fill:
            self.uses.devices |= state.fill
        if is_stroke:
            self.uses.devices |= state.stroke
        overprints = (is_fill and state.overprints_fill and state.fill_is_cmyk_profile) or (
            is_stroke and state.overprints_stroke and state.stroke_is_cmyk_profile
        )
        self.uses.overprints_profile = self.uses.overprints_profile or (overprints and state.overprint_mode == 1)

    def show(self, shown: "Any") -> None:
        font, mode = self.state.font, self.state.mode
        if mode != INVISIBLE:
            self.paint(is_fill=mode in (0, 2, 4, 6), is_stroke=mode in (1, 2, 5, 6))
        self.show_content()
        if not isinstance(font, Dictionary):
            return
        coverage = self.coverage
        if not coverage.has_language and coverage.kind != "artifact":
            self.uses.without_language.add(self.uses.page)
        use: FontUse = self.uses.note(self.uses.fonts, key_of(font), FontUse(font))
        length = self.follower.length_of_codes(font)
        for text in shown if isinstance(shown, Members) else [shown]:
            if isinstance(text, bytes):
                codes = codes_of_two_bytes(text) if length == 2 else set(text)
                if get(font, "/Subtype") == Name.Type3 and not codes <= use.codes:
                    self.follower.draw_glyphs(font, codes - use.codes, self)
                use.codes |= codes
                if not coverage.has_text:
                    use.alone |= codes
                if mode != INVISIBLE:
                    use.seen |= codes

    def use_pattern(self, pattern: "Any") -> None:
        if get(pattern, "/PatternType") == 2:
            self.use_space(get(get(pattern, "/Shading"), "/ColorSpace"))
            self.use_state(get(pattern, "/ExtGState"))
        elif isinstance(pattern, Stream):
            self.draw_form(pattern, is_colourless=get(pattern, "/PaintType") == 2, is_content=False)

    def use_state(self, given: "Any") -> None:
        if not isinstance(given, Dictionary):
            return
        self.uses.note(self.uses.states, key_of(given), given)
        mask, blend = get(given, "/SMask"), get(given, "/BM")
        is_seen = all(is_opaque(get(given, key)) for key in ("/ca", "/CA"))
        blends = [name_of(each) for each in items_of(blend)] if isinstance(blend, Array) else [name_of(blend)]
        has_mask = mask is not None and mask != Name("/None")
        if not is_seen or has_mask or any(each not in ("", "/Normal", "/Compatible") for each in blends):
            self.is_transparent = True
        if has_mask and isinstance(get(mask, "/G"), Stream):
            self.draw_form(get(mask, "/G"), is_content=False)
        state = self.state
        stroke, fill, how = get(given, "/OP"), get(given, "/op"), get(given, "/OPM")
        if stroke is not None:
            state.overprints_stroke = stroke is True
            state.overprints_fill = (stroke if fill is None else fill) is True
        elif fill is not None:
            state.overprints_fill = fill is True
        state.overprint_mode = how if isinstance(how, int) else state.overprint_mode
        font = items_of(get(given, "/Font"))
        state.font = font[0] if font else state.font

    def draw(self, drawn: "Any") -> None:
        kind = get(drawn, "/Subtype")
        if kind == Name.Image:
            self.draw_image(drawn, key_of(drawn))
        elif kind == Name.Form:
            self.draw_form(drawn)
        elif drawn is not None:
            self.uses.note(self.uses.forms, key_of(drawn), drawn)

    def draw_image(self, image: "Any", key: "Any") -> None:
        self.show_content()
        self.uses.note(self.uses.images, key, image)
        if get(image, "/ImageMask") is True:
            self.paint(is_fill=True, is_stroke=False)
        elif not self.is_colourless:
            self.use_space(get(image, "/ColorSpace"))
        mask = get(image, "/SMask")
        if isinstance(mask, Stream):
            self.uses.note(self.uses.images, key_of(mask), mask)
        if isinstance(mask, Stream) or (get(image, "/SMaskInData") or 0) != 0:
            self.is_transparent = True

    def draw_inline(self, pairs: "list[Any]") -> None:
        image: Any = Dictionary()
        for key, value in zip(pairs[::2], pairs[1::2], strict=False):
            key_there = SHORT_KEYS.get(key, key) if isinstance(key, str) else ""
            if key_there[1:].isalnum() and key_there.startswith("/"):
                image[key_there] = self.converted(key_there, value)
        self.draw_image(image, image.unparse())

    def converted(self, key: str, value: "Any") -> "Any":
        if key == "/ColorSpace" and isinstance(value, str):
            space = SHORT_SPACES.get(value, value)
            return Name(space) if space in DEFAULTS else self.named("/ColorSpace", value)
        if isinstance(value, Members):
            return Array([self.converted(key, each) for each in value])
        if isinstance(value, str):
            return Name(value) if len(value) > 1 else None
        return pikepdf.String(value) if isinstance(value, bytes) else value

    def draw_form(self, form: "Any", *, is_colourless: bool = False, is_content: bool = True) -> None:
        self.uses.note(self.uses.forms, key_of(form), form)
        self.uses.draws[key_of(form)] = self.uses.draws.get(key_of(form), 0) + 1
        coverage = self.coverage if is_content else OUTSIDE
        group = get(form, "/Group")
        if get(group, "/S") == Name.Transparency:
            self.is_transparent = True
            self.use_space(get(group, "/CS"))
        own = get(form, "/Resources")
        resources = own if own is not None else self.resources
        is_transparent = self.follower.follow(form, resources, self, coverage, is_own=own is not None, is_colourless=is_colourless)
        self.is_transparent = self.is_transparent or is_transparent


def property_of(properties: "Any", key: str) -> "Any":
    """Returns a property of marked content, as the file or the content has it."""
    if isinstance(properties, Members):
        return dict(zip(map(str, properties[::2]), properties[1::2], strict=False)).get(key)
    return get(properties, key)


def codes_of_two_bytes(text: bytes) -> "set[int]":
    """Half a code stands for no character, as 0 does."""
    return {text[at] << 8 | text[at + 1] for at in range(0, len(text) - 1, 2)} | ({0} if len(text) % 2 == 1 else set())
