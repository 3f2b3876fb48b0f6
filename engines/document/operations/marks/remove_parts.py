"""Removes the parts of a PDF that its pages do not show, wherever they are.

Usage: remove_parts.py PARTS SOURCE RESULT

PARTS is a JSON array of: javascript, attachments, annotations, links, metadata, bookmarks. What is removed is also emptied, as
other objects may still refer to it. Prints JSON: {"xfa": whether an XFA form was removed with its scripts}.
"""

import json
import sys
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

DEEPEST = 200
MOST_IMAGE_BYTES = 512 * 1024**2
# Keys to look up in a dictionary with keys that are not UTF-8, which pikepdf cannot list.
KNOWN = ("/A", "/AA", "/AF", "/Annots", "/EF", "/JS", "/Metadata", "/Next", "/Obj", "/OpenAction", "/PA", "/PieceInfo", "/RF")
# Annotations that are not comments: links, fields, and marks for printers.
NO_COMMENTS = ("/Link", "/Widget", "/PrinterMark", "/TrapNet")


def is_dictionary(value: object) -> bool:
    return isinstance(value, (Dictionary, Stream))


def entries(holder: "Any") -> "list[tuple[str, Any]]":
    try:
        return list(holder.items())
    except UnicodeDecodeError:
        return [(key, holder[key]) for key in KNOWN if key in holder]


def containers(pdf: pikepdf.Pdf) -> "Iterator[Any]":
    """Yields every dictionary, stream and array of the file, including nested ones."""
    for top in [pdf.trailer, *pdf.objects]:
        stack: list[tuple[Any, int]] = [(top, 0)]
        while stack:
            holder, depth = stack.pop()
            if not isinstance(holder, Array) and not is_dictionary(holder):
                continue
            yield holder
            values = list(holder) if isinstance(holder, Array) else [value for _, value in entries(holder)]
            if depth < DEEPEST:
                # Indirect objects come up on their own.
                stack.extend((value, depth + 1) for value in values if getattr(value, "objgen", None) == (0, 0))


def drop(holder: "Any", *keys: str) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def empty(dictionary: "Any") -> None:
    for key, _ in entries(dictionary):
        drop(dictionary, key)
    drop(dictionary, *KNOWN)


def replace_values(pdf: pikepdf.Pdf, replaced: "Callable[[Any], Any]") -> None:
    """`replaced` returns what takes the place of a value: the same value, another one, or None to remove it."""
    for holder in containers(pdf):
        if isinstance(holder, Array):
            old = list(holder)
            new = [replaced(value) for value in old]
            if any(one is not other for one, other in zip(old, new, strict=True)):
                for index in range(len(old) - 1, -1, -1):
                    if new[index] is None:
                        del holder[index]
                    elif new[index] is not old[index]:
                        holder[index] = new[index]
            continue
        for key, value in entries(holder):
            new_value = replaced(value)
            if new_value is None:
                drop(holder, key)
            elif new_value is not value:
                holder[key] = new_value


def is_script(value: "Any") -> bool:
    """Whether this is a JavaScript action (ISO 32000-1, 12.6.4.16), or a JavaScript address."""
    if not isinstance(value, Dictionary):
        return False
    if value.get("/S") == Name.JavaScript:
        return True
    address = value.get("/URI")
    return value.get("/S") == Name.URI and str(address).strip().lower().startswith("javascript:")


def after(action: "Any", depth: int = 0) -> "Any":
    """Returns the action that follows a script and takes its place, or None."""
    following = action.get("/Next")
    if isinstance(following, Dictionary):
        return after(following, depth + 1) if is_script(following) and depth < DEEPEST else following
    if isinstance(following, Array):
        kept = [one for one in following if isinstance(one, Dictionary) and not is_script(one)]
        if kept and len(kept) > 1 and "/Next" not in kept[0]:
            kept[0]["/Next"] = Array(kept[1:])
        return kept[0] if kept else None
    return None


