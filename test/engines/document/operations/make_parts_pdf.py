"""Makes a PDF with scripts, attached files, comments and metadata in every place that has some; its path is the argument.

Each secret has a word: SCRIPT, FILE, COMMENT, META; what is to stay has STAYS.
"""

import io
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

pdf = Pdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))


def script(text: str, **more: "Any") -> Dictionary:
    return Dictionary(S=Name.JavaScript, JS=String("SCRIPT " + text), **more)


def metadata(text: str) -> pikepdf.Object:
    stream = pdf.make_stream(b"<x>META " + text.encode() + b"</x>")
    stream["/Type"], stream["/Subtype"] = Name.Metadata, Name.XML
    return stream


def file(text: str) -> pikepdf.Object:
    stream = pdf.make_stream(b"FILE " + text.encode())
    stream["/Type"] = Name.EmbeddedFile
    stream["/Params"] = Dictionary(CreationDate=String("D:20010203040506Z META"))
    return pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String(text), UF=String(text), EF=Dictionary(F=stream)))


def annotation(subtype: str, **more: "Any") -> pikepdf.Object:
    values = Dictionary(Type=Name.Annot, Subtype=Name("/" + subtype), Rect=Array([50, 50, 150, 80]), F=4, **more)
    return pdf.make_indirect(values)


def photo() -> pikepdf.Object:
    picture, data = Image.new("RGB", (16, 16), "red"), io.BytesIO()
    exif = Image.Exif()
    exif[0x013B] = "META artist"
    picture.save(data, "JPEG", exif=exif, comment=b"META comment")
    stream = pdf.make_stream(data.getvalue())
    for key, value in {"Type": Name.XObject, "Subtype": Name.Image, "Width": 16, "Height": 16, "BitsPerComponent": 8}.items():
        stream["/" + key] = value
    stream["/ColorSpace"], stream["/Filter"], stream["/Metadata"] = Name.DeviceRGB, Name.DCTDecode, metadata("of a picture")
    return stream


content = pdf.make_stream(b"/P <</MCID 0>> BDC BT /F 20 Tf 50 300 Td (STAYS) Tj ET EMC q 99 0 0 99 200 200 cm /I Do Q")
page = pdf.make_indirect(
    Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, 400, 400]),
        Contents=content,
        Resources=Dictionary(Font=Dictionary(F=font), XObject=Dictionary(I=photo())),
        StructParents=0,
        AA=Dictionary(O=script("of a page")),
        AF=Array([file("page.txt")]),
        Metadata=metadata("of a page"),
        PieceInfo=Dictionary(App=Dictionary(Private=String("META private"))),
        LastModified=String("D:20010203040506Z META"),
    )
)
pdf.pages.append(pikepdf.Page(page))
goto = Dictionary(S=Name.GoTo, D=Array([page, Name.Fit]))
look = pdf.make_stream(b"1 0 0 rg 0 0 100 30 re f")
look["/Type"], look["/Subtype"], look["/BBox"] = Name.XObject, Name.Form, Array([0, 0, 100, 30])
field = annotation(
    "Widget", FT=Name.Tx, T=String("STAYS field"), V=String("STAYS value"), DA=String("/F 10 Tf 0 g"), A=script("of a field")
)
field["/AA"] = Dictionary(K=script("of a key"), F=pdf.make_indirect(script("of a format", Next=script("after it"))))
link = annotation("Link", A=script("before a jump", Next=Array([script("again"), goto])), Border=Array([0, 0, 0]))
web = annotation("Link", A=Dictionary(S=Name.URI, URI=String("javascript:SCRIPT")))
note = annotation("Text", Contents=String("COMMENT text"), T=String("META author"), M=String("D:20010203040506Z META"))
note["/Popup"] = annotation("Popup", Parent=note)
answer = annotation("Text", Contents=String("COMMENT answer"), IRT=note, AP=Dictionary(N=look))
answer["/Rect"] = Array([300, 50, 390, 80])
attached = annotation("FileAttachment", FS=file("note.txt"), Contents=String("COMMENT of a file"))
page["/Annots"] = Array([field, link, web, note, note["/Popup"], answer, attached])

tags = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
told = Array([0, Dictionary(Type=Name.OBJR, Obj=note, Pg=page)])
element = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=tags, K=told, Pg=page))
tags["/K"], tags["/ParentTree"] = Array([element]), pdf.make_indirect(Dictionary(Nums=Array([0, Array([element])])))

root = pdf.Root
root["/StructTreeRoot"], root["/MarkInfo"] = tags, Dictionary(Marked=True)
root["/AcroForm"] = Dictionary(Fields=Array([field]), DR=Dictionary(Font=Dictionary(F=font)))
root["/AcroForm"]["/XFA"] = pdf.make_stream(b"<xdp><script>SCRIPT of a form</script></xdp>")
root["/OpenAction"] = script("at the start")
root["/AA"] = Dictionary(WC=script("at the end"))
root["/Metadata"] = metadata("of the document")
root["/AF"] = Array([file("document.txt")])
names = pdf.make_indirect(Dictionary(Names=Array([String("n"), script("of the document")])))
files = pdf.make_indirect(Dictionary(Names=Array([String("attached.txt"), file("attached.txt")])))
root["/Names"] = Dictionary(JavaScript=names, EmbeddedFiles=files)
with pdf.open_outline() as outline:
    outline.root.append(pikepdf.OutlineItem("STAYS bookmark", 0))
pdf.docinfo["/Title"] = "META title"
pdf.docinfo["/Author"] = "META author"
pdf.save(sys.argv[1], compress_streams=False, fix_metadata_version=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
