"""Follows the content streams of a PDF, and collects what they use: PDF/A has no rules about resources that no content uses
(ISO 19005-1, Cor. 2)."""

from copy import copy
from dataclasses import dataclass, field

import pikepdf
from objects import data_of, get, inherited, is_opaque, items_of, keys_of, name_of
from pikepdf import Array, Dictionary, Name, Stream
from tokens import Instructions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST_STREAMS, DEEPEST = 50_000, 40
MOST_SAVED_STATES = 28
DEFAULTS = {"/DeviceGray": "/DefaultGray", "/DeviceRGB": "/DefaultRGB", "/DeviceCMYK": "/DefaultCMYK"}
SET_BY = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}
# Keys and values that inline images write short (ISO 32000-1, 8.9.7).
SHORT_KEYS = {
    **{"/BPC": "/BitsPerComponent", "/CS": "/ColorSpace", "/D": "/Decode", "/DP": "/DecodeParms", "/F": "/Filter"},
    **{"/H": "/Height", "/IM": "/ImageMask", "/I": "/Interpolate", "/W": "/Width"},
}
SHORT_SPACES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
FILLS, STROKES = {"f", "F", "f*", "B", "B*", "b", "b*"}, {"S", "s", "B", "B*", "b", "b*"}
SHOWS = {"Tj", "'", '"', "TJ"}
OTHERS = set(
    "w J j M d i cm m l c v y h re n W W* BT ET Tc Tw Tz TL Ts Td TD Tm T* d0 d1 EI MP DP BMC BDC EMC BX EX q Q ri sh Do gs Tf Tr"
    " CS cs SC SCN sc scn G g RG rg K k BI ID".split()
)
KNOWN = FILLS | STROKES | SHOWS | OTHERS
INVISIBLE = 3


@dataclass
class State:
    """What the graphics state says about colours and text. Colours are the device colours that they need."""

    fill: "frozenset[str]" = frozenset({"/DeviceGray"})
    stroke: "frozenset[str]" = frozenset({"/DeviceGray"})
    stroke_is_set: bool = False
    fill_is_cmyk_profile: bool = False
    stroke_is_cmyk_profile: bool = False
    overprints_fill: bool = False
    overprints_stroke: bool = False
    overprint_mode: int = 0
    mode: int = 0
    font: "Any" = None

    def key(self) -> "tuple[Any, ...]":
        overprint = (self.overprints_fill, self.overprints_stroke, self.overprint_mode)
        return (self.fill, self.stroke, self.stroke_is_set, self.fill_is_cmyk_profile, self.stroke_is_cmyk_profile, *overprint, self.mode)


@dataclass
class FontUse:
    """A font, its codes in texts, and those that are seen."""

    font: "Any"
    codes: "set[int]" = field(default_factory=set["int"])
    seen: "set[int]" = field(default_factory=set["int"])


@dataclass
class Uses:
    """What the content of a file uses. `devices`: device colours without a default. `problems`: what is wrong with instructions."""

    devices: "set[str]" = field(default_factory=set["str"])
    spaces: "dict[Any, Any]" = field(default_factory=dict["Any", "Any"])
    fonts: "dict[Any, FontUse]" = field(default_factory=dict["Any", "FontUse"])
    images: "dict[Any, Any]" = field(default_factory=dict["Any", "Any"])
    forms: "dict[Any, Any]" = field(default_factory=dict["Any", "Any"])
    states: "dict[Any, Any]" = field(default_factory=dict["Any", "Any"])
    intents: "set[str]" = field(default_factory=set["str"])
    operators: "set[str]" = field(default_factory=set["str"])
    operands: "set[Any]" = field(default_factory=set["Any"])
    # Widths that glyphs of Type 3 fonts set, by font and code.
    widths: "dict[Any, dict[int, float]]" = field(default_factory=dict["Any", "dict[int, float]"])
    # Pages with transparency.
    transparent: "list[Any]" = field(default_factory=list["Any"])
    inherits: bool = False
    odd_texts: bool = False
    saves_too_often: bool = False
    overprints_profile: bool = False
    is_too_deep: bool = False


def devices_of(space: "Any", defaults: "Any", depth: int = 0) -> "frozenset[str]":
    """Returns the device colours that a colour space needs. defaults: colour spaces of the resources."""
    parts = items_of(space)
    kind = (name_of(parts[0]) if parts else name_of(space)) or str(space)
    kind = SHORT_SPACES.get(kind, kind)
    if kind in DEFAULTS:
        return frozenset() if get(defaults, DEFAULTS[kind]) is not None else frozenset({kind})
    base = {"/Indexed": 1, "/Pattern": 1, "/Separation": 2, "/DeviceN": 2}.get(kind, 99)
    return devices_of(parts[base], defaults, depth + 1) if len(parts) > base and depth < DEEPEST else frozenset()


