"""Pictures of kinds that a reading system need not know become PNG (EPUB 3.2, section 3.2: core media types)."""

import io
import posixpath

import trees
from book import DOCUMENT
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from book import Book

_CORE = frozenset(("image/gif", "image/jpeg", "image/png", "image/svg+xml"))
_MOST_PIXELS = 40_000_000
_MOST_BYTES = 64 * 1024**2


def mend_pictures(book: "Book") -> int:
    """Each keeps its place, under a name that ends in .png. One that cannot be read stays. Returns changes of the package file."""
    renamed: dict[str, str] = {}
    for item in book.items():
        if not item.media_type.startswith("image/") or item.media_type in _CORE:
            continue
        data = _as_png(book, item.name)
        if data is None:
            continue
        new = _free_name(book, item.name)
        book.change(new, data)
        book.remove(item.name)
        href = item.element.get("href", "")
        item.element.set("href", posixpath.join(posixpath.dirname(href), posixpath.basename(new)))
        item.element.set("media-type", "image/png")
        renamed[item.name] = new
    if renamed:
        _point_to(book, renamed)
    return len(renamed)


def _free_name(book: "Book", name: str) -> str:
    new = f"{posixpath.splitext(name)[0]}.png"
    while new in book.names:
        new = f"{posixpath.splitext(new)[0]}_.png"
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
    """The names end alike wherever they are named from: only the last part of a reference changes."""
    ends = {posixpath.basename(old): posixpath.basename(new) for old, new in renamed.items()}
    for item in book.items():
        if item.media_type != DOCUMENT:
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
