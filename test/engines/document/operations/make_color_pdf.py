"""Makes a PDF of the parts that the JSON on standard input asks for; its path is the argument.

{"pages": number, "image": kinds of images, "dpi": theirs, "pixels": of a side, "rich": with all that is lost by writing anew}
"""

import functools
import io
import json
import math
import random
import sys
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

wanted = json.load(sys.stdin)
pdf = Pdf.new()
pixels = wanted.get("pixels", 300)
side = pixels * 72 / wanted.get("dpi", 300)


@functools.cache
def photo(components: int) -> bytes:
    """Smooth waves with some noise: what an encoder takes for a photo."""
    waves = [127 + 100 * math.sin(at * 20 / pixels) for at in range((components + 2) * pixels)]
    noise = iter(random.Random(1).randbytes(pixels * pixels * components))
    return bytes(
        int(waves[x * (c + 1) + 2 * y] + next(noise) % 25 - 12) for y in range(pixels) for x in range(pixels) for c in range(components)
    )


def image(kind: str) -> "Any":
    names = {1: Name.DeviceGray, 3: Name.DeviceRGB, 4: Name.DeviceCMYK}
    head = {"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": pixels, "/Height": pixels, "/BitsPerComponent": 8}

    def raw(components: int, data: "bytes | None" = None, **more: "Any") -> "Any":
        data = photo(components) if data is None else data
        stream = Stream(pdf, zlib.compress(data))
        for key, value in {**head, "/ColorSpace": names.get(components), "/Filter": Name.FlateDecode, **more}.items():
            stream[key] = value
        return pdf.make_indirect(stream)

    def coded(components: int, form: str, **options: "Any") -> "Any":
        mode = {1: "L", 3: "RGB", 4: "CMYK"}[components]
        out = io.BytesIO()
        Image.frombytes(mode, (pixels, pixels), photo(components)).save(out, form, **options)
        stream = Stream(pdf, out.getvalue())
        filter_name = Name.DCTDecode if form == "JPEG" else Name.JPXDecode
        for key, value in {**head, "/ColorSpace": names[components], "/Filter": filter_name}.items():
            stream[key] = value
        if components == 4:
            stream.Decode = Array([1, 0] * 4)
        return pdf.make_indirect(stream)

    black_and_white = bytes([0b11110000]) * ((pixels + 7) // 8 * pixels)
    palette = bytes(value for index in range(256) for value in (index, 255 - index, 40))
    if kind == "rgb":
        return raw(3)
    if kind == "gray":
        return raw(1)
    if kind == "cmyk":
        return raw(4)
    if kind == "jpeg":
        return coded(3, "JPEG", quality=95)
    if kind == "cmykjpeg":
        return coded(4, "JPEG", quality=95)
    if kind == "jpx":
        return coded(3, "JPEG2000")
    if kind == "mono":
        return raw(1, black_and_white, **{"/BitsPerComponent": 1})
    if kind == "mask":
        stream = raw(1, black_and_white, **{"/BitsPerComponent": 1, "/ImageMask": True})
        del stream.ColorSpace
        return stream
    if kind == "indexed":
        space = Array([Name.Indexed, Name.DeviceRGB, 255, String(palette)])
        return raw(1, photo(1), **{"/ColorSpace": space})
    if kind == "lab":
        space = Array([Name.Lab, Dictionary(WhitePoint=Array([0.95, 1, 1.09]), Range=Array([-100, 100, -100, 100]))])
        return raw(3, None, **{"/ColorSpace": space})
    if kind == "rgb16":
        return raw(3, bytes(value for sample in photo(3) for value in (sample, 0)), **{"/BitsPerComponent": 16})
    if kind == "spot":
        function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 1, 0]), N=1)
        space = Array([Name.Separation, Name("/Signal Red"), Name.DeviceCMYK, function])
        return raw(1, None, **{"/ColorSpace": space})
    if kind == "keyed":
        return raw(3, None, **{"/Mask": Array([0, 110, 0, 255, 0, 255])})
    if kind == "masked":
        return raw(3, **{"/SMask": raw(1)})
    raise ValueError(kind)


