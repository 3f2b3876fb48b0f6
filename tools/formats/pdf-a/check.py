"""Checks the rules of PDF/A, level B, that can be checked without a validator.

Usage: check.py PART WHOSE SOURCE

PART is 1, 2 or 3. WHOSE is "own" or "any": own files are held to more than the standard asks for.
Prints JSON: {"problems": [what is wrong, for users]}.
"""

import json
import os
import re
import sys
from decimal import Decimal

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xmp_rules import differences, problems_of_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
# Fonts without a font program: Type 3 glyphs are drawings, and the program of a composite font is in its descendant.
WITHOUT_FILE = (Name.Type3, Name.Type0)
FORBIDDEN_ACTIONS = {
    *("/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/JavaScript", "/Hide", "/SetOCGState", "/Rendition", "/Trans"),
    *("/GoTo3DView", "/SubmitForm"),
}
CMYK_OPERATORS = "k K"
DEVICE_OPERATORS = "rg RG g G k K"
SPACES = {"rg": "/DefaultRGB", "g": "/DefaultGray", "k": "/DefaultCMYK"}
DEVICE_SPACES = (Name.DeviceRGB, Name.DeviceGray, Name.DeviceCMYK)


def get(holder: object, key: str) -> "Any":
    try:
        return holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None


def below(value: "Any") -> "Iterator[Any]":
    """Yields the dictionaries in an object of the file, including nested ones."""
    waiting: list[Any] = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, (Dictionary, Stream)):
            yield part
            children = [part[key] for key in list(part.keys())]
        elif isinstance(part, Array):
            children = list(part)
        else:
            continue
        # Separate objects are checked separately.
        waiting += [child for child in children if getattr(child, "objgen", (0, 0)) == (0, 0)]


def filters_of(stream: "Any") -> "list[Any]":
    named = get(stream, "/Filter")
    return list(named) if isinstance(named, Array) else [named]


def problems_of_part(part: "Any", number: int, intents: "set[int]", own: bool) -> "Iterator[str]":
    """Yields what is wrong with a dictionary or stream. `number`: part of the standard, `intents`: channels of the output intents."""
    kind, subtype = get(part, "/Type"), get(part, "/Subtype")
    if kind == Name.FontDescriptor and not any(key in part for key in FONT_FILES):
        yield "a font is not embedded"
    if kind == Name.Font and subtype not in WITHOUT_FILE and get(part, "/FontDescriptor") is None:
        yield "a font is not embedded"
    action = get(part, "/S")
    if isinstance(action, Name) and str(action) in FORBIDDEN_ACTIONS:
        yield "it has actions or scripts"
    if isinstance(part, Stream):
        filters = filters_of(part)
        if Name.LZWDecode in filters or Name.Crypt in filters:
            yield "a stream is packed in a way that is not allowed"
        if number == 1 and Name.JPXDecode in filters:
            yield "an image is JPEG 2000"
        if "/F" in part and kind != Name.EmbeddedFile:
            yield "a stream is in another file"
    spaces = (get(part, "/ColorSpace"), get(part, "/CS"))
    if Name.DeviceCMYK in spaces and (own or 4 not in intents):
        yield "colours are CMYK"
    if not own and not intents and any(space in DEVICE_SPACES for space in spaces):
        yield "it has no output intent"
    if number == 1:
        yield from problems_of_transparency(part)


def problems_of_transparency(part: "Any") -> "Iterator[str]":
    is_image = get(part, "/Subtype") == Name.Image
    mask = get(part, "/SMask")
    if mask is not None and (is_image or mask != Name("/None")):
        yield "it is transparent"
    if get(get(part, "/Group"), "/S") == Name.Transparency:
        yield "it is transparent"
    if get(part, "/Type") == Name.ExtGState and (
        any(get(part, key) not in (None, 1) for key in ("/ca", "/CA")) or get(part, "/BM") not in (None, Name.Normal, Name.Compatible)
    ):
        yield "it is transparent"


def intents_of(pdf: pikepdf.Pdf) -> "set[int]":
    """Returns the numbers of channels of the profiles of PDF/A output intents."""
    intents = list(get(pdf.Root, "/OutputIntents") or ())
    profiles = [get(intent, "/DestOutputProfile") for intent in intents if get(intent, "/S") == Name.GTS_PDFA1]
    return {int(get(profile, "/N") or 0) for profile in profiles}


def problems_of_any_file(pdf: pikepdf.Pdf, number: int) -> "Iterator[str]":
    """Yields what the standard forbids in a whole file of any maker."""
    root = pdf.Root
    if pdf.is_encrypted:
        yield "it is encrypted"
    metadata = get(root, "/Metadata")
    xmp = metadata.read_bytes() if isinstance(metadata, Stream) else b""
    if b"\0" in xmp[:8]:
        # UTF-16 or UTF-32: what is looked for is ASCII.
        xmp = xmp.replace(b"\0", b"")
    levels = b"AB" if number == 1 else b"ABU"
    if not re.search(rb"pdfaid:part\W{1,4}%d\W" % number, xmp) or not re.search(rb"pdfaid:conformance\W{1,4}[%s]\W" % levels, xmp):
        yield "its metadata do not say that it is PDF/A"
    if isinstance(metadata, Stream):
        yield from problems_of_metadata(metadata.read_bytes(), number)
        if number == 1:
            info = get(pdf.trailer, "/Info")
            texts = {key: str(value) for key, value in info.items() if isinstance(value, String)} if isinstance(info, Dictionary) else {}
            yield from differences(texts, metadata.read_bytes())
    yield from problems_of_annotations(pdf, number)
    if "/ID" not in pdf.trailer:
        yield "it has no identifier"
    form = get(root, "/AcroForm")
    if "/AA" in root or get(form, "/XFA") is not None or get(form, "/NeedAppearances") is True:
        yield "it has actions, or a form that is drawn by programs"
    if number == 1 and "/OCProperties" in root:
        yield "it has layers"
    if number == 1 and get(get(root, "/Names"), "/EmbeddedFiles") is not None:
        yield "it has attachments"


