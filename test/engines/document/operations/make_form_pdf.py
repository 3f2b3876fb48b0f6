"""Makes a PDF with a form that has fields of every kind; its path is the argument.

Page 1 is 400 by 800 points. Page 2 is turned by 90 degrees and cropped. Further arguments: "xfa" for an XFA copy of the fields,
"dynamic" for a form that is XFA alone, "asking" for a form that asks readers to draw it (/NeedAppearances).
"""

import sys

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

path, *variants = sys.argv[1:]
pdf = Pdf.new()
helvetica = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
first = pdf.add_blank_page(page_size=(400, 800)).obj
second = pdf.add_blank_page(page_size=(300, 200)).obj
second.Rotate, second.CropBox = 90, Array([50, 20, 300, 200])
for page in (first, second):
    page.Annots = Array([])


def widget(rect: "list[float]", page: "Any" = first, **values: "Any") -> "Any":
    made = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=Array(rect), F=4, **values))
    page.Annots.append(made)
    return made


def script(text: str) -> "Any":
    return Dictionary(S=Name.JavaScript, JS=String(text))


def field(name: str, kind: str, rect: "list[float]", page: "Any" = first, **values: "Any") -> "Any":
    return widget(rect, page, T=String(name), FT=Name(f"/{kind}"), **values)


def appearance(mark: bytes) -> "Any":
    return Stream(pdf, mark, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 20, 20]))


def states(name: str) -> "Any":
    return Dictionary(N=Dictionary({f"/{name}": appearance(b"0 0 1 rg 0 0 20 20 re f"), "/Off": appearance(b"")}))


def group(name: str, flags: int, kids: "list[Any]", **values: "Any") -> "Any":
    made = pdf.make_indirect(Dictionary(T=String(name), FT=Name.Btn, Ff=flags, Kids=Array(kids), **values))
    for kid in kids:
        kid.Parent = made
    return made


BORDER = {"MK": Dictionary(BC=[0, 0, 0], BG=[1, 1, 0.9])}
TWELVE = {"DA": String("/Helv 12 Tf 0 0 1 rg")}
street = field("street", "Tx", [20, 620, 380, 640], **BORDER)
address = pdf.make_indirect(Dictionary(T=String("address"), Kids=Array([street])))
street.Parent = address
total = field("total", "Tx", [200, 560, 380, 580], AA=Dictionary(C=script("event.value = 1")))
fields = [
    field("name", "Tx", [20, 760, 380, 780], TU=String("Full name"), DV=String("Nobody"), Ff=2, **BORDER, **TWELVE),
    field("notes", "Tx", [20, 700, 380, 750], Ff=1 << 12, **BORDER),
    field("code", "Tx", [20, 670, 180, 690], Ff=1 << 24, MaxLen=8, **BORDER, **TWELVE),
    field("middle", "Tx", [200, 670, 380, 690], Q=1, **BORDER, **TWELVE),
    field("end", "Tx", [20, 645, 380, 665], Q=2, **BORDER, **TWELVE),
    address,
    field("upwards", "Tx", [340, 300, 360, 400], MK=Dictionary(BC=[0, 0, 0], R=90), **TWELVE),
    field("born", "Tx", [20, 590, 180, 610], AA=Dictionary(F=script('AFDate_FormatEx("dd.mm.yyyy");')), **BORDER),
    field("secret", "Tx", [200, 590, 380, 610], Ff=1 << 13, V=String("hidden")),
    field("locked", "Tx", [20, 560, 180, 580], Ff=1, V=String("fixed"), **BORDER, **TWELVE),
    total,
    field("short", "Tx", [20, 530, 60, 550], MaxLen=20, **BORDER, **TWELVE),
    field("news", "Btn", [20, 500, 40, 520], AP=states("Ja"), AS=Name.Off),
    field("bare", "Btn", [60, 500, 80, 520], **BORDER),
    group("colour", 1 << 15, [widget([20, 470, 40, 490], AP=states("red"), AS=Name.Off), widget([60, 470, 80, 490], AP=states("green"))]),
    group("size", 1 << 15, [widget([20, 440, 40, 460], **BORDER), widget([60, 440, 80, 460], **BORDER)], Opt=Array(["small", "large"])),
    field("country", "Ch", [200, 500, 380, 520], Ff=1 << 17, Opt=Array([["de", "Germany"], ["fr", "France"]]), **BORDER, **TWELVE),
    field("city", "Ch", [200, 470, 380, 490], Ff=(1 << 17) | (1 << 18), Opt=Array(["Bonn", "Köln"]), **BORDER, **TWELVE),
    field("languages", "Ch", [200, 400, 320, 450], Ff=1 << 21, Opt=Array(["Arabic", "Hindi", "Chinese"]), **BORDER),
    field("push", "Btn", [20, 400, 80, 420], Ff=1 << 16, MK=Dictionary(CA=String("Go"), BC=[0, 0, 0])),
    field("signature", "Sig", [20, 360, 80, 380]),
    field("turned", "Tx", [100, 50, 200, 70], second, **BORDER, **TWELVE),
]
form = Dictionary(Fields=Array(fields), DR=Dictionary(Font=Dictionary(Helv=helvetica)), DA=String("/Helv 0 Tf 0 g"), CO=Array([total]))
if "dynamic" in variants:
    form, pdf.Root.NeedsRendering = Dictionary(Fields=Array([])), True
if "xfa" in variants or "dynamic" in variants:
    form.XFA = Stream(pdf, b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'/>")
if "asking" in variants:
    form.NeedAppearances = True
pdf.Root.AcroForm = form
pdf.save(path)
