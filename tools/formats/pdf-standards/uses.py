"""What the contents of a PDF use."""

from dataclasses import dataclass, field
from typing import NamedTuple

import pikepdf
from objects import get, items_of, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEFAULTS = {"/DeviceGray": "/DefaultGray", "/DeviceRGB": "/DefaultRGB", "/DeviceCMYK": "/DefaultCMYK"}
# As inline images write them (ISO 32000-1, 8.9.7).
SHORT_SPACES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
# Where a colour space has another one.
BASES = {"/Indexed": 1, "/Pattern": 1, "/Separation": 2, "/DeviceN": 2}
DEEPEST_SPACE = 8


@dataclass
class State:
    """What the graphics state says about colours and text. Colours are the device colours that they need."""

    fill: frozenset[str] = frozenset({"/DeviceGray"})
    stroke: frozenset[str] = frozenset({"/DeviceGray"})
    fill_is_cmyk_profile: bool = False
    stroke_is_cmyk_profile: bool = False
    overprints_fill: bool = False
    overprints_stroke: bool = False
    overprint_mode: int = 0
    mode: int = 0
    font: "Any" = None

    def key(self) -> "tuple[Any, ...]":
        profiles = (self.fill_is_cmyk_profile, self.stroke_is_cmyk_profile)
        return (self.fill, self.stroke, *profiles, self.overprints_fill, self.overprints_stroke, self.overprint_mode, self.mode)


class Coverage(NamedTuple):
    """What marked content says about what is in it (ISO 32000-1, 14.6)."""

    # `tagged`, `artifact`, nothing, or `outside` of the content of pages: appearances of annotations, patterns, masks, glyphs.
    kind: str = ""
    has_language: bool = False
    has_text: bool = False


OUTSIDE = Coverage("outside", has_language=True, has_text=True)


@dataclass
class FontUse:
    """A font, its codes in texts, those that are seen, and those of which only the font tells the text."""

    font: "Any"
    codes: set[int] = field(default_factory=set[int])
    seen: set[int] = field(default_factory=set[int])
    alone: set[int] = field(default_factory=set[int])


class Uses:
    """What the content of a file uses, by `key_of`."""

    def __init__(self) -> None:
        # Device colours without a default.
        self.devices: set[str] = set()
        self.spaces: dict[Any, Any] = {}
        self.fonts: dict[Any, FontUse] = {}
        self.images: dict[Any, Any] = {}
        self.forms: dict[Any, Any] = {}
        self.states: dict[Any, Any] = {}
        self.intents: set[str] = set()
        # Operators that PDF does not know, and operands of unusual size.
        self.operators: set[str] = set()
        self.operands: set[int | float | str | bytes] = set()
        # Widths that glyphs of Type 3 fonts set, by font and code.
        self.widths: dict[Any, dict[int, float]] = {}
        # Pages with transparency.
        self.transparent: list[Any] = []
        # Resources of what is around a content, and contents that are nested too deep to follow.
        self.inherits = False
        self.is_too_deep = False
        self.odd_texts = False
        self.saves_too_often = False
        self.overprints_profile = False
        # The number of the page that is followed, and that on which something is used first.
        self.page = 0
        self.first_pages: dict[Any, int] = {}
        # Pages whose content is marked wrongly.
        self.untagged: set[int] = set()
        self.artifacts_in_tags: set[int] = set()
        self.tags_in_artifacts: set[int] = set()
        self.without_language: set[int] = set()
        self.replaced_without_language: set[int] = set()
        self.languages: set[str] = set()
        # How often forms are drawn, and those with parts of the structure.
        self.draws: dict[Any, int] = {}
        self.tagged_forms: set[Any] = set()

    def note(self, kept: "dict[Any, Any]", key: "Any", value: "Any") -> "Any":
        """Keeps what is used, with its first page."""
        self.first_pages.setdefault(key, self.page)
        return kept.setdefault(key, value)


def devices_of(space: "Any", defaults: "Any", depth: int = 0) -> frozenset[str]:
    """Returns the device colours that a colour space needs. defaults: colour spaces of the resources."""
    parts = items_of(space)
    kind = (name_of(parts[0]) if parts else name_of(space)) or (space if isinstance(space, str) else "")
    kind = SHORT_SPACES.get(kind, kind)
    if kind in DEFAULTS:
        return frozenset() if get(defaults, DEFAULTS[kind]) is not None else frozenset({kind})
    base = BASES.get(kind, len(parts))
    return devices_of(parts[base], defaults, depth + 1) if base < len(parts) and depth < DEEPEST_SPACE else frozenset()


def key_of(value: "Any") -> "Any":
    """Returns what tells an object of the file from others; of one inside another, what it contains."""
    objgen = getattr(value, "objgen", (0, 0))
    if objgen != (0, 0):
        return objgen
    return value.unparse() if isinstance(value, pikepdf.Object) else value