def key_of(value: "Any") -> "Any":
    objgen = getattr(value, "objgen", (0, 0))
    return objgen if objgen != (0, 0) else id(value) if not isinstance(value, pikepdf.Object) else value.unparse()


class Stream_:
    """Runs one content stream. `resources` are its own, or those around it."""

    def __init__(self, follower: "Follower", resources: "Any", *, is_own: bool, state: State, depth: int) -> None:
        self.follower, self.uses = follower, follower.uses
        self.resources, self.is_own, self.depth = resources, is_own, depth
        self.state = state
        self.saved: list[State] = []
        self.is_colourless = False
        self.is_transparent = False
        self.found: dict[tuple[str, str], Any] = {}
        self.spaces = get(resources, "/ColorSpace")
        self.width: float | None = None

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
        image: list[Any] = []
        for operator, operands in instructions:
            if operator not in KNOWN:
                self.uses.operators.add(operator[:20])
                continue
            for operand in operands:
                self.note(operand)
            if operator == "BI":
                image = []
            elif operator == "ID":
                image = operands
                self.draw_inline(image)
            else:
                self.apply(operator, operands)
        self.uses.odd_texts = self.uses.odd_texts or instructions.odd

    def note(self, operand: "Any") -> None:
        """Keeps operands of unusual size, for the implementation limits."""
        if isinstance(operand, list):
            for each in operand:
                self.note(each)
        elif (isinstance(operand, (int, float)) and abs(operand) > 32767) or (isinstance(operand, (str, bytes)) and len(operand) > 127):
            self.uses.operands.add(operand if isinstance(operand, (int, float)) else operand[:70_000])

    def apply(self, operator: str, operands: "list[Any]") -> None:
        state, last = self.state, operands[-1] if operands else None
        if operator == "q":
            self.saved.append(copy(state))
            self.uses.saves_too_often = self.uses.saves_too_often or len(self.saved) > MOST_SAVED_STATES
        elif operator == "Q" and self.saved:
            self.state = self.saved.pop()
        elif operator in FILLS or operator in STROKES:
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
            self.use_space(get(self.named("/Shading", last), "/ColorSpace"))
        elif operator == "ri":
            self.uses.intents.add(str(last))
        elif operator in ("d0", "d1") and operands:
            self.width = float(operands[0]) if isinstance(operands[0], (int, float)) else None
            self.is_colourless = self.is_colourless or operator == "d1"

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
            self.uses.spaces.setdefault(key_of(used), used)
        return devices

    def set_space(self, space: "Any", *, is_stroke: bool) -> None:
        devices = devices_of(space, self.spaces)
        if isinstance(space, pikepdf.Object) or space in DEFAULTS:
            self.use_space(space if not isinstance(space, str) or get(self.spaces, DEFAULTS[space]) is not None else None)
        parts = items_of(space)
        is_cmyk_profile = len(parts) > 1 and name_of(parts[0]) == "/ICCBased" and get(parts[1], "/N") == 4
        if is_stroke:
            self.state.stroke, self.state.stroke_is_set, self.state.stroke_is_cmyk_profile = devices, True, is_cmyk_profile
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
            # veraPDF takes both colours as used by text, once the second one is set.
            self.paint(is_fill=True, is_stroke=mode in (1, 2, 5, 6) or self.state.stroke_is_set)
        if not isinstance(font, Dictionary):
            return
        use = self.uses.fonts.setdefault(key_of(font), FontUse(font))
        is_composite = get(font, "/Subtype") == Name.Type0
        for text in shown if isinstance(shown, list) else [shown]:
            if isinstance(text, bytes):
                codes = codes_of_two_bytes(text) if is_composite else set(text)
                if get(font, "/Subtype") == Name.Type3 and not codes <= use.codes:
                    self.follower.draw_glyphs(font, codes - use.codes, self)
                use.codes |= codes
                if mode != INVISIBLE:
                    use.seen |= codes

    def use_pattern(self, pattern: "Any") -> None:
        if get(pattern, "/PatternType") == 2:
            self.use_space(get(get(pattern, "/Shading"), "/ColorSpace"))
            self.use_state(get(pattern, "/ExtGState"))
        elif isinstance(pattern, Stream):
            self.draw_form(pattern, is_colourless=get(pattern, "/PaintType") == 2)

    def use_state(self, given: "Any") -> None:
        if not isinstance(given, Dictionary):
            return
        self.uses.states.setdefault(key_of(given), given)
        mask, blend = get(given, "/SMask"), get(given, "/BM")
        is_seen = all(is_opaque(get(given, key)) for key in ("/ca", "/CA"))
        blends = [name_of(each) for each in items_of(blend)] if isinstance(blend, Array) else [name_of(blend)]
        has_mask = mask is not None and mask != Name("/None")
        if not is_seen or has_mask or any(each not in ("", "/Normal", "/Compatible") for each in blends):
            self.is_transparent = True
        if has_mask and isinstance(get(mask, "/G"), Stream):
            self.draw_form(get(mask, "/G"))
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
            self.uses.forms.setdefault(key_of(drawn), drawn)

    def draw_image(self, image: "Any", key: "Any") -> None:
        self.uses.images.setdefault(key, image)
        if get(image, "/ImageMask") is True:
            self.paint(is_fill=True, is_stroke=False)
        elif not self.is_colourless:
            self.use_space(get(image, "/ColorSpace"))
        mask = get(image, "/SMask")
        if isinstance(mask, Stream):
            self.uses.images.setdefault(key_of(mask), mask)
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
        if isinstance(value, list):
            return Array([self.converted(key, each) for each in value])
        if isinstance(value, str):
            return Name(value) if len(value) > 1 else None
        return pikepdf.String(value) if isinstance(value, bytes) else value

    def draw_form(self, form: "Any", *, is_colourless: bool = False) -> None:
        self.uses.forms.setdefault(key_of(form), form)
        group = get(form, "/Group")
        if get(group, "/S") == Name.Transparency:
            self.is_transparent = True
            self.use_space(get(group, "/CS"))
        own = get(form, "/Resources")
        inner = self.follower.follow(form, own if own is not None else self.resources, self, is_own=own is not None, is_colourless=is_colourless)
        self.is_transparent = self.is_transparent or inner


