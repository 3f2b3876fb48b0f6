"""Makes PDFs with the name Ada Lovelace in all places: make_redact_pdf.py pages|document|pictures|hidden|revision|boxed
RESULT."""

import io
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, String
from PIL import Image, ImageDraw, ImageFont

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "Ada Lovelace"
FONT = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
BOX = b"q 0 g 40 150 220 40 re f Q"


def add_page(pdf: pikepdf.Pdf, content: bytes, **resources: "Any") -> Dictionary:
    pdf.add_blank_page(page_size=(300, 200))
    page = pdf.pages[-1].obj
    page["/Resources"] = Dictionary(Font=Dictionary(F=FONT), **resources)
    page["/Contents"] = pdf.make_stream(content)
    return page


def picture(text: str, mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (600, 400), (255, 255, 255))
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 40)
    draw = ImageDraw.Draw(image)
    draw.text((60, 60), text, fill=(0, 0, 0), font=font)
    draw.text((60, 260), "Charles Babbage", fill=(0, 0, 0), font=font)
    return image.convert(mode)


def jpeg(pdf: pikepdf.Pdf, image: Image.Image) -> pikepdf.Stream:
    data = io.BytesIO()
    image.save(data, "JPEG", quality=95)
    stream = pdf.make_stream(data.getvalue())
    values = {"Type": Name.XObject, "Subtype": Name.Image, "Width": 600, "Height": 400, "BitsPerComponent": 8}
    for key, value in {**values, "ColorSpace": Name.DeviceRGB, "Filter": Name.DCTDecode}.items():
        stream[f"/{key}"] = value
    return stream


def form(pdf: pikepdf.Pdf, content: bytes) -> pikepdf.Stream:
    stream = pdf.make_stream(content)
    stream["/Type"], stream["/Subtype"], stream["/BBox"] = Name.XObject, Name.Form, Array([0, 0, 300, 200])
    stream["/Resources"] = Dictionary(Font=Dictionary(F=FONT))
    return stream


def pages() -> pikepdf.Pdf:
    """A page for each way to write the name; the other words stay."""
    pdf = pikepdf.Pdf.new()
    add_page(pdf, b"BT /F 20 Tf 40 160 Td [(kern A) 40 (d) -30 (a Lo) 80 (ve) -60 (lace stays1)] TJ ET")
    add_page(pdf, b"q 1 0 0 1 0 0 cm /X Do Q", XObject=Dictionary(X=form(pdf, b"BT /F 20 Tf 40 160 Td (form Ada Lovelace stays2) Tj ET")))
    add_page(pdf, b"BT 0 1 -1 0 200 20 Tm /F 20 Tf (turn Ada Lovelace) Tj ET BT /F 20 Tf 20 20 Td (stays3) Tj ET")["/Rotate"] = 90
    # The letters f and i are one glyph.
    add_page(pdf, b"BT /F 20 Tf 40 160 Td (lig Grif\\256n stays4) Tj ET")["/Resources"]["/Font"]["/F"] = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Dictionary(Differences=Array([174, Name.fi]))
    )
    add_page(pdf, b"BT /F 20 Tf 22 TL 40 160 Td (break Ada Love-) Tj T* (lace stays5) Tj ET")
    marked = b"/Span <</ActualText (Ada Lovelace)>> BDC BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj ET EMC BT /F 20 Tf 40 100 Td (stays6) Tj ET"
    add_page(pdf, marked)
    add_page(
        pdf, b"q 300 0 0 200 0 0 cm /I Do Q BT 3 Tr /F 22 Tf 30 153 Td (Ada Lovelace) Tj ET", XObject=Dictionary(I=jpeg(pdf, picture(NAME)))
    )
    type3 = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 1000, 1000]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        FirstChar=65,
        LastChar=65,
        Widths=Array([1000]),
        Encoding=Dictionary(Differences=Array([65, Name.A])),
        CharProcs=Dictionary(A=pdf.make_stream(b"1000 0 d0 0 0 800 800 re f")),
        ToUnicode=pdf.make_stream(b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <004100640061> endbfchar"),
    )
    add_page(pdf, b"BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj /T 20 Tf (A) Tj ET")["/Resources"]["/Font"]["/T"] = pdf.make_indirect(type3)
    add_page(pdf, b"BT /F 20 Tf -200 500 Td (Ada Lovelace) Tj ET BT /F 20 Tf 40 100 Td (stays9) Tj ET")
    return pdf


