"""Prepares pictures of subtitles for text recognition with Pillow, for take-pictures.ts.

    prepare.py FOLDER MOST_BYTES < PICTURES

Reads the screens with their subtitles as BMP with alpha, one after the other, and writes what is on each into FOLDER as dark letters on
white, the same picture only once. Writes shown.json: for each screen null if it is empty, otherwise the name of the picture and where
it is. {"error": "bomb"} if a screen is too large, or the pictures together are.
"""

import hashlib
import json
import os
import struct
import sys

from PIL import Image, ImageChops, ImageFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

# Pixels of a screen: more than 4K has.
MOST_PIXELS = 4096 * 4096
# Pixels that are less opaque are shadows.
FAINT = 64
# Height of the screen at which letters of subtitles have the size that tesseract reads best.
BEST_HEIGHT = 1080
# Space around the letters, pixels.
MARGIN = 20
# Brightness of letters and their edge that differ by less is the same.
CONTRAST = 48


class Bomb(Exception):
    pass


def read_screen(stream: "BinaryIO") -> "tuple[int, int, bytes] | None":
    """Returns width, height and pixels (BGRA) of the next BMP; null at the end."""
    head = stream.read(14)
    if len(head) < 14:
        return None
    size, start = struct.unpack_from("<I4xI", head, 2)
    info = stream.read(start - 14)
    width, height, _, bits = struct.unpack_from("<iiHH", info, 4)
    if bits != 32 or width * abs(height) > MOST_PIXELS:
        raise Bomb
    # Rows from the bottom up if the height is positive.
    return width, height, stream.read(size - start)


def opaque_part(width: int, height: int, pixels: bytes) -> "tuple[Image.Image, int] | None":
    """Returns the part of the screen that is not transparent, and its top; null if nothing is."""
    order = -1 if height > 0 else 1
    screen = Image.frombuffer("RGBA", (width, abs(height)), pixels, "raw", "BGRA", 0, order)
    box = screen.getchannel("A").point(lambda alpha: 255 * (alpha >= FAINT)).getbbox()
    return None if box is None else (screen.crop(box), box[1])


def framed(band: Image.Image, margin: int, value: int) -> Image.Image:
    result = Image.new("L", (band.width + 2 * margin, band.height + 2 * margin), value)
    result.paste(band, (margin, margin))
    return result


def mean(histogram: "list[int]") -> float:
    return sum(value * count for value, count in enumerate(histogram)) / max(1, sum(histogram))


def spread(histogram: "list[int]") -> int:
    """Returns the difference between dark and light, without the darkest and the lightest twentieth."""
    rest = sum(histogram) / 20
    ends: list[int] = []
    for values in (range(256), range(255, -1, -1)):
        passed = 0
        for value in values:
            passed += histogram[value]
            if passed > rest:
                ends.append(value)
                break
    return ends[1] - ends[0] if len(ends) == 2 else 0


def dark_letters(part: Image.Image) -> Image.Image:
    """Returns the letters as dark on white. What touches the transparent part is the edge of letters, or the box around them: usually it is
    darker than the letters. Letters without an edge have one brightness."""
    red, green, blue, alpha = part.split()
    # Letters in any colour are bright.
    light = framed(ImageChops.lighter(ImageChops.lighter(red, green), blue), 2, 0)
    alpha = framed(alpha, 2, 0)
    solid = alpha.point(lambda value: 255 * (value >= 128))
    inside = solid.filter(ImageFilter.MinFilter(3))
    edge = ImageChops.subtract(solid, inside)
    edge_light, inside_light = mean(light.histogram(edge)), mean(light.histogram(inside))
    if spread(light.histogram(solid)) < CONTRAST:
        ink = alpha
    elif edge_light > 128 and edge_light - inside_light > CONTRAST:
        ink = ImageChops.multiply(ImageChops.invert(light), alpha)
    else:
        ink = ImageChops.multiply(light, alpha)
    most = max(1, ink.getextrema()[1])
    return ink.point(lambda value: 255 - min(255, round(value * 255 / most)))


def prepared(part: Image.Image, screen_height: int) -> Image.Image:
    scale = min(4, max(0.5, BEST_HEIGHT / screen_height))
    page = dark_letters(part)
    size = [max(1, round(side * scale)) for side in page.size]
    return framed(page.resize(size, Image.Resampling.BICUBIC), MARGIN, 255)


def prepare(stream: "BinaryIO", folder: str, most_bytes: int) -> "list[dict[str, Any] | None]":
    shown: list[dict[str, Any] | None] = []
    written: set[str] = set()
    total = 0
    before: tuple[int, int, bytes] | None = None
    while (screen := read_screen(stream)) is not None:
        # ffmpeg repeats a screen that does not change.
        if screen == before:
            shown.append(shown[-1])
            continue
        before = screen
        found = opaque_part(*screen)
        if found is None:
            shown.append(None)
            continue
        part, top = found
        height = abs(screen[1])
        name = hashlib.sha256(b"%d %d " % part.size + part.tobytes()).hexdigest()[:32] + ".png"
        if name not in written:
            path = os.path.join(folder, name)
            prepared(part, height).save(path, compress_level=1)
            written.add(name)
            total += os.path.getsize(path)
            if total > most_bytes:
                raise Bomb
        shown.append({"name": name, "top": top / height, "bottom": (top + part.height) / height})
    return shown


def main(folder: str, most_bytes: str) -> "dict[str, Any]":
    try:
        return {"shown": prepare(sys.stdin.buffer, folder, int(most_bytes))}
    except Bomb:
        return {"error": "bomb"}


if __name__ == "__main__":
    result = main(*sys.argv[1:3])
    with open(os.path.join(sys.argv[1], "shown.json"), "w", encoding="ascii") as file:
        json.dump(result, file)
