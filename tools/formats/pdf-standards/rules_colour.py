"""Rules of PDF/A about colours: ISO 19005-1, 6.2.2 and 6.2.3; ISO 19005-2, 6.2.3 and 6.2.4."""

from objects import data_of, get, items_of, keys_of, name_of, text_of
from pikepdf import Array, Dictionary, Name, Stream
from problem import Problem
from uses import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import pikepdf
    from uses import Uses

# Channels of the colour spaces of profiles.
CHANNELS = {b"RGB ": 3, b"CMYK": 4, b"GRAY": 1, b"Lab ": 3}
CLASSES_OF_INTENTS = (b"prtr", b"mntr")
CLASSES_OF_SPACES = (b"prtr", b"mntr", b"scnr", b"spac")
# First major version of ICC profiles that a part does not know.
UNKNOWN_VERSION = {1: 3, 2: 5, 3: 5}
HEADER_BYTES = 128
MOST_COLORANTS = {1: 8, 2: 32, 3: 32}
PROCESS_COLORANTS = ("/Cyan", "/Magenta", "/Yellow", "/Black", "/None")
NEEDED_CHANNELS = {"/DeviceRGB": (3,), "/DeviceCMYK": (4,), "/DeviceGray": (1, 3, 4)}
# How a stream is packed, which makes no difference.
PACKING = ("/Length", "/Filter", "/DecodeParms")
DEEPEST = 8
WORDS = {"/DeviceRGB": "RGB", "/DeviceCMYK": "CMYK"}


def intents_of(pdf: "pikepdf.Pdf") -> "list[Any]":
    """Returns the output intents of PDF/A."""
    return [intent for intent in items_of(get(pdf.Root, "/OutputIntents")) if get(intent, "/S") == Name.GTS_PDFA1]


def problems_of_colours(pdf: "pikepdf.Pdf", uses: "Uses", part: int) -> "Iterator[Problem]":
    """Yields what is wrong with colours. uses: what the content uses; part: of the standard."""
    profiles = [get(intent, "/DestOutputProfile") for intent in intents_of(pdf)]
    channels = {int(get(profile, "/N") or 0) for profile in profiles if profile is not None}
    yield from problems_of_intents(pdf, part)
    for device in sorted(uses.devices):
        if not channels:
            yield Problem("6.2.3 6.2.4.3", "it has no output intent")
        elif not any(each in channels for each in NEEDED_CHANNELS[device]):
            yield Problem("6.2.3.3 6.2.4.3", f"colours are {WORDS.get(device, 'grey')}, and those of its output intent are not")
    separations: dict[str, Any] = {}
    for space in uses.spaces.values():
        yield from problems_of_space(space, part, separations)
    if part > 1 and uses.overprints_profile:
        yield Problem("- 6.2.4.2", "CMYK colours of a profile are overprinted with the overprint mode 1")


def problems_of_intents(pdf: "pikepdf.Pdf", part: int) -> "Iterator[Problem]":
    all_intents = items_of(get(pdf.Root, "/OutputIntents"))
    profiles = [get(intent, "/DestOutputProfile") for intent in all_intents]
    if len({key_of(profile) for profile in profiles if profile is not None}) > 1:
        yield Problem("6.2.2 6.2.3", "its output intents have different profiles")
    for intent in intents_of(pdf):
        profile = get(intent, "/DestOutputProfile")
        if profile is None:
            if text_of(get(intent, "/OutputConditionIdentifier")) in ("", "Custom"):
                yield Problem("6.2.2 6.2.3", "its output intent has no profile", intent)
        elif not is_profile(profile, part, CLASSES_OF_INTENTS) or data_of(profile)[16:20] == b"Lab ":
            yield Problem("6.2.2 6.2.3", "the profile of its output intent is not one that PDF/A allows", profile)


def is_profile(stream: "Any", part: int, classes: "tuple[bytes, ...]") -> bool:
    """Whether a stream is an ICC profile of these classes, and of as many channels as it says."""
    data = data_of(stream)
    if len(data) < HEADER_BYTES or data[36:40] != b"acsp" or data[12:16] not in classes or data[8] >= UNKNOWN_VERSION[part]:
        return False
    return CHANNELS.get(data[16:20]) == get(stream, "/N")


def problems_of_space(space: "Any", part: int, separations: "dict[str, Any]") -> "Iterator[Problem]":
    """separations: those seen so far, by their colorants, as their alternate space and its function."""
    waiting = [space]
    seen = 0
    while waiting and seen < 1000:
        seen += 1
        parts = items_of(waiting.pop())
        kind = name_of(parts[0]) if parts else ""
        if kind == "/ICCBased" and len(parts) > 1 and not is_profile(parts[1], part, CLASSES_OF_SPACES):
            yield Problem("6.2.3.2 6.2.4.2", "the profile of a colour space is not one that PDF/A allows", parts[1])
        elif kind in ("/Indexed", "/Pattern") and len(parts) > 1:
            waiting.append(parts[1])
        elif kind in ("/Separation", "/DeviceN") and len(parts) > 3:
            waiting.append(parts[2])
            if kind == "/Separation":
                yield from problems_of_separation(parts, part, separations)
            else:
                yield from problems_of_colorants(parts, part)
                colorants = get(parts[4], "/Colorants") if len(parts) > 4 else None
                waiting += [get(colorants, key) for key in keys_of(colorants)]


def problems_of_separation(parts: "list[Any]", part: int, separations: "dict[str, Any]") -> "Iterator[Problem]":
    name = name_of(parts[1])
    if part == 1 or name in ("/All", "/None"):
        return
    described = (written(parts[2]), written(parts[3]))
    if separations.setdefault(name, described) != described:
        yield Problem("- 6.2.4.4", "colorants of one name have different descriptions")


def problems_of_colorants(parts: "list[Any]", part: int) -> "Iterator[Problem]":
    names = [name_of(each) for each in items_of(parts[1])]
    if len(names) > MOST_COLORANTS[part]:
        yield Problem("6.1.12 6.1.13", "a colour space has too many colorants")
    attributes = parts[4] if len(parts) > 4 else None
    process = [name_of(each) for each in items_of(get(get(attributes, "/Process"), "/Components"))]
    described = [*keys_of(get(attributes, "/Colorants")), *process, *PROCESS_COLORANTS]
    if part > 1 and any(name not in described for name in names):
        yield Problem("- 6.2.4.4", "a colour space does not describe its colorants")


def written(value: "Any", depth: int = 0) -> "Any":
    """Returns what an object contains, to compare it with another one."""
    if depth > DEEPEST:
        return None
    if isinstance(value, (Dictionary, Stream)):
        members = tuple((key, written(get(value, key), depth + 1)) for key in sorted(keys_of(value)) if key not in PACKING)
        return (members, data_of(value))
    if isinstance(value, Array):
        return tuple(written(each, depth + 1) for each in value)
    return name_of(value) or text_of(value)
