"""Reads and writes images of PDFs with Pillow, for the scripts in this folder."""

import io
import struct

from pikepdf import Array, Name, Pdf, Stream
from PIL import Image, ImageChops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# 500 megapixels of RGB would be 1.5 GB.
MOST_PIXELS = 250_000_000

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class Left(Exception):
    """Raised to leave an image unchanged, with the reason, or None if it has no colour."""

    def __init__(self, reason: "str | None" = None) -> None:
        super().__init__(reason)
        self.reason = reason


def family(space: object) -> "tuple[str, int]":
    """Returns the family of a colour space, and its number of components if that follows from it."""
    if isinstance(space, Name):
        names = {"/DeviceGray": ("gray", 1), "/G": ("gray", 1), "/CalGray": ("gray", 1)}
        names |= {"/DeviceRGB": ("rgb", 3), "/RGB": ("rgb", 3), "/DeviceCMYK": ("cmyk", 4), "/CMYK": ("cmyk", 4)}
        return names.get(str(space), ("other", 0))
    if not isinstance(space, Array) or len(space) == 0:
        return "other", 0
    name = str(space[0])
    if len(space) == 1:
        return family(space[0])
    if name == "/ICCBased" and isinstance(space[1], Stream):
        return {1: ("gray", 1), 3: ("rgb", 3), 4: ("cmyk", 4)}.get(int(space[1].get("/N", 0)), ("other", 0))
    if name in ("/Indexed", "/I"):
        return "indexed", 1
    return {"/CalGray": ("gray", 1), "/CalRGB": ("rgb", 3), "/Lab": ("lab", 3)}.get(name, ("other", 0))


MODES = {"gray": "L", "rgb": "RGB", "cmyk": "CMYK", "lab": "RGB"}


def from_samples(image: Stream, kind: str, size: "tuple[int, int]") -> Image.Image:
    bits = int(image.get("/BitsPerComponent", 8))
    data = image.read_bytes()
    bands = len(MODES[kind])
    if bits == 16:
        data = data[0::2]
    elif bits != 8:
        data = widened(data, bits, size[0] * bands, size[1])
    missing = size[0] * size[1] * bands - len(data)
    return Image.frombytes(MODES[kind], size, data + bytes(missing) if missing > 0 else data)


def widened(data: bytes, bits: int, samples: int, rows: int) -> bytes:
    """Expands samples of 1, 2 or 4 bits to bytes; each row starts with a new byte."""
    top = (1 << bits) - 1
    table = [bytes((byte >> shift & top) * 255 // top for shift in range(8 - bits, -1, -bits)) for byte in range(256)]
    stride = (samples * bits + 7) // 8
    lines = (data[row * stride : (row + 1) * stride] for row in range(rows))
    return b"".join(b"".join(table[byte] for byte in line)[:samples].ljust(samples, b"\0") for line in lines)


def from_jpeg(image: Stream, luma: bool) -> Image.Image:
    picture = Image.open(io.BytesIO(image.read_raw_bytes()))
    if picture.format != "JPEG":
        raise Left("damaged")
    if luma and picture.mode == "RGB":
        # Nothing else is decoded.
        picture.draft("L", picture.size)
    if picture.mode == "CMYK" and "adobe" in picture.info:
        # Pillow inverts the values of Adobe's files; PDF does so only by its Decode array.
        picture = ImageChops.invert(picture)
    return picture


def last_filter(image: Stream) -> "tuple[str, int]":
    filters = image.get("/Filter")
    if isinstance(filters, Array):
        return str(filters[-1]) if len(filters) > 0 else "", len(filters)
    return (str(filters), 1) if filters is not None else ("", 0)


def picture_of(image: Stream, kind: str, luma: bool = False) -> "tuple[Image.Image, bool]":
    """Returns the image in Pillow, and whether it was lossy. `luma`: only the luma of a JPEG in RGB."""
    name, count = last_filter(image)
    size = (int(image.Width), int(image.Height))
    if name in ("/DCTDecode", "/DCT", "/JPXDecode") and count > 1:
        raise Left("coded several times")
    if name in ("/DCTDecode", "/DCT"):
        return from_jpeg(image, luma), True
    if name == "/JPXDecode":
        if int(image.get("/SMaskInData", 0)) != 0:
            raise Left("JPEG 2000 with transparency")
        return Image.open(io.BytesIO(image.read_raw_bytes())), True
    return from_samples(image, kind, size), False


def png_data(picture: Image.Image) -> bytes:
    """Returns the image as lossless data for PDF: PNG's data are a Flate stream with predictors."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    data, at = out.getvalue(), 8
    parts: list[bytes] = []
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            parts.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)


def images_of(pdf: Pdf) -> "Iterator[Stream]":
    for item in pdf.objects:
        if isinstance(item, Stream) and item.get("/Subtype") == Name.Image:
            yield item
