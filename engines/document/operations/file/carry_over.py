"""Restores in a rewritten PDF what it lost of the source, as far as possible.

Usage: WRITER | carry_over.py SETTINGS SOURCE DISTILLED RESULT

WRITER makes DISTILLED meanwhile; its output is passed on. When the output ends, the file exists, and this script prints `written`.
SETTINGS is JSON: {"intents": may output intents be kept, "pack": use object streams, "gray": turn the colours of annotations to grey}.
The last line that is printed is JSON: {"pages": pages of the result, "lost": [names of what the source had and the result lacks],
"repairedText": whether the text of the result differs from DISTILLED because characters of ligatures were repaired}.
"""

import json
import re
import sys
from functools import partial

import pikepdf
from pikepdf import Array, Dictionary, Name, NameTree, Stream, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, TypeAlias

    # Number of a page object of the source: the page object of the result, and whether the page is turned.
    Pages: TypeAlias = dict[tuple[int, int], tuple[Dictionary, bool]]

MOST_XMP_BYTES = 4 * 1024**2
MOST_PLACES = 50_000
# Errors of a stream that cannot be decoded; not all types are in pikepdf's own list.
UNREADABLE: "tuple[type[Exception], ...]" = (pikepdf.PdfError, getattr(pikepdf, "DataDecodingError", pikepdf.PdfError))
# In ToUnicode tables of fonts: two UTF-16 units or more.
SEVERAL = re.compile(rb"<((?:[0-9A-Fa-f]{4}){2,})>")
# Document information, ISO 32000-2, table 349.
INFORMATION = ("/Title", "/Author", "/Subject", "/Keywords", "/Creator", "/CreationDate", "/Trapped")
# Claims that a file conforms to a standard; a rewritten file does not.
CLAIMS = {
    "http://www.aiim.org/pdfa/ns/id/": "conformance to PDF/A",
    "http://www.aiim.org/pdfua/ns/id/": "conformance to PDF/UA",
    "http://www.npes.org/pdfx/ns/id/": "conformance to PDF/X",
}


def scalar(value: object) -> bool:
    return isinstance(value, (str, int, float, bool, String, Name)) or type(value).__name__ == "Decimal"


def fresh(value: "Any") -> "Any":
    """Returns a scalar that belongs to no file yet."""
    if isinstance(value, (Name, String)):
        return Name(str(value)) if isinstance(value, Name) else String(bytes(value))
    return value


def entries(dictionary: Dictionary, known: "Iterable[str]" = ()) -> "tuple[list[tuple[str, Any]], bool]":
    """Returns keys and values, and whether they are complete: if a key is not UTF-8, pikepdf reads only known keys."""
    try:
        return list(dictionary.items()), True
    except UnicodeDecodeError:
        return [(key, dictionary[key]) for key in known if key in dictionary], False


def scalars(dictionary: Dictionary, known: "Iterable[str]" = ()) -> Dictionary:
    return Dictionary({key: fresh(value) for key, value in entries(dictionary, known)[0] if scalar(value)})


def get(holder: object, key: str, kind: "type[Any] | None" = None) -> "Any":
    """Returns the value, or None if it is missing or of another kind; damaged files can have any value anywhere."""
    try:
        value = holder.get(key) if isinstance(holder, Dictionary) else None
    except (pikepdf.PdfError, ValueError, TypeError):
        return None
    return value if kind is None or isinstance(value, kind) else None


def listed(holder: object, key: str) -> "list[Any]":
    """Returns the items of an array; none if it is missing."""
    return list(get(holder, key, Array) or ())


def copy_catalog(source: pikepdf.Pdf, result: pikepdf.Pdf) -> None:
    for key in ("/Lang", "/PageMode", "/PageLayout"):
        value = get(source.Root, key)
        if isinstance(value, (String, Name)) and key not in result.Root:
            result.Root[key] = fresh(value)
    preferences = get(source.Root, "/ViewerPreferences", Dictionary)
    if preferences is not None:
        result.Root.ViewerPreferences = scalars(preferences)
    # Ghostscript 10.05 keeps the list of layers, but nothing on the pages belongs to them any more.
    if "/OCProperties" in result.Root:
        del result.Root["/OCProperties"]


def pages_by_number(source: pikepdf.Pdf, result: pikepdf.Pdf) -> "Pages":
    """Maps the numbers of the source's page objects to the page objects of the result, and whether they are turned."""
    pairs = zip(source.pages, result.pages, strict=False)
    return {page.obj.objgen: (new.obj, page.get("/Rotate", 0) not in (0, None)) for page, new in pairs}


def place(target: "Any", pages: "Pages") -> "Array | None":
    """Returns a destination for the result, or None. Turned pages were written upright, so only the page of a destination stays valid."""
    target = get(target, "/D", Array) if isinstance(target, Dictionary) else target
    if not isinstance(target, Array) or len(target) == 0:
        return None
    # A direct object has the number 0, which no page has.
    page, is_turned = pages.get(getattr(target[0], "objgen", (0, 0)), (None, False))
    if page is None:
        return None
    if is_turned:
        return Array([page, Name.Fit])
    return Array([page, *[fresh(value) for value in list(target)[1:] if value is None or scalar(value)]])


