"""Converts only the images of a PDF to shades of grey: each image separately, in place.

Usage: grayscale.py SOURCE RESULT

Prints JSON: {"converted": number, "left": {reason: number}}. Images in grey or black and white are not changed.
A palette is changed in place; JPEG and JPEG 2000 become JPEG, anything else stays lossless.
"""

import io
import json
import os
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image, ImageChops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pdf_images import MODES, MOST_PIXELS, Left, family, images_of, last_filter, picture_of, png_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# An image that is already lossy loses little more at this quality.
JPEG_QUALITY = 92


def gray(image: Image.Image, kind: str) -> Image.Image:
    """Returns the luma by ITU-R 601, which JPEG also stores; for Lab the lightness, which is its first component."""
    return image.getchannel(0) if kind == "lab" else image.convert("L")


def decoded(image: Image.Image, decode: "Any", kind: str) -> Image.Image:
    """Applies a Decode array; its default values change nothing."""
    bands = len(image.getbands())
    if decode is None or kind == "lab" or len(decode) != 2 * bands:
        return image
    ranges = [(float(decode[2 * band]), float(decode[2 * band + 1])) for band in range(bands)]
    if all(range_ == (0, 1) for range_ in ranges):
        return image
    tables = [min(255, max(0, round(255 * (low + value * (high - low) / 255)))) for low, high in ranges for value in range(256)]
    return image.point(tables)


def explicit_mask(pdf: pikepdf.Pdf, picture: Image.Image, mask: Array) -> "Any":
    """Returns the stencil for a range of transparent colours (colour key mask), which grey values can no longer express."""
    hidden = Image.new("L", picture.size, 255)
    for band, channel in enumerate(picture.split()):
        low, high = int(mask[2 * band]), int(mask[2 * band + 1])
        hidden = ImageChops.multiply(hidden, channel.point([255 if low <= value <= high else 0 for value in range(256)]))
    stencil = Stream(pdf, hidden.convert("1", dither=Image.Dither.NONE).tobytes())
    stencil.Type, stencil.Subtype, stencil.ImageMask = Name.XObject, Name.Image, True
    stencil.Width, stencil.Height, stencil.BitsPerComponent = picture.width, picture.height, 1
    return pdf.make_indirect(stencil)


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
    picture, is_lossy = picture_of(image, kind, luma=kind == "rgb" and image.get("/Decode") is None)
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
