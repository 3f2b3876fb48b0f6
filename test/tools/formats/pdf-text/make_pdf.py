"""Makes one small PDF from the JSON description on standard input; its path is the argument.

{"pages": [{"text": [[x, y, size, font, string]], "links": [[x, y, width, height, url]],
            "pictures": [[x, y, width, height, pixels]], "rules": [[x0, y0, x1, y1]],
            "diagonal": string, "behind": string}]}

Places are points from the top left corner of an A4 page, y that of the baseline. Fonts: regular, bold, italic, serif, fixed. A diagonal
string goes up over the page in large letters, as a watermark does; `behind` comes before all other text.
"""

import json
import sys
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

WIDTH, HEIGHT = 595, 842
FONTS = {"regular": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique", "serif": "Times-Roman", "fixed": "Courier"}


def stream(head: bytes, data: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (head, len(data), data)


def escaped(text: str) -> bytes:
    data = text.encode("cp1252")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def watermark(text: str) -> bytes:
    return b"BT /regular 60 Tf 0.7071 0.7071 -0.7071 0.7071 150 350 Tm (%s) Tj ET" % escaped(text)


def make(description: "dict[str, Any]") -> "list[bytes]":
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]

    def add(data: bytes) -> int:
        objects.append(data)
        return len(objects)

    fonts = {
        name: add(b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % base.encode())
        for name, base in FONTS.items()
    }
    font_entries = b" ".join(b"/%s %d 0 R" % (name.encode(), number) for name, number in fonts.items())
    kids: list[int] = []
    for page in description["pages"]:
        content: list[bytes] = []
        if "behind" in page:
            content.append(watermark(page["behind"]))
        for x, y, size, font, text in page.get("text", []):
            place = b"1 0 0 1 %g %g Tm" % (x, HEIGHT - y)
            content.append(b"BT /%s %g Tf %s (%s) Tj ET" % (font.encode(), size, place, escaped(text)))
        for x0, y0, x1, y1 in page.get("rules", []):
            content.append(b"0.5 w %g %g m %g %g l S" % (x0, HEIGHT - y0, x1, HEIGHT - y1))
        if "diagonal" in page:
            content.append(watermark(page["diagonal"]))
        pictures = b""
        for index, (x, y, width, height, pixels) in enumerate(page.get("pictures", [])):
            head = b"/Type /XObject /Subtype /Image /Width %d /Height %d" % (pixels, pixels)
            head += b" /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode"
            image = add(stream(head, zlib.compress(b"\xff\x00\x00" * pixels * pixels)))
            pictures += b"/I%d %d 0 R " % (index, image)
            content.append(b"q %g 0 0 %g %g %g cm /I%d Do Q" % (width, height, x, HEIGHT - y - height, index))
        annotations = b""
        for x, y, width, height, url in page.get("links", []):
            box = b"%g %g %g %g" % (x, HEIGHT - y - height, x + width, HEIGHT - y)
            action = b"<< /S /URI /URI (%s) >>" % escaped(url)
            number = add(b"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [%s] /A %s >>" % (box, action))
            annotations += b"%d 0 R " % number
        contents = add(stream(b"", b"\n".join(content)))
        resources = b"<< /Font << %s >> /XObject << %s >> >>" % (font_entries, pictures)
        media = b"/MediaBox [0 0 %d %d]" % (WIDTH, HEIGHT)
        page_object = b"<< /Type /Page /Parent 2 0 R %s /Resources %s /Contents %d 0 R /Annots [%s] >>"
        kids.append(add(page_object % (media, resources, contents, annotations)))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    return objects


def write(objects: "Sequence[bytes]", path: str) -> None:
    data = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        data += b"%010d 00000 n \n" % place
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    with open(path, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    write(make(json.load(sys.stdin)), sys.argv[1])