# Annotations that part 1 allows (6.5.2), and those that later parts add (ISO 19005-2, 6.3.1).
ANNOTATIONS_OF_1 = (
    *("/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut"),
    *("/Stamp", "/Ink", "/Popup", "/Widget", "/PrinterMark", "/TrapNet"),
)
ANNOTATIONS_OF_2 = ("/Polygon", "/PolyLine", "/Caret", "/FileAttachment", "/Watermark", "/Redact")
INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE_NO_VIEW = 1, 2, 4, 32, 256


def problems_of_annotation(annotation: Dictionary, number: int) -> "Iterator[str]":
    kind = str(get(annotation, "/Subtype"))
    if kind not in ANNOTATIONS_OF_1 and (number == 1 or kind not in ANNOTATIONS_OF_2):
        yield f"it has annotations of the kind {kind[1:40]}"
    if kind != "/Popup" or number == 1:
        flags = get(annotation, "/F")
        without = INVISIBLE | HIDDEN | NO_VIEW | (TOGGLE_NO_VIEW if number > 1 else 0)
        if not isinstance(flags, int) or not flags & PRINT or flags & without:
            yield "it has annotations that are hidden, or are not printed"
    appearance = get(annotation, "/AP")
    if appearance is not None and (not isinstance(appearance, Dictionary) or {*appearance.keys()} != {"/N"}):
        yield "it has annotations with more than one appearance"
    normal = get(appearance, "/N")
    is_button = kind == "/Widget" and get(annotation, "/FT") == Name.Btn
    if normal is not None and isinstance(normal, Stream) == is_button:
        yield "it has annotations with an appearance of the wrong kind"
    if number > 1 and normal is None and kind not in ("/Popup", "/Link") and has_area(annotation):
        yield "it has annotations without an appearance"
    if number == 1 and get(annotation, "/CA") not in (None, 1):
        yield "it is transparent"


def has_area(annotation: Dictionary) -> bool:
    sides = get(annotation, "/Rect")
    box = [float(side) for side in sides if isinstance(side, (int, float, Decimal))] if isinstance(sides, Array) else []
    return len(box) != 4 or (box[0] != box[2] and box[1] != box[3])


def problems_of_annotations(pdf: pikepdf.Pdf, number: int) -> "Iterator[str]":
    for page in pdf.pages:
        annotations = get(page.obj, "/Annots")
        for annotation in annotations if isinstance(annotations, Array) else ():
            if isinstance(annotation, Dictionary):
                yield from problems_of_annotation(annotation, number)


def problems_of_file(pdf: pikepdf.Pdf, number: int) -> "Iterator[str]":
    root = pdf.Root
    if pdf.is_encrypted:
        yield "it is encrypted"
    metadata = get(root, "/Metadata")
    xmp = metadata.read_bytes() if isinstance(metadata, Stream) else b""
    if f"<pdfaid:part>{number}<".encode() not in xmp or b"<pdfaid:conformance>B<" not in xmp:
        yield "its metadata do not say that it is PDF/A"
    intents = list(get(root, "/OutputIntents") or ())
    profiles = [get(intent, "/DestOutputProfile") for intent in intents if get(intent, "/S") == Name.GTS_PDFA1]
    if len(profiles) != 1 or get(profiles[0], "/N") != 3:
        yield "it has no output intent"
    if "/ID" not in pdf.trailer:
        yield "it has no identifier"
    if any(key in root for key in ("/AA", "/AcroForm", "/OCProperties", "/Perms", "/Requirements")):
        yield "it has a form, layers, actions or permissions"
    if get(get(root, "/Names"), "/EmbeddedFiles") is not None and number < 3:
        yield "it has attachments"


def undefined_spaces(holder: "Any") -> "set[str]":
    """Returns the defaults that a page lacks for the device colours that it uses (ISO 32000-1, 8.6.5.6)."""
    defined = get(get(holder, "/Resources"), "/ColorSpace")
    used = {SPACES[str(operator).lower()] for _, operator in pikepdf.parse_content_stream(holder, DEVICE_OPERATORS)}
    return {name for name in used if get(defined, name) is None}


def problems_of_colour(pdf: pikepdf.Pdf, intents: "set[int]", own: bool) -> "Iterator[str]":
    forms = [item for item in pdf.objects if isinstance(item, Stream) and get(item, "/Subtype") == Name.Form]
    for holder in [*(page.obj for page in pdf.pages), *forms]:
        used: set[str] = set() if own else undefined_spaces(holder)
        is_cmyk = "/DefaultCMYK" in used if not own else len(pikepdf.parse_content_stream(holder, CMYK_OPERATORS)) > 0
        if is_cmyk and (own or 4 not in intents):
            yield "colours are CMYK"
            return
        if not own and not intents and used:
            yield "it has no output intent"
            return


def main(number: int, own: bool, source: str) -> None:
    with pikepdf.open(source) as pdf:
        intents = intents_of(pdf)
        rules = problems_of_file if own else problems_of_any_file
        problems = [*rules(pdf, number), *problems_of_colour(pdf, intents, own)]
        for item in pdf.objects:
            for part in below(item):
                problems += problems_of_part(part, number, intents, own)
    print(json.dumps({"problems": list(dict.fromkeys(problems))}))


main(int(sys.argv[1]), sys.argv[2] == "own", sys.argv[3])