def remove_javascript(pdf: pikepdf.Pdf) -> bool:
    scripts: list[Any] = []

    def replaced(value: "Any") -> "Any":
        if not is_script(value):
            return value
        scripts.append(value)
        found = after(value)
        return None if found is None or is_script(found) else found

    names = pdf.Root.get("/Names")
    if isinstance(names, Dictionary):
        drop(names, "/JavaScript")
    replace_values(pdf, replaced)
    for script in scripts:
        empty(script)
    for holder in containers(pdf):
        if is_dictionary(holder):
            # Scripts of actions that play media, and of 3D pictures.
            drop(holder, "/JS", "/OnInstantiate")
            actions = holder.get("/AA")
            if isinstance(actions, Dictionary) and len(actions) == 0:
                drop(holder, "/AA")
    form = pdf.Root.get("/AcroForm")
    if not isinstance(form, Dictionary) or not has_scripts(form.get("/XFA")):
        return False
    drop(form, "/XFA")
    return True


def has_scripts(form: "Any") -> bool:
    """Whether an XML form has scripts. One that cannot be read may have some."""
    parts = list(form) if isinstance(form, Array) else [form]
    for part in parts:
        if not isinstance(part, Stream):
            continue
        try:
            data = part.read_bytes().lower().replace(b"\0", b"")
        except pikepdf.PdfError:
            return True
        if b"script" in data:
            return True
    return False


def remove_attachments(pdf: pikepdf.Pdf) -> None:
    remove_annotations(pdf, lambda subtype: subtype == "/FileAttachment")
    drop(pdf.Root, "/Collection")
    names = pdf.Root.get("/Names")
    if isinstance(names, Dictionary):
        drop(names, "/EmbeddedFiles")
    for holder in containers(pdf):
        if not is_dictionary(holder):
            continue
        drop(holder, "/AF", "/EF", "/RF")
        if isinstance(holder, Stream) and holder.get("/Type") == Name.EmbeddedFile:
            drop(holder, "/Params", "/Subtype")
            holder.write(b"")


def remove_annotations(pdf: pikepdf.Pdf, is_removed: "Callable[[str], bool]") -> None:
    removed: list[Any] = []
    for page in pdf.pages:
        annotations = page.obj.get("/Annots")
        if not isinstance(annotations, Array):
            continue
        kept: list[Any] = []
        for one in annotations:
            isolated = isinstance(one, Dictionary) and is_removed(str(one.get("/Subtype")))
            (removed if isolated else kept).append(one)
        if len(kept) == len(annotations):
            continue
        if kept:
            page.obj["/Annots"] = Array(kept)
        else:
            drop(page.obj, "/Annots")
    numbers = {one.objgen for one in removed if one.objgen != (0, 0)}
    if numbers:
        drop_references(pdf, numbers)
    for one in removed:
        empty(one)


def drop_references(pdf: pikepdf.Pdf, numbers: "set[tuple[int, int]]") -> None:
    """Tags refer to annotations by dictionaries of their own (ISO 32000-1, 14.7.4.3), and replies refer to what they reply to."""

    def replaced(value: "Any") -> "Any":
        if not isinstance(value, Dictionary):
            return value
        if value.objgen in numbers:
            return None
        named = value.get("/Obj") if value.get("/Type") == Name.OBJR else None
        return None if named is not None and named.objgen in numbers else value

    replace_values(pdf, replaced)


def remove_metadata(pdf: pikepdf.Pdf) -> None:
    # The file gets a new identifier instead.
    drop(pdf.trailer, "/Info", "/ID")
    names = pdf.Root.get("/Names")
    if isinstance(names, Dictionary):
        drop(names, "/IDS", "/URLS")
    for holder in containers(pdf):
        if not is_dictionary(holder):
            continue
        drop(holder, "/Metadata", "/PieceInfo", "/LastModified", "/SpiderInfo", "/CreatorInfo", "/Thumb")
        if "/Rect" in holder and "/Subtype" in holder:
            drop(holder, "/M", "/CreationDate", "/NM")
            if holder.get("/Subtype") != Name.Widget:
                # The author of a comment; for a field it is the name.
                drop(holder, "/T")
        if isinstance(holder, Stream):
            clean_stream(holder)
    layers = pdf.Root.get("/OCProperties")
    if isinstance(layers, Dictionary):
        configs: list[Any] = [layers.get("/D"), *(layers.get("/Configs") or [])]
        for config in configs:
            if isinstance(config, Dictionary):
                drop(config, "/Creator")


