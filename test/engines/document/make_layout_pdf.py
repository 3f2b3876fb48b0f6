"""Makes a PDF of content streams: python3 make_layout_pdf.py OUT.pdf < pages.json. F1: Helvetica, F2: Times, F3: Helvetica bold; Im: a picture
whose left half is transparent."""

import json
import sys

import pikepdf


def main(path: str) -> None:
    pdf = pikepdf.Pdf.new()
    names = {"/F1": "/Helvetica", "/F2": "/Times-Roman", "/F3": "/Helvetica-Bold"}
    fonts = {
        key: pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name(name), Encoding=pikepdf.Name.WinAnsiEncoding
            )
        )
        for key, name in names.items()
    }
    square = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Image, "Width": 8, "Height": 8, "BitsPerComponent": 8}
    mask = pikepdf.Stream(pdf, bytes([0, 0, 0, 0, 255, 255, 255, 255]) * 8, ColorSpace=pikepdf.Name.DeviceGray, **square)
    image = pikepdf.Stream(pdf, b"\x20\x80\x20" * 64, ColorSpace=pikepdf.Name.DeviceRGB, SMask=pdf.make_indirect(mask), **square)
    for content in json.load(sys.stdin):
        page = pdf.add_blank_page(page_size=(595, 842))
        page.obj.Resources = pikepdf.Dictionary(
            Font=pikepdf.Dictionary(fonts), XObject=pikepdf.Dictionary({"/Im": pdf.make_indirect(image)})
        )
        page.obj.Contents = pdf.make_stream(content.encode("cp1252"))
    pdf.save(path)


main(sys.argv[1])