def document() -> pikepdf.Pdf:
    """The name in everything but the content of pages."""
    pdf = pikepdf.Pdf.new()
    page = add_page(pdf, b"/P <</MCID 0>> BDC BT /F 20 Tf 40 160 Td (Charles Babbage) Tj ET EMC")
    page["/StructParents"] = 0
    link = Dictionary(S=Name.URI, URI=String("mailto:Ada%20Lovelace <Ada Lovelace>"))
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([10, 10, 30, 30]), Contents=String(f"by {NAME}")))
    popup = pdf.make_indirect(
        Dictionary(Type=Name.Annot, Subtype=Name.Popup, Rect=Array([50, 10, 90, 30]), Parent=note, Contents=String(NAME))
    )
    note["/Popup"] = popup
    look = form(pdf, b"BT /F 8 Tf 2 2 Td (Ada Lovelace) Tj ET")
    free = Dictionary(Type=Name.Annot, Subtype=Name.FreeText, Rect=Array([100, 10, 190, 30]), AP=Dictionary(N=look), DA=String("/F 8 Tf"))
    field = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=String("name"),
            V=String(NAME),
            DV=String(NAME),
            F=4,
            Rect=Array([200, 10, 290, 30]),
            AP=Dictionary(N=look),
            DA=String("/F 8 Tf"),
        )
    )
    other = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=String("other"),
            V=String("kept value"),
            F=4,
            Rect=Array([200, 50, 290, 70]),
            DA=String("/F 8 Tf"),
        )
    )
    kept = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([10, 50, 30, 70]), Contents=String("kept note"))
    address = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([10, 100, 90, 110]), A=link)
    page["/Annots"] = Array([note, popup, pdf.make_indirect(free), field, other, pdf.make_indirect(kept), pdf.make_indirect(address)])
    root = pdf.Root
    root["/AcroForm"] = Dictionary(Fields=Array([field, other]), DR=Dictionary(Font=Dictionary(F=FONT)), XFA=pdf.make_stream(NAME.encode()))
    file = pdf.make_stream(NAME.encode())
    file["/Type"] = Name.EmbeddedFile
    attached = Dictionary(Type=Name.Filespec, F=String(f"{NAME}.txt"), UF=String(f"{NAME}.txt"), EF=Dictionary(F=file))
    script = Dictionary(S=Name.JavaScript, JS=String(f"app.alert('{NAME}')"))
    target = Array([page, Name.Fit])
    root["/Names"] = Dictionary(
        EmbeddedFiles=Dictionary(Names=Array([String(NAME), attached])),
        JavaScript=Dictionary(Names=Array([String("a"), script])),
        Dests=Dictionary(Names=Array([String(NAME), target])),
    )
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(f"Letter of {NAME}", 0))
        outline.root.append(pikepdf.OutlineItem("kept bookmark", 0))
    root["/PageLabels"] = Dictionary(Nums=Array([0, Dictionary(P=String(NAME))]))
    tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    element = Dictionary(Type=Name.StructElem, S=Name.P, P=tree, Pg=page, K=0, ActualText=String(NAME), Alt=String(f"a letter by {NAME}"))
    tree["/K"] = pdf.make_indirect(element)
    tree["/ParentTree"] = Dictionary(Nums=Array([0, Array([tree["/K"]])]))
    root["/StructTreeRoot"], root["/MarkInfo"] = tree, Dictionary(Marked=True)
    root["/Metadata"] = pdf.make_stream(b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Ada Lovelace --></x:xmpmeta>')
    pdf.docinfo["/Author"] = NAME
    page["/PieceInfo"] = Dictionary(Made=Dictionary(Private=String(NAME)))
    page["/Thumb"] = jpeg(pdf, picture(NAME))
    page["/Resources"]["/XObject"] = Dictionary(Unused=form(pdf, b"BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj ET"))
    return pdf


def pictures() -> pikepdf.Pdf:
    """The name in pictures alone: one that two pages show, lines of vectors, and redaction annotations."""
    pdf = pikepdf.Pdf.new()
    shared = jpeg(pdf, picture(NAME))
    add_page(pdf, b"q 300 0 0 200 0 0 cm /I Do Q", XObject=Dictionary(I=shared))
    add_page(pdf, b"q 300 0 0 200 0 0 cm /I Do Q", XObject=Dictionary(I=shared))
    pixels = picture(NAME, "L").resize((150, 100)).tobytes().hex().encode()
    add_page(pdf, b"q 300 0 0 200 0 0 cm BI /W 150 /H 100 /BPC 8 /CS /G /F /AHx ID " + pixels + b"> EI Q")
    add_page(pdf, b"0 0 1 rg 40 150 220 40 re f 1 0 0 RG 4 w 50 160 m 250 180 l S BT 0 g /F 20 Tf 40 60 Td (line stays) Tj ET")
    page = add_page(pdf, b"BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj 0 -100 Td (mark stays) Tj ET")
    page["/Annots"] = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Redact, Rect=Array([35, 150, 200, 185])))])
    return pdf


