"""Turns the images of a PDF, and nothing else, to shades of grey: each image by itself, where it stands.

Usage: grayscale.py SOURCE RESULT

Prints JSON: {"converted": number, "left": {reason: number}}. What is grey or black and white already is left alone.
A palette is changed in place; JPEG and JPEG 2000 become JPEG, all else stays without loss.
"""

import io
import json
import struct
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image, ImageChops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# 500 megapixels of RGB would be 1.5 GB.
MOST_PIXELS = 250_000_000
MOST_FORMS = 10_000
# What is lossy already loses little more at this quality.
JPEG_QUALITY = 92

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class Left(Exception):
    """The image is left as it is; the reason, or None where it has no colour."""

    def __init__(self, reason: "str | None" = None) -> None:
        super().__init__(reason)
        self.reason = reason


def family(space: object) -> "tuple[str, int]":
    """Family of a colour space, and its number of components where that follows from it."""
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


def gray(image: Image.Image, kind: str) -> Image.Image:
    """Luma of the first: ITU-R 601, which is also what JPEG stores. Of Lab the lightness, which is its first component."""
    return image.getchannel(0) if kind == "lab" else image.convert("L")


def decoded(image: Image.Image, decode: "Any", kind: str) -> Image.Image:
    """Applies a Decode array, whose usual values say nothing new."""
    bands = len(image.getbands())
    if decode is None or kind == "lab" or len(decode) != 2 * bands:
        return image
    ranges = [(float(decode[2 * band]), float(decode[2 * band + 1])) for band in range(bands)]
    if all(range_ == (0, 1) for range_ in ranges):
        return image
    tables = [min(255, max(0, round(255 * (low + value * (high - low) / 255)))) for low, high in ranges for value in range(256)]
    return image.point(tables)


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
    """Samples of 1, 2 or 4 bits as bytes; each row starts with a new byte."""
    top = (1 << bits) - 1
    table = [bytes((byte >> shift & top) * 255 // top for shift in range(8 - bits, -1, -bits)) for byte in range(256)]
    stride = (samples * bits + 7) // 8
    lines = (data[row * stride : (row + 1) * stride] for row in range(rows))
    return b"".join(b"".join(table[byte] for byte in line)[:samples].ljust(samples, b"\0") for line in lines)


def from_jpeg(image: Stream, kind: str) -> Image.Image:
    picture = Image.open(io.BytesIO(image.read_raw_bytes()))
    if picture.format != "JPEG":
        raise Left("damaged")
    if picture.mode == "RGB" and kind == "rgb" and image.get("/Decode") is None:
        # Only the luma is decoded.
        picture.draft("L", picture.size)
    if picture.mode == "CMYK" and "adobe" in picture.info:
        # Pillow turns the values of Adobe's files over; PDF does so by its Decode array alone.
        picture = ImageChops.invert(picture)
    return picture


def last_filter(image: Stream) -> "tuple[str, int]":
    filters = image.get("/Filter")
    if isinstance(filters, Array):
        return str(filters[-1]) if len(filters) > 0 else "", len(filters)
    return (str(filters), 1) if filters is not None else ("", 0)


def picture_of(image: Stream, kind: str) -> "tuple[Image.Image, bool]":
    """The image as Pillow has it, and whether it was lossy."""
    name, count = last_filter(image)
    size = (int(image.Width), int(image.Height))
    if name in ("/DCTDecode", "/DCT", "/JPXDecode") and count > 1:
        raise Left("coded several times")
    if name in ("/DCTDecode", "/DCT"):
        return from_jpeg(image, kind), True
    if name == "/JPXDecode":
        if int(image.get("/SMaskInData", 0)) != 0:
            raise Left("JPEG 2000 with transparency")
        return Image.open(io.BytesIO(image.read_raw_bytes())), True
    return from_samples(image, kind, size), False


def explicit_mask(pdf: pikepdf.Pdf, picture: Image.Image, mask: Array) -> "Any":
    """The stencil of what a range of colours (colour key mask) leaves out; colours can no longer tell it."""
    hidden = Image.new("L", picture.size, 255)
    for band, channel in enumerate(picture.split()):
        low, high = int(mask[2 * band]), int(mask[2 * band + 1])
        hidden = ImageChops.multiply(hidden, channel.point([255 if low <= value <= high else 0 for value in range(256)]))
    stencil = Stream(pdf, hidden.convert("1", dither=Image.Dither.NONE).tobytes())
    stencil.Type, stencil.Subtype, stencil.ImageMask = Name.XObject, Name.Image, True
    stencil.Width, stencil.Height, stencil.BitsPerComponent = picture.width, picture.height, 1
    return pdf.make_indirect(stencil)


def png_data(picture: Image.Image) -> bytes:
    """The image as PDF takes it without loss: PNG's data are a Flate stream with predictors."""
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


def convert_palette(image: Stream) -> None:
    base, top, table = image.ColorSpace[1], int(image.ColorSpace[2]), image.ColorSpace[3]
    kind, components = family(base)
    if kind == "gray":
        raise Left()
    if kind not in ("rgb", "cmyk", "lab"):
        raise Left("special colours")
    data = table.read_bytes() if isinstance(table, Stream) else bytes(table)
    data = data[: (top + 1) * components].ljust((top + 1) * components, b"\0")
    shades = gray(Image.frombytes(MODES[kind], (top + 1, 1), data), kind)
    image.ColorSpace = Array([Name.Indexed, Name.DeviceGray, top, String(shades.tobytes())])


def convert_samples(pdf: pikepdf.Pdf, image: Stream, kind: str) -> None:
    picture, is_lossy = picture_of(image, kind)
    if picture.mode == "L":
        if kind == "gray":
            raise Left()
        shades = picture
    elif picture.mode in ("RGB", "CMYK"):
        kind = {"RGB": "rgb", "CMYK": "cmyk"}[picture.mode] if kind != "lab" else kind
        mask = image.get("/Mask")
        if isinstance(mask, Array) and len(mask) == 2 * len(picture.getbands()):
            if int(image.get("/BitsPerComponent", 8)) != 8:
                raise Left("a range of colours that is not seen")
            image.Mask = explicit_mask(pdf, picture, mask)
        shades = gray(decoded(picture, image.get("/Decode"), kind), kind)
    else:
        raise Left("special colours")
    write(image, shades, is_lossy)


def write(image: Stream, shades: Image.Image, is_lossy: bool) -> None:
    matte = image.get("/SMask")
    if isinstance(matte, Stream) and "/Matte" in matte:
        values = [min(255, max(0, round(float(value) * 255))) for value in matte.Matte]
        mode = {3: "RGB", 4: "CMYK"}.get(len(values))
        if mode is not None:
            matte.Matte = Array([Image.new(mode, (1, 1), tuple(values)).convert("L").getpixel((0, 0)) / 255])
    image.Width, image.Height = shades.size
    if is_lossy:
        out = io.BytesIO()
        shades.save(out, "JPEG", quality=JPEG_QUALITY, optimize=True)
        image.write(out.getvalue(), filter=Name.DCTDecode)
    else:
        columns = Dictionary(Predictor=15, Colors=1, BitsPerComponent=8, Columns=shades.width)
        image.write(png_data(shades), filter=Name.FlateDecode, decode_parms=columns)
    image.ColorSpace, image.BitsPerComponent = Name.DeviceGray, 8
    for key in ("/Decode", "/Alternates", "/Intent", "/SMaskInData"):
        if key in image:
            del image[key]


def convert(pdf: pikepdf.Pdf, image: Stream) -> None:
    if bool(image.get("/ImageMask", False)):
        raise Left()
    if int(image.get("/Width", 0)) * int(image.get("/Height", 0)) > MOST_PIXELS:
        raise Left("too large")
    name, _ = last_filter(image)
    space = image.get("/ColorSpace")
    kind, _ = family(space)
    if kind == "gray":
        raise Left()
    if kind == "indexed":
        convert_palette(image)
    elif kind == "other" and not (space is None and name == "/JPXDecode"):
        raise Left("special colours")
    else:
        convert_samples(pdf, image, kind)


def images_of(pdf: pikepdf.Pdf) -> "Iterator[Stream]":
    for item in pdf.objects:
        if isinstance(item, Stream) and item.get("/Subtype") == Name.Image:
            yield item


def main() -> None:
    pdf = pikepdf.open(sys.argv[1])
    for page in pdf.pages:
        page.externalize_inline_images(min_size=0)
    converted = 0
    left: dict[str, int] = {}
    for image in list(images_of(pdf)):
        try:
            convert(pdf, image)
            converted += 1
        except Left as found:
            if found.reason is not None:
                left[found.reason] = left.get(found.reason, 0) + 1
        except Image.DecompressionBombError:
            left["too large"] = left.get("too large", 0) + 1
        except MemoryError:
            raise
        except Exception:  # Damaged images fail in any way, in Pillow or in pikepdf.
            left["damaged"] = left.get("damaged", 0) + 1
    pdf.save(sys.argv[2])
    print(json.dumps({"converted": converted, "left": left}))


main()