def clean_stream(stream: "Any") -> None:
    kind = stream.get("/Type")
    if kind == Name.Metadata:
        stream.write(b"")
    elif kind == Name.EmbeddedFile and isinstance(stream.get("/Params"), Dictionary):
        drop(stream["/Params"], "/CreationDate", "/ModDate", "/Mac")
    elif stream.get("/Subtype") == Name.Image:
        clean_image(stream)


def clean_image(stream: "Any") -> None:
    """Removes what a camera or a program wrote into a picture, none of which is drawn."""
    filters = stream.get("/Filter")
    names = [str(one) for one in filters] if isinstance(filters, Array) else [str(filters)]
    if names[-1] not in ("/DCTDecode", "/JPXDecode") or names[:-1] not in ([], ["/FlateDecode"]):
        return
    data = stream.read_raw_bytes()
    if len(names) == 2:
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(data, MOST_IMAGE_BYTES)
        except zlib.error:
            return
        if unpacker.unconsumed_tail:
            return
    clean = clean_jpeg(data) if names[-1] == "/DCTDecode" else clean_jpeg_2000(data)
    if clean == data:
        return
    parameters = stream.get("/DecodeParms")
    if isinstance(parameters, Array):
        parameters = parameters[-1] if len(parameters) == len(names) else None
    last = Name(names[-1])
    if isinstance(parameters, Dictionary):
        stream.write(clean, filter=last, decode_parms=parameters)
    else:
        stream.write(clean, filter=last)


def clean_jpeg(data: bytes) -> bytes:
    """Removes comments and application segments, except those that define the colours (ITU-T T.81, B.2.4.6)."""
    if data[:2] != b"\xff\xd8":
        return data
    kept, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA or end > len(data) or end <= at + 2:
            break
        segment = data[at:end]
        tells_colours = marker in (0xE0, 0xEE) or (marker == 0xE2 and segment[4:15] == b"ICC_PROFILE")
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or tells_colours:
            kept.append(segment)
        at = end
    return b"".join([*kept, data[at:]])


def clean_jpeg_2000(data: bytes) -> bytes:
    """Removes the boxes for XML and for data of programs (ISO/IEC 15444-1, annex I); a bare codestream is returned unchanged."""
    if data[4:8] != b"jP  " or b"ftbl" in data:
        return data
    kept: list[bytes] = []
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        end = len(data) if size == 0 else at + size
        if end <= at or end > len(data):
            return data
        if data[at + 4 : at + 8] not in (b"xml ", b"uuid", b"uinf"):
            kept.append(data[at:end])
        at = end
    return b"".join([*kept, data[at:]])


def remove_bookmarks(pdf: pikepdf.Pdf) -> None:
    drop(pdf.Root, "/Outlines")
    if pdf.Root.get("/PageMode") == Name.UseOutlines:
        drop(pdf.Root, "/PageMode")


def main(parts: str, source: str, result: str) -> None:
    wanted = json.loads(parts)
    with pikepdf.open(source) as pdf:
        xfa = "javascript" in wanted and remove_javascript(pdf)
        if "attachments" in wanted:
            remove_attachments(pdf)
        if "annotations" in wanted:
            remove_annotations(pdf, lambda subtype: subtype not in NO_COMMENTS)
        if "links" in wanted:
            remove_annotations(pdf, lambda subtype: subtype == "/Link")
        if "bookmarks" in wanted:
            remove_bookmarks(pdf)
        if "metadata" in wanted:
            remove_metadata(pdf)
        pdf.save(
            result,
            fix_metadata_version=False,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            object_stream_mode=pikepdf.ObjectStreamMode.preserve,
        )
    print(json.dumps({"xfa": xfa}))


main(*sys.argv[1:])
