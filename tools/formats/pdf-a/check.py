"""Checks the rules of PDF/A, level B, that can be checked without rendering.

Usage: check.py PART WHOSE SOURCE

PART is 1, 2 or 3. WHOSE is "own" or "any": own files are held to more than the standard asks for.
Prints JSON: {"problems": [what is wrong, for users]}.
"""

import json
import mmap
import os
import re
import sys

import pikepdf
from pikepdf import Name, Stream, String

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from follower import Follower
from objects import data_of, filters_of, get, has, keys_of, pages_of
from rules_colour import intents_of, problems_of_colours
from rules_fonts import problems_of_fonts
from rules_graphics import PACKED, problems_of_graphics
from rules_interactive import problems_of_interaction
from rules_limits import problems_of_limits
from rules_structure import problems_of_structure
from xmp_rules import differences, problems_of_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from uses import Uses


def problems_of_any_file(pdf: pikepdf.Pdf, uses: "Uses", part: int) -> "Iterator[str]":
    """Yields what the standard forbids. part: of the standard."""
    if pdf.is_encrypted:
        yield "it is encrypted"
    profiles = [get(intent, "/DestOutputProfile") for intent in intents_of(pdf)]
    channels = {int(get(profile, "/N") or 0) for profile in profiles if profile is not None}
    yield from problems_of_document_metadata(pdf, part)
    yield from problems_of_interaction(pdf, part, channels)
    yield from problems_of_streams(pdf)
    yield from problems_of_colours(pdf, uses, part)
    yield from problems_of_graphics(pages_of(pdf), uses, part, has_intent=len(channels) > 0)
    yield from problems_of_fonts(uses, part)
    yield from problems_of_limits(pdf, uses, part)


def problems_of_document_metadata(pdf: pikepdf.Pdf, part: int) -> "Iterator[str]":
    metadata = get(pdf.Root, "/Metadata")
    xmp = data_of(metadata)
    # UTF-16 or UTF-32: what is looked for is ASCII.
    plain = xmp.replace(b"\0", b"") if b"\0" in xmp[:8] else xmp
    levels = b"AB" if part == 1 else b"ABU"
    if not re.search(rb"pdfaid:part\W{1,4}%d\W" % part, plain) or not re.search(rb"pdfaid:conformance\W{1,4}[%s]\W" % levels, plain):
        yield "its metadata do not say that it is PDF/A"
    if not isinstance(metadata, Stream):
        return
    if re.search(rb"<\?xpacket[^>]*\s(?:bytes|encoding)\s*=", plain):
        yield "its metadata have a header with attributes that are not allowed"
    yield from problems_of_metadata(xmp, part)
    if part == 1:
        info = get(pdf.trailer, "/Info")
        texts = {key: str(value) if isinstance(value, String) else "" for key in keys_of(info) if (value := get(info, key)) is not None}
        yield from differences(texts, xmp)


def problems_of_streams(pdf: pikepdf.Pdf) -> "Iterator[str]":
    for item in pdf.objects:
        if not isinstance(item, Stream):
            continue
        if any(each in PACKED for each in filters_of(item)):
            yield "a stream is packed in a way that is not allowed"
        if any(has(item, key) for key in ("/F", "/FFilter", "/FDecodeParms")) and get(item, "/Type") != Name.EmbeddedFile:
            yield "a stream is in another file"


def problems_of_own_file(pdf: pikepdf.Pdf, uses: "Uses", part: int) -> "Iterator[str]":
    """Yields what our own files must not have."""
    root = pdf.Root
    intents = intents_of(pdf)
    if len(intents) != 1 or get(get(intents[0], "/DestOutputProfile"), "/N") != 3:
        yield "it has no output intent"
    if "/DeviceCMYK" in uses.devices:
        yield "colours are CMYK"
    if any(has(root, key) for key in ("/AA", "/AcroForm", "/OCProperties", "/Perms", "/Requirements")):
        yield "it has a form, layers, actions or permissions"
    if get(get(root, "/Names"), "/EmbeddedFiles") is not None and part < 3:
        yield "it has attachments"


def problems_in(source: str, part: int, *, own: bool) -> "list[str]":
    """Returns what is wrong with a file, each once."""
    with (
        open(source, "rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        # What pages inherit is not their own (ISO 19005-2, 6.2.2).
        pikepdf.open(source, inherit_page_attributes=False) as pdf,
    ):
        uses = Follower(pdf).follow_all()
        problems = [*problems_of_any_file(pdf, uses, part), *problems_of_structure(data, pdf, part)]
        if own:
            problems += problems_of_own_file(pdf, uses, part)
    return list(dict.fromkeys(problems))


if __name__ == "__main__":
    print(json.dumps({"problems": problems_in(sys.argv[3], int(sys.argv[1]), own=sys.argv[2] == "own")}))
