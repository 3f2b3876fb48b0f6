"""icns.py INPUT OUTPUT: the largest picture of an icon of macOS, as a PNG."""

import sys

# The plug-in is imported for the format that it adds.
from PIL import IcnsImagePlugin, Image  # noqa: F401  # pyright: ignore[reportUnusedImport]

# An icon is 1024 pixels wide at most.
Image.MAX_IMAGE_PIXELS = 4096 * 4096

with Image.open(sys.argv[1], formats=("ICNS",)) as icon:
    icon.load()
    icon.convert("RGBA").save(sys.argv[2])
