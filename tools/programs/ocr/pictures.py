"""Converts pictures of every bitmap format to pages for text recognition with Pillow, for pictures.ts.

    pictures.py list INPUT MOST_PAGES
    pictures.py render INPUT FOLDER FORMAT FIRST LAST GRAY ENLARGE MOST_PIXELS
    pictures.py turn PICTURE DEGREES

Prints one line of JSON. Errors of the input are printed too, as {"error": "damaged" | "bomb"}, with exit code 0. Pictures are drawn
over white, rotated by Exif, and written as uncompressed PBM, PGM or PPM (FORMAT pnm), or as PNG with their density (FORMAT png).
"""

import json
import math
import os
import sys

from PIL import Image, ImageFile, UnidentifiedImageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Most pixels of one picture that are unpacked: A1 at 600 dpi.
MOST_UNPACKED = 280_000_000
# Longest side that tesseract accepts.
LONGEST_SIDE = 32_000
# The inverse of each value of Exif's Orientation (Exif 2.32, 4.6.4 A).
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# Truncated pictures are read as far as possible.
ImageFile.LOAD_TRUNCATED_IMAGES = True
# Our own limit is checked before any pixel is unpacked.
Image.MAX_IMAGE_PIXELS = None


class Bomb(Exception):
    pass


def open_picture(path: str) -> "tuple[Image.Image, bool]":
    picture = Image.open(path)
    # Moving pictures have one page, the first; only a TIFF has several.
    return picture, picture.format == "TIFF"


def check_size(picture: Image.Image) -> None:
    if picture.width * picture.height > MOST_UNPACKED:
        raise Bomb


def seek(picture: Image.Image, page: int) -> bool:
    try:
        picture.seek(page)
        return True
    except EOFError:
        return False


def stated_density(picture: Image.Image) -> "tuple[float, float] | None":
    """Returns dots per inch across and down as stated by the file, or null."""
    try:
        across, down = (float(value) for value in picture.info.get("dpi", (0, 0)))
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return (across, down) if 70 <= across <= 2400 and 70 <= down <= 2400 else None


def stretch(stated: "tuple[float, float] | None") -> float:
    """Returns the factor by which a fax picture, whose dots are higher than wide, must be stretched vertically."""
    if stated is None or abs(stated[0] / stated[1] - 1) < 0.05:
        return 1
    return stated[0] / stated[1]


def page_density(width: int, height: int, stated: "float | None") -> float:
    """Returns the dots per inch of the page that was pictured. Cameras state 72 or 96 for everything; a picture without a statement was
    most likely made from A4, a small one is from a screen."""
    shorter = min(width, height)
    if stated is not None and (stated >= 100 or shorter < 1000):
        return stated
    return 96 if shorter < 1000 else shorter / 8.27


def shown_size(picture: Image.Image) -> "tuple[int, int, int | None]":
    """Returns width, height and stated density across, rotated according to Exif and with square dots."""
    stated = stated_density(picture)
    width, height = picture.width, round(picture.height * stretch(stated))
    if picture.getexif().get(0x112, 1) in (5, 6, 7, 8):
        width, height = height, width
    return width, height, None if stated is None else round(stated[0])


def list_pages(path: str, most: int) -> "dict[str, Any]":
    picture, several = open_picture(path)
    pages: list[dict[str, Any]] = []
    while len(pages) <= most and (not pages or (several and seek(picture, len(pages)))):
        check_size(picture)
        width, height, dpi = shown_size(picture)
        density = round(page_density(width, height, dpi), 2)
        pages.append({"width": width, "height": height, "dpi": dpi, "density": density})
    moves = not several and picture.format != "MPO" and getattr(picture, "n_frames", 1) > 1
    return {"pages": pages, "moves": moves, "jpeg": picture.format in ("JPEG", "MPO") and picture.mode in ("L", "RGB")}


