"""webp_rows.py INPUT OUTPUT: the rows of a WebP that ends early, as a TIFF; missing rows are grey, or transparent if the picture has alpha.

libwebp's incremental decoder (decode.h) reports the number of complete rows, for lossy and lossless pictures. Prints `ROWS of HEIGHT`.
"""

import ctypes
import sys

from PIL import Image

RGBA = 1
MOST_PIXELS = 50_000_000

library = ctypes.CDLL("libwebp.so.7")
library.WebPGetInfo.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]
library.WebPINewRGB.restype = ctypes.c_void_p
library.WebPINewRGB.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
library.WebPIAppend.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.WebPIDecGetRGB.restype = ctypes.c_void_p
library.WebPIDecGetRGB.argtypes = [ctypes.c_void_p, *[ctypes.POINTER(ctypes.c_int)] * 4]

source, result = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
if len(data) < 12 or int.from_bytes(data[4:8], "little") + 8 <= len(data):
    sys.exit("it does not end early")
rows, width, height, stride = (ctypes.c_int() for _ in range(4))
if not library.WebPGetInfo(data, len(data), width, height):
    sys.exit("not a still picture")
if width.value * height.value > MOST_PIXELS:
    sys.exit("too many pixels")
decoder = library.WebPINewRGB(RGBA, None, 0, 0)
library.WebPIAppend(decoder, data, len(data))
pixels = library.WebPIDecGetRGB(decoder, rows, width, height, stride)
if not pixels or rows.value == 0:
    sys.exit("no row is complete")
size = width.value, height.value
there = Image.frombuffer("RGBA", (size[0], rows.value), ctypes.string_at(pixels, stride.value * rows.value), "raw", "RGBA", stride.value, 1)
is_opaque = there.getchannel("A").getextrema() == (255, 255)
picture = Image.new("RGB", size, (128, 128, 128)) if is_opaque else Image.new("RGBA", size, (0, 0, 0, 0))
picture.paste(there.convert(picture.mode), (0, 0))
picture.save(result, "TIFF")
print(f"{rows.value} of {size[1]}")
