"""Rules of PDF/A about images, forms and graphics states: ISO 19005-1, 6.2.4 to 6.2.10 and 6.4; ISO 19005-2, 6.2.2 and 6.2.5 to 6.2.10."""

from objects import filters_of, get, has, is_opaque, items_of, keys_of, name_of
from pikepdf import Array, Dictionary, Name
from problem import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from uses import Uses

INTENTS = ("/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation")
OPAQUE_MODES = ("/Normal", "/Compatible")
BLEND_MODES = (
    *OPAQUE_MODES,
    *("/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge", "/ColorBurn", "/HardLight", "/SoftLight", "/Difference"),
    *("/Exclusion", "/Hue", "/Saturation", "/Color", "/Luminosity"),
)
PACKED = ("/LZWDecode", "/LZW", "/Crypt")
# Colorants of halftones that need no transfer function (ISO 19005-2, 6.2.5).
PRIMARY = ("/Cyan", "/Magenta", "/Yellow", "/Black", "/Default")
# CIEJab, an enumerated colour space of JPEG 2000.
CIE_JAB = 19


def problems_of_graphics(pages: "Iterable[Any]", uses: "Uses", part: int, *, has_intent: bool) -> "Iterator[Problem]":
    """Yields what is wrong with what content uses. has_intent: whether the file has an output intent with a profile."""
    for state in uses.states.values():
        yield from problems_of_state(state, part)
    for image in uses.images.values():
        yield from problems_of_image(image, part)
    for form in uses.forms.values():
        yield from problems_of_form(form, part)
    if any(intent not in INTENTS for intent in uses.intents):
        yield Problem("6.2.9 6.2.6", "a rendering intent is unknown")
    if uses.operators:
        yield Problem("6.2.10 6.2.2", f"content has unknown operators, such as {min(uses.operators)!r}")
    if uses.odd_texts:
        yield Problem("6.1.6 6.1.6", "a hexadecimal text is not written in full")
    if uses.is_too_deep:
        yield Problem("6.2.10 6.2.2 7.1", "its contents are nested deeper than is checked")
    if part == 1 and any(get(get(page, "/Group"), "/S") == Name.Transparency for page in pages):
        yield Problem("6.4", "it is transparent")
    if part > 1 and uses.inherits:
        yield Problem("- 6.2.2", "content uses resources that it does not have itself")
    if part > 1 and not has_intent and any(get(get(page, "/Group"), "/CS") is None for page in uses.transparent):
        yield Problem("- 6.2.10", "a page is transparent, and neither it nor an output intent says in which colours")


def problems_of_state(state: "Any", part: int) -> "Iterator[Problem]":
    if has(state, "/TR") or get(state, "/TR2") not in (None, Name.Default) or (part > 1 and has(state, "/HTP")):
        yield Problem("6.2.8 6.2.5", "a graphics state has transfer functions", state)
    if part > 1:
        yield from problems_of_halftone(get(state, "/HT"))
    if has(state, "/RI") and name_of(get(state, "/RI")) not in INTENTS:
        yield Problem("6.2.9 6.2.6", "a rendering intent is unknown", state)
    blend = get(state, "/BM")
    modes = [name_of(each) for each in (items_of(blend) if isinstance(blend, Array) else [blend])] if blend is not None else []
    if any(mode not in BLEND_MODES for mode in modes):
        yield Problem("- 6.2.10", "a blend mode is unknown", state)
    if part == 1:
        mask = get(state, "/SMask")
        is_seen = all(is_opaque(get(state, key)) for key in ("/ca", "/CA")) and all(mode in OPAQUE_MODES for mode in modes)
        if not is_seen or (mask is not None and mask != Name("/None")):
            yield Problem("6.4", "it is transparent", state)


