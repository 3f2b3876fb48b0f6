"""Makes a PDF of pages on which something or nothing is seen: PATH KIND... Page n is 400 + n points wide, so that its size tells which it is."""

import io
import random
import sys
from functools import cache

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image, ImageDraw, ImageFilter, ImageFont

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEIGHT = 600
# Pixels of a scan of 200 dpi.
SCAN = (1125, 1667)
PAPER, INK = 235, 40

TEXTS = {
    "empty": "",
    "white": "1 g BT /F 12 Tf 50 300 Td (White on white) Tj ET",
    "invisible": "BT 3 Tr /F 12 Tf 50 300 Td (Invisible) Tj ET",
    "link": "",
    "field": "",
    "hidden-field": "",
    "dot": "0 0.5 1 rg 200 300 2 2 re f",
    "text": "BT /F 12 Tf 50 300 Td (Chapter two) Tj ET",
    "number": "BT /F 8 Tf 200 30 Td (7) Tj ET",
    "line": "0.05 w 50 300 m 350 300 l S",
    "pale": "0.8 g BT /F 10 Tf 50 300 Td (A pale line of text) Tj ET",
    "dark": "0 0 0.5 rg 0 0 500 600 re f",
}

pdf = Pdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
noise = random.Random(7)


@cache
def grain() -> Image.Image:
    return Image.frombytes("L", SCAN, bytes(max(0, min(255, PAPER + int(noise.gauss(0, 6)))) for _ in range(SCAN[0] * SCAN[1])))


def scan(kind: str) -> Image.Image:
    """Draws a scan: grain, and what the name of its kind says besides."""
    picture = grain().copy()
    draw = ImageDraw.Draw(picture)
    letters = ImageFont.load_default()
    if kind == "scan-specks":
        for _ in range(60):
            x, y = noise.randrange(SCAN[0]), noise.randrange(SCAN[1])
            draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=INK)
    elif kind == "scan-edge":
        draw.rectangle((0, 0, 12, SCAN[1]), fill=INK)
    elif kind == "scan-through":
        other = Image.new("L", SCAN, 0)
        for line in range(30):
            other.paste(word("The other side of this sheet", letters), (100, 100 + 40 * line))
        other = other.transpose(Image.Transpose.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(2))
        picture.paste(picture.point([max(0, shade - 40) for shade in range(256)]), mask=other)
    elif kind == "scan-number":
        picture.paste(INK, (560, 1560), word("7", letters))
    elif kind == "scan-pencil":
        picture.paste(PAPER - 90, (300, 800), word("Paid in May", letters))
    return picture


def word(text: str, letters: "Any") -> Image.Image:
    """Draws letters 28 pixels high, 10 points of a scan."""
    mask = Image.new("L", (6 * len(text) + 2, 12), 0)
    ImageDraw.Draw(mask).text((0, 0), text, fill=255, font=letters)
    return mask.resize((mask.width * 3, mask.height * 3))


def image(data: bytes) -> "Any":
    entries = {"Type": Name.XObject, "Subtype": Name.Image, "Width": SCAN[0], "Height": SCAN[1], "BitsPerComponent": 8}
    stream = Stream(pdf, data)
    for key, value in {**entries, "ColorSpace": Name.DeviceGray, "Filter": Name.DCTDecode}.items():
        stream["/" + key] = value
    return pdf.make_indirect(stream)


def picture_of(kind: str) -> bytes:
    if kind == "broken":
        return b"no picture"
    stored = io.BytesIO()
    scan(kind).save(stored, "JPEG", quality=60)
    return stored.getvalue()


def annotation_of(kind: str, number: int) -> "Any":
    rectangle = Array([50, 500, 200, 520])
    if kind == "link":
        action = Dictionary(S=Name.URI, URI=String("https://example.org/"))
        return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=rectangle, Border=Array([0, 0, 0]), A=action))
    flags = 2 if kind == "hidden-field" else 4
    values: dict[str, Any] = {"FT": Name.Tx, "T": String("field %d" % number), "DA": String("/F 10 Tf 0 g"), "F": flags}
    return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=rectangle, **values))


fields: "list[Any]" = []
for index, kind in enumerate(sys.argv[2:]):
    width = 401 + index
    resources = Dictionary(Font=Dictionary(F=font))
    content = TEXTS.get(kind)
    if content is None:
        resources.XObject = Dictionary(I=image(picture_of(kind)))
        content = "q %d 0 0 %d 0 0 cm /I Do Q" % (width, HEIGHT)
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, width, HEIGHT]), Resources=resources, Contents=Stream(pdf, content.encode()))
    if kind in {"link", "field", "hidden-field"}:
        page.Annots = Array([annotation_of(kind, index)])
        fields.extend(page.Annots if kind != "link" else [])
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
if fields:
    pdf.Root.AcroForm = Dictionary(Fields=Array(fields), DR=Dictionary(Font=Dictionary(F=font)))
with pdf.open_outline() as outline:
    outline.root.extend(pikepdf.OutlineItem("Page %d" % (index + 1), index) for index in range(len(pdf.pages)))
pdf.save(sys.argv[1])
