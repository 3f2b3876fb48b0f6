"""pillow.py FORMAT INPUT OUTPUT: writes the only or largest picture of a file as a TIFF. FORMAT is Pillow's name."""

import importlib
import struct
import sys

from PIL import Image

kind, source, result = sys.argv[1:]
# Load only the reader of this format, and those of pictures inside it.
PLUGINS = {"CUR": ["Cur", "Bmp"], "ICO": ["Ico", "Bmp", "Png"], "JPEG2000": ["Jpeg2K"], "WEBP": ["WebP"]}
for plugin in [*PLUGINS.get(kind, [kind.capitalize()]), "Tiff"]:
    importlib.import_module(f"PIL.{plugin}ImagePlugin")

# Twice as many pixels are an error. An icon is 1024 pixels wide at most.
MOST_PIXELS = 4096 * 4096 if kind in {"CUR", "ICNS", "ICO"} else 50_000_000
Image.MAX_IMAGE_PIXELS = MOST_PIXELS

# Pillow's modes for DDS pixels, by their bits and the masks of red, green, blue and alpha (Microsoft, "DDS_PIXELFORMAT").
DDS_PIXELS = {
    (32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000): ("RGBA", "BGRA"),
    (32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000): ("RGBA", "RGBA"),
    (32, 0xFF00, 0xFF0000, 0xFF000000, 0xFF): ("RGBA", "ARGB"),
    (32, 0xFF000000, 0xFF0000, 0xFF00, 0xFF): ("RGBA", "ABGR"),
    (32, 0xFF0000, 0xFF00, 0xFF, 0): ("RGB", "BGRX"),
    (32, 0xFF, 0xFF00, 0xFF0000, 0): ("RGB", "RGBX"),
    (32, 0xFF00, 0xFF0000, 0xFF000000, 0): ("RGB", "XRGB"),
    (32, 0xFF000000, 0xFF0000, 0xFF00, 0): ("RGB", "XBGR"),
    (24, 0xFF0000, 0xFF00, 0xFF, 0): ("RGB", "BGR"),
    (24, 0xFF, 0xFF00, 0xFF0000, 0): ("RGB", "RGB"),
}
DDS_HEADER = 128
DDS_WITH_ALPHA = 1
DDS_RGB = 0x40


def dds_pixels(path: str) -> Image.Image | None:
    """Returns the first picture of an uncompressed DDS, since Pillow 9 misreads some of them. Returns None for others."""
    with open(path, "rb") as file:
        head = file.read(DDS_HEADER)
        height, width = struct.unpack_from("<2I", head, 12)
        flags, _, bits, red, green, blue, alpha = struct.unpack_from("<7I", head, 80)
        if not flags & DDS_RGB:
            return None
        modes = DDS_PIXELS.get((bits, red, green, blue, alpha if flags & DDS_WITH_ALPHA else 0))
        if modes is None:
            sys.exit(f"Unsupported masks of {bits} bits")
        if width * height > MOST_PIXELS * 2:
            raise Image.DecompressionBombError(f"{width} x {height}")
        data = file.read(width * height * bits // 8)
    return Image.frombytes(modes[0], (width, height), data, "raw", modes[1])


def by_mask(path: str, width: int, height: int) -> Image.Image | None:
    """Returns the opacity of an icon without alpha, from the 1-bit mask at the end of its file; None if it has none."""
    with open(path, "rb") as file:
        head = file.read(22)
        size, start = struct.unpack_from("<2I", head, 14)
        file.seek(start)
        data = file.read(size)
    stride = (width + 31) // 32 * 4
    header = struct.unpack_from("<I", data)[0]
    mask = data[header + width * height * 4 :][: stride * height]
    if head[4] != 1 or len(mask) < stride * height:
        return None
    return Image.frombytes("1", (width, height), mask, "raw", "1;I", stride, -1).convert("L")


picture = dds_pixels(source) if kind == "DDS" else None
if picture is None:
    picture = Image.open(source, formats=(kind,))
    picture.load()
if kind == "ICO" and picture.mode == "RGBA" and picture.getchannel("A").getextrema() == (0, 0):
    opacity = by_mask(source, *picture.size)
    if opacity is not None:
        picture.putalpha(opacity)
if picture.mode in {"F", "I"}:
    least, most = (float(value) for value in picture.getextrema())
    scale = 65535 / max(most - least, 1)
    picture = picture.point(lambda value: value * scale - least * scale).convert("I;16")
elif picture.mode not in {"L", "RGB"}:
    picture = picture.convert("RGBA")
picture.save(result, "TIFF")
