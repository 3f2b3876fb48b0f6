"""Draws pages of text as a scanner, a camera or a screen would give them: make_pages.py OUTPUT < description.

The description: {"dpi", "pages": [{"width", "height" (points), "text": [[x, y, size, string, color?], …], "background",
"turn" (degrees clockwise), "skew" (degrees), "shadow"}], "exif", "quality"}. The format is that of OUTPUT's name; several
pages go into a TIFF or a PDF of pictures.
"""

import io
import json
import sys

import img2pdf
from PIL import Image, ImageDraw, ImageFont

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def draw(page: "dict[str, Any]", dpi: int) -> Image.Image:
    scale = dpi / 72
    size = (round(page.get("width", 595) * scale), round(page.get("height", 842) * scale))
    picture = Image.new("RGB", size, page.get("background", "white"))
    pen = ImageDraw.Draw(picture)
    for x, y, points, text, *color in page["text"]:
        font = ImageFont.truetype(FONT, round(points * scale))
        pen.text((x * scale, y * scale), text, fill=color[0] if color else "black", font=font)
    if page.get("shadow"):
        # Light from the left: the right side is as dark as the letters on the left.
        light = Image.linear_gradient("L").rotate(90).resize(size).point([30 + value * 225 // 255 for value in range(256)])
        dark = Image.new("RGB", size, "black")
        picture = Image.composite(picture, dark, light)
    if page.get("skew"):
        picture = picture.rotate(-page["skew"], expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)
    if page.get("turn"):
        picture = picture.rotate(-page["turn"], expand=True)
    return picture


def as_png(picture: Image.Image, dpi: int) -> bytes:
    data = io.BytesIO()
    picture.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()


def main(output: str) -> None:
    description = json.load(sys.stdin)
    dpi = description.get("dpi", 300)
    first, *others = [draw(page, dpi) for page in description["pages"]]
    if output.endswith(".pdf"):
        with open(output, "wb") as pdf:
            pdf.write(img2pdf.convert([as_png(picture, dpi) for picture in (first, *others)]))
        return
    options: dict[str, Any] = {"dpi": (dpi, dpi)}
    if others:
        options.update(save_all=True, append_images=others)
    if output.endswith(".jpg"):
        exif = Image.Exif()
        exif[0x112] = description.get("exif", 1)
        options.update(exif=exif, quality=description.get("quality", 92))
    if output.endswith(".tiff"):
        options.update(compression="tiff_lzw")
    first.save(output, **options)


main(sys.argv[1])
