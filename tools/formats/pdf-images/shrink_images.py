"""Reduces only the images of a PDF, each in place.

Usage: shrink_images.py SETTINGS SOURCE RESULT

SETTINGS is JSON: {"coding": "keep", "auto" or "recode", "quality": of JPEG, 1 to 100, "halfColor": colour at half the resolution,
"dpi": null, or the DPI to which images with more than "threshold" times as many are reduced, "pack": use object streams}. The standard
input is JSON: the lowest DPI at which each image is shown, by object number. Prints JSON: {"changed": number, "left": {reason: number}}.
"""

import io
import json
import os
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image, ImageChops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pdf_images import MODES, MOST_PIXELS, Left, family, images_of, last_filter, picture_of, png_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BILEVEL = ("/CCITTFaxDecode", "/CCF", "/JBIG2Decode")
LOSSY = ("/DCTDecode", "/DCT", "/JPXDecode")
# A picture with fewer colours is a drawing, which JPEG would blur.
COLORS_OF_A_PHOTO = 1024


def kind_of(image: Stream) -> str:
    """Returns the colour family. Raises Left, with the reason, for an image that is not to be reduced or cannot be."""
    name, _ = last_filter(image)
    if bool(image.get("/ImageMask", False)) or name in BILEVEL or int(image.get("/BitsPerComponent", 8)) == 1:
        raise Left("black and white")
    if int(image.get("/Width", 0)) * int(image.get("/Height", 0)) > MOST_PIXELS:
        raise Left("too large")
    if isinstance(image.get("/Mask"), Array):
        raise Left("a range of colours that is not seen")
    mask = image.get("/SMask")
    if "/Matte" in image or (isinstance(mask, Stream) and "/Matte" in mask):
        raise Left("colours mixed with those of their background")
    kind, _ = family(image.get("/ColorSpace"))
    if kind not in MODES:
        raise Left("a palette" if kind == "indexed" else "special colours")
    return kind


def as_jpeg(picture: Image.Image, settings: "dict[str, Any]") -> bytes:
    # Pillow writes CMYK values inverted.
    written = ImageChops.invert(picture) if picture.mode == "CMYK" else picture
    out = io.BytesIO()
    written.save(out, "JPEG", quality=settings["quality"], subsampling=2 if settings["halfColor"] else 0, optimize=True)
    return out.getvalue()


def shrink(image: Stream, shown: "float | None", settings: "dict[str, Any]") -> bool:
    """Returns whether it became smaller. `shown`: its DPI, or None if it is on no page."""
    if shown is None:
        return False
    kind = kind_of(image)
    dpi = settings["dpi"]
    scale = dpi / shown if dpi is not None and shown > dpi * settings["threshold"] else 1
    was_lossy = last_filter(image)[0] in LOSSY
    if scale >= 1 and (settings["coding"] == "keep" or (settings["coding"] == "auto" and was_lossy)):
        return False
    picture, is_lossy = picture_of(image, kind)
    if picture.mode != MODES[kind]:
        raise Left("damaged")
    if scale < 1:
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        picture = picture.resize(size, Image.Resampling.BICUBIC)
    is_photo = settings["coding"] != "keep" and kind != "lab" and picture.getcolors(COLORS_OF_A_PHOTO) is None
    jpeg = as_jpeg(picture, settings) if (is_lossy and kind != "lab") or is_photo else None
    return write(image, picture, jpeg)


def write(image: Stream, picture: Image.Image, jpeg: "bytes | None") -> bool:
    """Replaces the image by the JPEG if there is one, else without loss; does nothing if it would become larger."""
    before = len(image.read_raw_bytes())
    bands = len(picture.getbands())
    # PNG has no CMYK.
    packed = jpeg if jpeg is not None else png_data(picture) if bands != 4 else None
    if packed is not None and len(packed) >= before:
        return False
    if jpeg is not None:
        image.write(jpeg, filter=Name.DCTDecode)
    elif packed is not None:
        columns = Dictionary(Predictor=15, Colors=bands, BitsPerComponent=8, Columns=picture.width)
        image.write(packed, filter=Name.FlateDecode, decode_parms=columns)
    else:
        image.write(picture.tobytes())
    image.Width, image.Height = picture.size
    image.BitsPerComponent = 8
    if "/Alternates" in image:
        del image["/Alternates"]
    return True


def main(settings: "dict[str, Any]", source: str, result: str) -> None:
    shown: dict[str, float] = json.load(sys.stdin)
    pdf = pikepdf.open(source)
    changed = 0
    left: dict[str, int] = {}
    for image in list(images_of(pdf)):
        try:
            changed += shrink(image, shown.get(str(image.objgen[0])), settings)
        except Left as found:
            reason = found.reason or "damaged"
            left[reason] = left.get(reason, 0) + 1
        except MemoryError:
            raise
        except Exception:  # Damaged images fail in any way, in Pillow or in pikepdf.
            left["damaged"] = left.get("damaged", 0) + 1
    streams = pikepdf.ObjectStreamMode.generate if settings["pack"] else pikepdf.ObjectStreamMode.preserve
    pdf.save(result, object_stream_mode=streams, recompress_flate=settings["pack"])
    print(json.dumps({"changed": changed, "left": left}))


main(json.loads(sys.argv[1]), *sys.argv[2:])