def copy_first_view(source: pikepdf.Pdf, result: pikepdf.Pdf, pages: "Pages") -> bool:
    """Copies which page is shown first and drops other actions. Returns whether one was dropped."""
    action = get(source.Root, "/OpenAction")
    if isinstance(action, Dictionary) and get(action, "/S") != Name.GoTo:
        return True
    target = place(action, pages)
    if target is not None:
        result.Root.OpenAction = target
    return False


def copy_places(source: pikepdf.Pdf, result: pikepdf.Pdf, pages: "Pages") -> bool:
    """Copies names that external links use; internal links already lead to the pages themselves. Returns whether all were kept."""
    old = get(source.Root, "/Dests", Dictionary)
    named = get(get(source.Root, "/Names"), "/Dests", Dictionary)
    all_places, readable = entries(old) if old is not None else ([], True)
    places = all_places[:MOST_PLACES]
    if places:
        kept = {key: place(target, pages) for key, target in places}
        result.Root.Dests = result.make_indirect(Dictionary({key: target for key, target in kept.items() if target is not None}))
    if named is None:
        return readable and len(places) == len(all_places)
    try:
        tree = NameTree.new(result)
        for count, (key, target) in enumerate(NameTree(named).items()):
            if count >= MOST_PLACES:
                return False
            found = place(target, pages)
            if found is not None:
                tree[key] = found
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, UnicodeError):
        return False
    if "/Names" not in result.Root:
        result.Root.Names = Dictionary()
    result.Root.Names.Dests = tree.obj
    return True


def copy_intents(source: pikepdf.Pdf, result: pikepdf.Pdf) -> None:
    for intent in listed(source.Root, "/OutputIntents"):
        if not isinstance(intent, Dictionary):
            continue
        copy = scalars(intent)
        profile = get(intent, "/DestOutputProfile", Stream)
        if profile is not None:
            stream = Stream(result, profile.read_bytes())
            if isinstance(get(profile, "/N"), int):
                stream.N = profile.N
            copy.DestOutputProfile = result.make_indirect(stream)
        if "/OutputIntents" not in result.Root:
            result.Root.OutputIntents = Array([])
        result.Root.OutputIntents.append(copy)


def copy_information(source: pikepdf.Pdf, result: pikepdf.Pdf) -> bool:
    """Returns whether all of it could be read."""
    info = get(source.trailer, "/Info", Dictionary)
    found, readable = entries(info, INFORMATION) if info is not None else ([], True)
    # From PDF 2.0 on only the dates remain; all else is XMP.
    only_dates = result.pdf_version >= "2.0"
    for key, value in found:
        is_kept = key == "/CreationDate" if only_dates else key not in ("/Producer", "/ModDate")
        if isinstance(value, String) and is_kept:
            result.docinfo[key] = fresh(value)
    return readable


def copy_xmp(source: pikepdf.Pdf, result: pikepdf.Pdf) -> "list[str]":
    """Copies the XMP metadata without claims of conformance; returns their names. Ghostscript's XMP says "Untitled" for unknown values."""
    if "/Metadata" in result.Root:
        del result.Root.Metadata
    stream = get(source.Root, "/Metadata", Stream)
    data = stream.read_bytes() if stream is not None else b""
    if not data or len(data) > MOST_XMP_BYTES:
        info = get(source.trailer, "/Info", Dictionary)
        if result.pdf_version >= "2.0" and info is not None:
            with result.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
                metadata.load_from_docinfo(scalars(info, INFORMATION))
        return []
    claims = [name for uri, name in CLAIMS.items() if uri.encode() in data]
    copy = Stream(result, data)
    copy.Type, copy.Subtype = Name.Metadata, Name.XML
    result.Root.Metadata = result.make_indirect(copy)
    if claims and not remove_claims(result):
        del result.Root.Metadata
    return claims


def remove_claims(result: pikepdf.Pdf) -> bool:
    try:
        with result.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            for key in [key for key in metadata if any(key.startswith("{%s}" % uri) for uri in CLAIMS)]:
                del metadata[key]
    except Exception:  # XMP of hostile or broken files fails in many ways; it is then left out.
        return False
    return True


def upright_boxes(result: pikepdf.Pdf) -> None:
    """Corrects the boxes of links on turned pages: Ghostscript turns them upside down, so that some readers do not find them."""
    for page in result.pages:
        for annotation in listed(page.obj, "/Annots"):
            box = get(annotation, "/Rect", Array)
            if box is not None and len(box) == 4 and all(scalar(value) for value in box):
                x0, y0, x1, y1 = box
                if x0 > x1 or y0 > y1:
                    annotation.Rect = Array([min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)])