def hidden() -> pikepdf.Pdf:
    """The name in layers that are off, in marked content and in a form, and outside of a clipping path."""
    pdf = pikepdf.Pdf.new()
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Layer")))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    drawn = form(pdf, b"BT /F 20 Tf 40 60 Td (Ada Lovelace) Tj ET")
    drawn["/OC"] = layer
    add_page(
        pdf,
        b"/OC /L BDC BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj ET EMC /X Do BT /F 20 Tf 40 100 Td (Charles Babbage) Tj ET "
        b"q 500 500 10 10 re W n BT /F 20 Tf 40 20 Td (Ada Lovelace) Tj ET Q",
        Properties=Dictionary(L=layer),
        XObject=Dictionary(X=drawn),
    )
    return pdf


def add_revision(data: bytes, number: int) -> bytes:
    """Appends an incremental update that replaces a stream, so that the old one is in the file and nowhere shown."""
    body = b"%d 0 obj\n<< /Length 2 >>\nstream\nq \nendstream\nendobj\n" % number
    at, before = len(data), int(data[data.rindex(b"startxref") + 9 :].split()[0])
    trailer = data[data.rindex(b"trailer") + 7 : data.rindex(b"startxref")].strip()
    kept = trailer[:-2] + b" /Prev %d >>" % before
    xref = b"xref\n%d 1\n%010d 00000 n \ntrailer %s\nstartxref\n%d\n%%%%EOF\n" % (number, at, kept, at + len(body))
    return data + body + xref


def main(what: str, result: str) -> None:
    made = {"document": document, "pages": pages, "pictures": pictures, "hidden": hidden}.get(what)
    if made is not None:
        made().save(result)
        return
    pdf = pikepdf.Pdf.new()
    page = add_page(pdf, b"BT /F 20 Tf 40 160 Td (Ada Lovelace) Tj ET")
    if what == "boxed":
        page["/Contents"] = Array([page["/Contents"], pdf.make_stream(BOX)])
    data = io.BytesIO()
    pdf.save(data, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    with open(result, "wb") as file:
        if what == "revision":
            with pikepdf.open(io.BytesIO(data.getvalue())) as saved:
                number = saved.pages[0].obj["/Contents"].objgen[0]
            file.write(add_revision(data.getvalue(), number))
        else:
            file.write(data.getvalue())


main(*sys.argv[1:])
