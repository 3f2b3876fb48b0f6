"""Draws lines of text on a page, as large as fits.

Usage: draw_lines.py RESULT

The standard input is JSON: {"width", "height": points, "text"}. Prints {}.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from text_pages import LEFT, FieldText, TextPages

# Share of the smaller side that is left free at the edges, and most points of it.
MARGIN, LARGEST_MARGIN = 0.08, 6.0
# Sizes that are tried, from large to small.
LARGEST, SMALLEST, STEP = 14.0, 4.0, 0.5


def main() -> None:
    asked = json.load(sys.stdin)
    width, height = float(asked["width"]), float(asked["height"])
    margin = min(LARGEST_MARGIN, MARGIN * min(width, height))
    size = LARGEST
    while True:
        pages = TextPages()
        text = FieldText(
            width=width,
            height=height,
            margin=margin,
            border=0.5,
            families="sans-serif",
            is_bold=False,
            is_italic=False,
            size=size,
            color=(0.1, 0.1, 0.3),
            alignment=LEFT,
            text=asked["text"],
            is_multiline=True,
        )
        is_cut, _ = pages.draw(text)
        if not is_cut or size <= SMALLEST:
            break
        size -= STEP
    with open(sys.argv[1], "wb") as file:
        file.write(pages.finished().read())
    print("{}")


main()
