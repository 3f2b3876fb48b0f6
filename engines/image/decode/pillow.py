"""pillow.py FORMAT INPUT OUTPUT: the only or largest picture of a file, as a PNG. FORMAT is Pillow's name of it."""

import importlib
import sys

from PIL import Image

kind, source, result = sys.argv[1:]
# Only this format's reader is loaded.
importlib.import_module(f"PIL.{kind.capitalize()}ImagePlugin")

# Twice as many are an error. An icon is 1024 pixels wide at most.
Image.MAX_IMAGE_PIXELS = 4096 * 4096 if kind == "ICNS" else 50_000_000

with Image.open(source, formats=(kind,)) as picture:
    picture.load()
    picture.convert("RGBA").save(result)