font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
images = [image(kind) for kind in wanted.get("image", [])]
layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Layer")))

for number in range(1, wanted.get("pages", 1) + 1):
    content = b"0 0 0 rg BT /F 24 Tf 72 780 Td (Words of page %d) Tj ET 1 0 0 rg 300 700 100 40 re f\n" % number
    for index in range(len(images)):
        content += b"0 0.5 1 rg q %g 0 0 %g %g %g cm /I%d Do Q\n" % (side, side, 40 + index * 5, 60 + index * 5, index)
    if wanted.get("inline"):
        content += b"q 40 0 0 40 400 100 cm BI /W 2 /H 1 /BPC 8 /CS /RGB ID \xff\x00\x00\x00\x00\xff EI Q\n"
    resources = Dictionary(
        Font=Dictionary(F=font),
        XObject=Dictionary({"/I%d" % index: value for index, value in enumerate(images)}),
    )
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, 595, 842]),
        Resources=resources,
        Contents=Stream(pdf, wanted["content"].encode("latin1") if "content" in wanted else content),
    )
    if "rotate" in wanted:
        page.Rotate = wanted["rotate"]
    if "cropbox" in wanted:
        page.CropBox = Array(wanted["cropbox"])
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def add_rich() -> None:
    first, last = pdf.pages[0].obj, pdf.pages[-1].obj
    root = pdf.Root

    def annotation(subtype: str, **values: "Any") -> "Any":
        return pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name(subtype), Rect=Array([72, 690, 200, 720]), **values))

    field = annotation("/Widget", FT=Name.Tx, T=String("name"), V=String("Ada"), F=4, DA=String("/F 12 Tf 0 g"))
    signature = annotation("/Widget", FT=Name.Sig, T=String("signed"), V=Dictionary(Type=Name.Sig), F=4)
    uri = annotation("/Link", A=Dictionary(S=Name.URI, URI=String("https://example.com/")))
    inside = annotation("/Link", Dest=Array([last, Name.Fit]))
    note = annotation("/Text", Contents=String("a note"))
    first.Annots = Array([field, signature, uri, inside, note])
    root.AcroForm = Dictionary(
        Fields=Array([field, signature]), NeedAppearances=True, DA=String("/F 12 Tf 0 g"), DR=Dictionary(Font=Dictionary(F=font))
    )
    root.Lang = String("de-DE")
    root.MarkInfo = Dictionary(Marked=True)
    tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    tree.K = Array([pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=tree, K=0, Pg=first))])
    root.StructTreeRoot = tree
    profile = Stream(pdf, open("/usr/share/color/icc/ghostscript/srgb.icc", "rb").read())
    profile.N = 3
    root.OutputIntents = Array(
        [Dictionary(S=Name.GTS_PDFA1, OutputConditionIdentifier=String("sRGB"), DestOutputProfile=pdf.make_indirect(profile))]
    )
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r)]))
    root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    root.PageMode = Name.UseOutlines
    root.OpenAction = Array([last, Name.Fit])
    root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([layer])))
    root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), Dictionary(S=Name.JavaScript, JS=String("1"))])))
    places = pikepdf.NameTree.new(pdf)
    places["end"] = Array([last, Name.XYZ, 0, 700, None])
    root.Names.Dests = places.obj
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Chapter", 0))
    pdf.attachments["a.txt"] = pikepdf.AttachedFileSpec(pdf, b"attached", filename="a.txt")
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:rights"] = "All mine"
        metadata["pdfaid:part"] = "2"
    pdf.docinfo["/Title"], pdf.docinfo["/Author"] = "Rich", "Ada"
    pdf.docinfo["/Custom"], pdf.docinfo["/CreationDate"] = "kept", "D:20200101000000Z"


if wanted.get("rich"):
    add_rich()
pdf.save(
    sys.argv[1],
    force_version=wanted.get("version", "1.7"),
    object_stream_mode=pikepdf.ObjectStreamMode.generate if wanted.get("packed") else pikepdf.ObjectStreamMode.disable,
)
