"""Converts pictures of kinds that reading systems need not support to PNG (EPUB 3.2, 3.2: core media types), corrects types of others."""

import io
import posixpath
import re

import trees
from book import DOCUMENT
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from book import Book

# First bytes and extensions of these kinds.
_CORE = {"image/gif": (b"GIF8", ".gif"), "image/jpeg": (b"\xff\xd8\xff", ".jpg"), "image/png": (b"\x89PNG", ".png")}
_MOST_PIXELS = 40_000_000
_MOST_BYTES = 64 * 1024**2


def repair_pictures(book: "Book") -> int:
    """Converts pictures in place, under a name with the right extension. An unreadable one stays. Returns changes of the package file."""
    renamed: dict[str, str] = {}
    for item in book.items():
        if not item.media_type.startswith("image/") or item.media_type == "image/svg+xml":
            continue
        kind = _kind_of(book, item.name)
        if kind == item.media_type:
            continue
        data = _as_png(book, item.name) if kind is None else book.read(item.name)
        if data is None:
            continue
        kind = kind or "image/png"
        new = _free_name(book, item.name, _CORE[kind][1])
        book.change(new, data)
        book.remove(item.name)
        href = item.element.get("href", "")
        item.element.set("href", posixpath.join(posixpath.dirname(href), posixpath.basename(new)))
        item.element.set("media-type", kind)
        renamed[item.name] = new
    if renamed:
        _point_to(book, renamed)
    return len(renamed)


def _kind_of(book: "Book", name: str) -> "str | None":
    """Returns the kind by the first bytes; None for other kinds."""
    with book.open(name) as file:
        head = file.read(8)
    return next((kind for kind, (start, _) in _CORE.items() if head.startswith(start)), None)


def _free_name(book: "Book", name: str, ending: str) -> str:
    new = f"{posixpath.splitext(name)[0]}{ending}"
    while new in book.names:
        new = f"{posixpath.splitext(new)[0]}_{ending}"
    return new


def _as_png(book: "Book", name: str) -> "bytes | None":
    Image.MAX_IMAGE_PIXELS = _MOST_PIXELS
    with book.open(name) as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        return None
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            result = io.BytesIO()
            image.convert("RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB").save(result, "PNG")
            return result.getvalue()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _point_to(book: "Book", renamed: "dict[str, str]") -> None:
    """A name ends the same in every reference to it: only the last part of a reference changes."""
    ends = {posixpath.basename(old): posixpath.basename(new) for old, new in renamed.items()}
    names = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, ends))})(?![\w.-])")
    for item in book.items():
        if item.media_type == "text/css":
            css = book.read(item.name).decode("utf-8", "replace")
            new = names.sub(lambda found: ends[found[0]], css)
            if new != css:
                book.change(item.name, new.encode("utf-8"))
        if item.media_type not in (DOCUMENT, "image/svg+xml"):
            continue
        try:
            root = trees.parse(book.read(item.name))
        except trees.NotWellFormed:
            continue
        changes = 0
        for element in trees.elements(root):
            for key in ("src", "href", f"{{{trees.XLINK}}}href", "data", "poster"):
                folder, _, last = element.get(key, "").rpartition("/")
                if last in ends:
                    element.set(key, f"{folder}/{ends[last]}" if folder else ends[last])
                    changes += 1
        if changes:
            book.change(item.name, trees.serialise(root))
