"""Makes the PDF that every option has something to do with; its path is the argument.

A document of pages of three sizes, each with a word near its upper left and its lower right corner (NW1, SE1), a red
rectangle, a photo as JPEG and one without loss; with bookmarks, a link, a text field, a comment, a script, an attached file
and tags. The last page has all of it too, and white over it. Given "other", one page
with the words NW9 and SE9 alone.
"""

import io
import math
import random
import sys
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

PIXELS = 200
SIZES = [(595, 842), (792, 612), (420, 595), (595, 842), (595, 842)]
BLANK = 5

is_other = "other" in sys.argv[2:]
pdf = Pdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))


def photo() -> Image.Image:
    noise = random.Random(1)

    def wave(x: int, y: int, c: int) -> int:
        return int(127 + 90 * math.sin((x * (c + 1) + 2 * y) / 10) + noise.randrange(-20, 21))

    return Image.frombytes("RGB", (PIXELS, PIXELS), bytes(wave(x, y, c) for y in range(PIXELS) for x in range(PIXELS) for c in range(3)))


def image(data: bytes, filter_name: Name) -> "Any":
    stream = Stream(pdf, data)
    values = {"Type": Name.XObject, "Subtype": Name.Image, "Width": PIXELS, "Height": PIXELS, "BitsPerComponent": 8}
    for key, value in {**values, "ColorSpace": Name.DeviceRGB, "Filter": filter_name}.items():
        stream["/" + key] = value
    return pdf.make_indirect(stream)


def page(number: int, width: float, height: float, images: "Mapping[str, Any]") -> "Any":
    def word(x: float, y: float, text: str) -> str:
        return "BT /F 14 Tf %g %g Td (%s) Tj ET\n" % (x, y, text)

    content = "/P << /MCID 0 >> BDC " + word(20, height - 40, "NW%d" % number) + "EMC " + word(width - 60, 30, "SE%d" % number)
    if images:
        content += "1 0 0 rg %g %g 90 40 re f\n" % (width / 4 - 45, height / 4)
        content += "q 48 0 0 48 %g %g cm /I1 Do Q q 48 0 0 48 %g %g cm /I2 Do Q\n" % (width / 4, height * 0.7, width * 0.7, height * 0.7)
    if number == BLANK:
        content += "1 g 0 0 %g %g re f\n" % (width, height)
    resources = Dictionary(Font=Dictionary(F=font), XObject=Dictionary({"/" + name: value for name, value in images.items()}))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, width, height]),
            ArtBox=Array([8, 8, width - 8, height - 8]),
            Contents=Stream(pdf, content.encode()),
            Resources=resources,
            StructParents=number,
        )
    )


def add_parts(pages: "Sequence[Any]") -> None:
    def annotation(**values: "Any") -> "Any":
        return pdf.make_indirect(Dictionary(Type=Name.Annot, Rect=Array([100, 100, 200, 120]), **values))

    link = annotation(Subtype=Name.Link, Dest=Array([pages[3], Name.Fit]), Border=Array([0, 0, 0]))
    field = annotation(Subtype=Name.Widget, FT=Name.Tx, T=String("name"), V=String("x"), DA=String("/F 10 Tf 1 g"), F=4)
    note = annotation(Subtype=Name.Text, Contents=String("pairs comment"), F=4)
    pages[0].Annots, pages[1].Annots, pages[2].Annots = Array([link]), Array([field]), Array([note])
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("pairs-script"))
    pdf.attachments["pairs.txt"] = pikepdf.AttachedFileSpec(pdf, b"pairs file", filename="pairs.txt")
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=Dictionary(Font=Dictionary(F=font)))
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    elements = [pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=root, K=0, Pg=page)) for page in pages]
    numbers = [value for index, element in enumerate(elements) for value in (index + 1, Array([element]))]
    root.K, root.ParentTree = Array(elements), pdf.make_indirect(Dictionary(Nums=Array(numbers)))
    pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = root, Dictionary(Marked=True)


if is_other:
    pages = [page(9, 595, 842, {})]
else:
    jpeg = io.BytesIO()
    photo().save(jpeg, "JPEG", quality=95)
    images = {
        "I1": image(jpeg.getvalue(), Name.DCTDecode),
        "I2": image(zlib.compress(photo().tobytes()), Name.FlateDecode),
    }
    pages = [page(index + 1, *size, images) for index, size in enumerate(SIZES)]
for each in pages:
    pdf.pages.append(pikepdf.Page(each))
if not is_other:
    add_parts(pages)
    with pdf.open_outline() as outline:
        outline.root.extend(pikepdf.OutlineItem("Page %d" % (index + 1), index) for index in range(len(pages)))
    pdf.docinfo["/Title"] = "Pairs"
pdf.save(sys.argv[1], force_version="1.6", compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