def plain(picture: Image.Image) -> Image.Image:
    """Returns black and white, shades of grey or RGB, over white."""
    if picture.mode in ("1", "L", "RGB"):
        if "transparency" not in picture.info:
            return picture
        picture = picture.convert("RGBA")
    if picture.mode in ("I;16", "I;16B", "I;16L", "I"):
        # Pillow would clip the brighter values instead of scaling them.
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode in ("LA", "PA", "La") or (picture.mode == "P" and "transparency" in picture.info):
        picture = picture.convert("RGBA")
    if picture.mode in ("RGBA", "RGBa"):
        picture = picture.convert("RGBA")
        white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
        return Image.alpha_composite(white, picture).convert("RGB")
    return picture.convert("L" if picture.mode == "F" else "RGB")


def scale_of(width: int, height: int, enlarge: float, most_pixels: float) -> float:
    most = min(math.sqrt(most_pixels / (width * height)), LONGEST_SIDE / max(width, height))
    return min(enlarge, most)


def write(picture: Image.Image, stem: str, form: str, density: float) -> str:
    path = stem + (".png" if form == "png" else {"1": ".pbm", "L": ".pgm"}.get(picture.mode, ".ppm"))
    options: dict[str, Any] = {"dpi": (density, density)} if form == "png" else {}
    picture.save(path, **options)
    return os.path.basename(path)


def upright(picture: Image.Image, gray: int) -> Image.Image:
    """Returns the picture as displayed: over white, rotated, with square dots."""
    image = plain(picture)
    factor = stretch(stated_density(picture))
    if factor != 1:
        image = resized(image, image.width, image.height * factor)
    # plain() may have lost the Exif data.
    way = TURNS.get(picture.getexif().get(0x112, 1))
    if way is not None:
        image = image.transpose(way)
    return image.convert("L") if gray and image.mode == "RGB" else image


def resized(image: Image.Image, width: float, height: float) -> Image.Image:
    size = [max(1, round(side)) for side in (width, height)]
    return image.convert("L" if image.mode == "1" else image.mode).resize(size, Image.Resampling.LANCZOS)


def render(path: str, folder: str, form: str, first: int, last: int, gray: int, enlarge: int, most_pixels: int) -> "dict[str, Any]":
    picture, _ = open_picture(path)
    pages: list[dict[str, Any]] = []
    for page in range(first, last + 1):
        if not seek(picture, page - 1):
            break
        check_size(picture)
        width, height, dpi = shown_size(picture)
        density = page_density(width, height, dpi)
        image = upright(picture, gray)
        scale = scale_of(*image.size, enlarge, most_pixels)
        if scale != 1:
            image = resized(image, image.width * scale, image.height * scale)
        name = write(image, os.path.join(folder, "page-%d" % page), form, density * scale)
        pages.append({"number": page, "name": name, "scale": scale})
    return {"pages": pages}


def turn(path: str, degrees: int) -> "dict[str, Any]":
    """Rotates clockwise, in place."""
    ways = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}
    Image.open(path).transpose(ways[degrees]).save(path)
    return {}


def main(command: str, *arguments: str) -> "dict[str, Any]":
    if command == "list":
        return list_pages(arguments[0], int(arguments[1]))
    if command == "render":
        path, folder, form = arguments[:3]
        first, last, gray, enlarge, most_pixels = (int(each) for each in arguments[3:8])
        return render(path, folder, form, first, last, gray, enlarge, most_pixels)
    return turn(arguments[0], int(arguments[1]))


if __name__ == "__main__":
    try:
        answer = main(*sys.argv[1:])
    except Bomb:
        answer = {"error": "bomb"}
    except (UnidentifiedImageError, SyntaxError, ValueError, EOFError, ZeroDivisionError, KeyError, IndexError) as error:
        print(repr(error), file=sys.stderr)
        answer = {"error": "damaged"}
    except OSError as error:
        # Pillow also reports damage as OSError; errors of the system have a number.
        if error.errno is not None:
            raise
        print(repr(error), file=sys.stderr)
        answer = {"error": "damaged"}
    print(json.dumps(answer))