class Follower:
    """Follows all content of a file."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self.uses = Uses()
        # Whether streams are transparent, by the stream and the state in which it is drawn.
        self.known: dict[Any, bool] = {}

    def follow_all(self) -> Uses:
        inheriting = {item.objgen for item in self.pdf.objects if get(item, "/Type") == Name.Page and get(item, "/Resources") is None}
        for page in self.pdf.pages:
            self.follow_page(page.obj, is_own=page.obj.objgen not in inheriting)
        return self.uses

    def follow_page(self, page: "Any", *, is_own: bool) -> None:
        contents = get(page, "/Contents")
        data = b"\n".join(data_of(each) for each in (items_of(contents) if isinstance(contents, Array) else [contents]))
        stream = Stream_(self, inherited(page, "/Resources"), is_own=is_own, state=State(), depth=0)
        stream.run(data)
        for annotation in items_of(get(page, "/Annots")):
            for appearance in appearances_of(annotation):
                stream.state = State()
                stream.draw_form(appearance)
        if stream.is_transparent:
            self.uses.transparent.append(page)
            stream.use_space(get(get(page, "/Group"), "/CS"))

    def follow(self, form: "Any", resources: "Any", around: Stream_, *, is_own: bool, is_colourless: bool) -> bool:
        """Follows a form or pattern; returns whether it is transparent."""
        key = (key_of(form), None if is_own else key_of(resources), is_colourless or around.is_colourless, around.state.key())
        if key in self.known:
            return self.known[key]
        if around.depth >= DEEPEST or len(self.known) >= MOST_STREAMS:
            self.uses.is_too_deep = True
            return False
        self.known[key] = False
        stream = Stream_(self, resources, is_own=is_own, state=copy(around.state), depth=around.depth + 1)
        stream.is_colourless = is_colourless or around.is_colourless
        stream.run(data_of(form))
        self.known[key] = stream.is_transparent
        return stream.is_transparent

    def draw_glyphs(self, font: "Any", codes: "set[int]", around: Stream_) -> None:
        """Follows glyphs of a Type 3 font."""
        names = names_of_glyphs(font)
        own = get(font, "/Resources")
        for code in codes:
            glyph = get(get(font, "/CharProcs"), names.get(code, ""))
            if not isinstance(glyph, Stream) or around.depth >= DEEPEST:
                continue
            resources = own if own is not None else around.resources
            stream = Stream_(self, resources, is_own=own is not None, state=copy(around.state), depth=around.depth + 1)
            stream.run(data_of(glyph))
            around.is_transparent = around.is_transparent or stream.is_transparent
            if stream.width is not None:
                self.uses.widths.setdefault(key_of(font), {})[code] = stream.width


def codes_of_two_bytes(text: bytes) -> "set[int]":
    """Half a code stands for no character, as 0 does."""
    return {text[at] << 8 | text[at + 1] for at in range(0, len(text) - 1, 2)} | ({0} if len(text) % 2 == 1 else set())


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