def problems_of_halftone(halftone: "Any") -> "Iterator[Problem]":
    if not isinstance(halftone, Dictionary):
        return
    kind = get(halftone, "/HalftoneType")
    if kind not in (1, 5) or has(halftone, "/HalftoneName"):
        yield Problem("- 6.2.5", "a halftone is of a kind that is not allowed", halftone)
    if kind == 5:
        inner = {key: get(halftone, key) for key in keys_of(halftone) if isinstance(get(halftone, key), Dictionary)}
        if any((key in PRIMARY) == (has(each, "/TransferFunction")) and key != "/Default" for key, each in inner.items()):
            yield Problem("- 6.2.5", "a halftone is of a kind that is not allowed", halftone)


def problems_of_image(image: "Any", part: int) -> "Iterator[Problem]":
    if has(image, "/Alternates") or has(image, "/OPI"):
        yield Problem("6.2.4 6.2.8", "an image has alternatives", image)
    if get(image, "/Interpolate") is True:
        yield Problem("6.2.4 6.2.8", "an image is to be smoothed", image)
    if has(image, "/Intent") and name_of(get(image, "/Intent")) not in INTENTS:
        yield Problem("6.2.9 6.2.6", "a rendering intent is unknown", image)
    filters = filters_of(image)
    if any(each in PACKED for each in filters):
        yield Problem("6.1.10 6.1.7.2", "a stream is packed in a way that is not allowed", image)
    if part == 1 and "/JPXDecode" in filters:
        yield Problem("6.1.10", "an image is JPEG 2000", image)
    elif "/JPXDecode" in filters:
        yield from problems_of_jpeg_2000(image.read_raw_bytes() if len(filters) == 1 else b"", has_space=has(image, "/ColorSpace"))
    mask = get(image, "/SMask")
    if part == 1 and mask is not None and mask != Name("/None"):
        yield Problem("6.4", "it is transparent", image)


def problems_of_form(form: "Any", part: int) -> "Iterator[Problem]":
    if get(form, "/Subtype") == Name.PS or get(form, "/Subtype2") == Name.PS or has(form, "/PS"):
        yield Problem("6.2.7 6.2.9", "it has PostScript", form)
    if has(form, "/OPI") or has(form, "/Ref"):
        yield Problem("6.2.6 6.2.9 7.20", "a form stands for what is in another file", form)
    if part == 1 and get(get(form, "/Group"), "/S") == Name.Transparency:
        yield Problem("6.4", "it is transparent", form)


def problems_of_jpeg_2000(data: bytes, *, has_space: bool) -> "Iterator[Problem]":
    """ISO 19005-2, 6.2.8.3. data: a file of JPEG 2000 (ISO 15444-1, annex I)."""
    header = [inner for kind, content in boxes_of(data) if kind == b"jp2h" for inner in boxes_of(content)]
    general = [content for kind, content in header if kind == b"ihdr" and len(content) >= 14]
    if not general:
        return
    channels, depth = int.from_bytes(general[0][8:10], "big"), general[0][10]
    depths = {depth} if depth != 255 else {each for kind, content in header if kind == b"bpcc" for each in content}
    spaces = [content for kind, content in header if kind == b"colr" and len(content) >= 3]
    # With several, one is marked as the best.
    best = [content for content in spaces if content[2] == 1] if len(spaces) > 1 else spaces
    is_wrong_space = len(best) != 1 or best[0][0] not in (1, 2, 3) or (best[0][0] == 1 and int.from_bytes(best[0][3:7], "big") == CIE_JAB)
    if channels not in (1, 3, 4) or len(depths) != 1 or not 1 <= (min(depths) & 127) + 1 <= 38 or (is_wrong_space and not has_space):
        yield Problem("- 6.2.8.3", "an image of JPEG 2000 has channels or colours that are not allowed")


def boxes_of(data: bytes) -> "Iterator[tuple[bytes, bytes]]":
    at = 0
    while at + 8 <= len(data):
        size, kind, head = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], 8
        if size == 1:
            size, head = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        end = len(data) if size == 0 else at + size
        if end < at + head:
            return
        yield kind, data[at + head : end]
        at = end
