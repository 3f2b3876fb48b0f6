"""Rules of PDF/A about the metadata of a document and its streams: ISO 19005-1, 6.1.7, 6.1.10, 6.7; ISO 19005-2, 6.1.7, 6.6."""

import re

from objects import data_of, filters_of, get, has, keys_of
from pikepdf import Name, Stream, String
from problem import Problem
from rules_colour import intents_of
from rules_graphics import PACKED
from xmp_rules import differences, problems_of_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    import pikepdf
    from problem import Standard
    from uses import Uses

# Levels that a file of each level may claim (ISO 19005-1, 5; ISO 19005-2, 5).
CLAIMS = {"A": b"A", "U": b"AU", "B": b"ABU"}


def problems_of_document_metadata(pdf: "pikepdf.Pdf", standard: "Standard") -> "Iterator[Problem]":
    """Yields what is wrong with the metadata."""
    part = standard.part
    metadata = get(pdf.Root, "/Metadata")
    xmp = data_of(metadata)
    # UTF-16 or UTF-32: what is looked for is ASCII.
    plain = xmp.replace(b"\0", b"") if b"\0" in xmp[:8] else xmp
    levels = CLAIMS[standard.level].replace(b"U", b"") if part == 1 else CLAIMS[standard.level]
    if not re.search(rb"pdfaid:part\W{1,4}%d\W" % part, plain) or not re.search(rb"pdfaid:conformance\W{1,4}[%s]\W" % levels, plain):
        yield Problem("6.7.11 6.6.4", "its metadata do not say that it is PDF/A of this part and level")
    if not isinstance(metadata, Stream):
        return
    if re.search(rb"<\?xpacket[^>]*\s(?:bytes|encoding)\s*=", plain):
        yield Problem("6.7.5 6.6.2.1", "its metadata have a header with attributes that are not allowed")
    yield from problems_of_metadata(xmp, part)
    if part == 1:
        info = get(pdf.trailer, "/Info")
        texts = {key: str(value) if isinstance(value, String) else "" for key in keys_of(info) if (value := get(info, key)) is not None}
        yield from differences(texts, xmp)


def problems_of_streams(pdf: "pikepdf.Pdf") -> "Iterator[Problem]":
    """Yields what is wrong with how streams are stored."""
    for item in pdf.objects:
        if not isinstance(item, Stream):
            continue
        if any(each in PACKED for each in filters_of(item)):
            yield Problem("6.1.10 6.1.7.2", "a stream is packed in a way that is not allowed", item)
        if any(has(item, key) for key in ("/F", "/FFilter", "/FDecodeParms")) and get(item, "/Type") != Name.EmbeddedFile:
            yield Problem("6.1.7 6.1.7.1", "a stream is in another file", item)


def problems_of_own_file(pdf: "pikepdf.Pdf", uses: "Uses", part: int) -> "Iterator[Problem]":
    """Yields what our own files must not have."""
    root = pdf.Root
    intents = intents_of(pdf)
    if len(intents) != 1 or get(get(intents[0], "/DestOutputProfile"), "/N") != 3:
        yield Problem("6.2.2 6.2.3", "it has no output intent")
    if "/DeviceCMYK" in uses.devices:
        yield Problem("6.2.3.3 6.2.4.3", "colours are CMYK")
    if any(has(root, key) for key in ("/AA", "/AcroForm", "/OCProperties", "/Perms", "/Requirements")):
        yield Problem("6.6 6.4", "it has a form, layers, actions or permissions")
    if get(get(root, "/Names"), "/EmbeddedFiles") is not None and part < 3:
        yield Problem("6.1.11 6.8", "it has attachments")