def gray_annotations(result: pikepdf.Pdf) -> None:
    """Greys borders and backgrounds of annotations, unlike Ghostscript. Luminance of RGB by ITU-R 709, of CMYK by its inks."""
    for page in result.pages:
        for annotation in listed(page.obj, "/Annots"):
            for key in ("/C", "/IC"):
                color = get(annotation, key, Array)
                values = [float(value) for value in color if scalar(value)] if color is not None else []
                if len(values) == 4:
                    values = [max(0.0, 1 - value - values[3]) for value in values[:3]]
                if len(values) == 3:
                    red, green, blue = values
                    annotation[key] = Array([round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 4)])


def count_annotations(pdf: pikepdf.Pdf) -> int:
    """Does not count fields, which are reported separately, and pop-up windows of notes, which readers make anyway."""
    count = 0
    for page in pdf.pages:
        for annotation in listed(page.obj, "/Annots"):
            kind = get(annotation, "/Subtype")
            count += kind is not None and kind not in (Name.Widget, Name.Popup)
    return count


def tables_of(pdf: pikepdf.Pdf) -> "Iterator[Stream]":
    """Returns the tables of which characters the codes of a font stand for."""
    for each in pdf.objects:
        table = get(each, "/ToUnicode", Stream)
        if table is not None:
            yield table


def signs(table: Stream) -> "set[bytes]":
    """Returns the entries of several characters (ligatures), in hexadecimal UTF-16."""
    try:
        return {match.lower() for match in SEVERAL.findall(table.read_bytes())}
    except UNREADABLE:
        return set()


def swapped(sign: bytes) -> bytes:
    """Swaps the two bytes of each UTF-16 unit."""
    return b"".join(sign[at + 2 : at + 4] + sign[at : at + 2] for at in range(0, len(sign), 4))


def righted(wrong: "set[bytes]", found: "re.Match[bytes]") -> bytes:
    sign = found[1].lower()
    return b"<" + swapped(sign) + b">" if sign in wrong else found[0]


def repair_ligatures(source: pikepdf.Pdf, result: pikepdf.Pdf) -> int:
    """Repairs ligatures: Ghostscript (10.00) swaps the bytes of their characters, so that ti becomes 琀椀. Returns the number of tables."""
    known = {sign for table in tables_of(source) for sign in signs(table)}
    if not known:
        return 0
    repaired = 0
    for table in tables_of(result):
        wrong = {sign for sign in signs(table) if sign not in known and swapped(sign) in known}
        if wrong:
            table.write(SEVERAL.sub(partial(righted, wrong), table.read_bytes()))
            repaired += 1
    return repaired


def pass_on_input() -> None:
    """Passes on line by line, for whoever follows the progress."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def lost(
    source: pikepdf.Pdf, annotations: int, result: pikepdf.Pdf, settings: "dict[str, bool]", dropped_action: bool, kept_places: bool
) -> "Iterator[str]":
    """`annotations`: number of annotations of the source."""
    root = source.Root
    names = get(root, "/Names", Dictionary)
    if get(get(root, "/StructTreeRoot"), "/K") is not None:
        yield "tags"
    form = get(root, "/AcroForm", Dictionary)
    fields = listed(form, "/Fields")
    if len(fields) > 0 or get(form, "/XFA") is not None:
        yield "form fields"
    if len(listed(get(root, "/OCProperties"), "/OCGs")) > 0:
        yield "layers"
    if dropped_action or get(names, "/JavaScript") is not None or get(root, "/AA") is not None:
        yield "actions and scripts"
    if get(get(root, "/Outlines"), "/First") is not None and get(get(result.Root, "/Outlines"), "/First") is None:
        yield "bookmarks"
    if annotations > count_annotations(result):
        yield "annotations"
    if len(source.attachments) > len(result.attachments):
        yield "attachments"
    if get(root, "/Collection") is not None:
        yield "the arrangement of a portfolio"
    if not kept_places:
        yield "names of places"
    if not settings["intents"] and len(listed(root, "/OutputIntents")) > 0:
        yield "output intents"


def main() -> None:
    settings = json.loads(sys.argv[1])
    # Done before the other file exists: with many pages it takes a while.
    source = pikepdf.open(sys.argv[2])
    annotations = count_annotations(source)
    pass_on_input()
    # Other processes may look at the file meanwhile.
    print("written", flush=True)
    result = pikepdf.open(sys.argv[3])
    copy_catalog(source, result)
    pages = pages_by_number(source, result)
    dropped_action = copy_first_view(source, result, pages)
    kept_places = copy_places(source, result, pages)
    if settings["intents"]:
        copy_intents(source, result)
    kept_information = copy_information(source, result)
    upright_boxes(result)
    if settings["gray"]:
        gray_annotations(result)
    repaired = repair_ligatures(source, result)
    claims = copy_xmp(source, result)
    losses = [*lost(source, annotations, result, settings, dropped_action, kept_places), *claims]
    if not kept_information:
        losses.append("parts of the document information")
    streams = pikepdf.ObjectStreamMode.generate if settings["pack"] else pikepdf.ObjectStreamMode.preserve
    result.save(sys.argv[4], object_stream_mode=streams, recompress_flate=settings["pack"])
    print(json.dumps({"pages": len(result.pages), "lost": losses, "repairedText": repaired > 0}))


main()
