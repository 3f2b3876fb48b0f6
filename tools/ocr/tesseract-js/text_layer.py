"""Lays text behind pages of a PDF: text_layer.py INPUT OUTPUT LAYERS.

LAYERS is a JSON file: [{"page" (from 1), "layer" (path of a PDF of one page as large as the page is shown, or null)}].
Prints {"signed": true}, and writes nothing, for a PDF with a signature.
"""

import io
import json
import sys

import pikepdf
from pikepdf import Name, Rectangle


def is_signed(pdf: pikepdf.Pdf) -> bool:
    form = pdf.Root.get(Name.AcroForm)
    return form is not None and bool(int(form.get(Name.SigFlags, 0)) & 1)


def shown(page: pikepdf.Page) -> Rectangle:
    """The part of the page that poppler renders: what its crop box has of the page."""
    crop, media = Rectangle(page.cropbox), Rectangle(page.mediabox)
    left, right = max(crop.llx, media.llx), min(crop.urx, media.urx)
    bottom, top = max(crop.lly, media.lly), min(crop.ury, media.ury)
    return Rectangle(left, bottom, right, top) if left < right and bottom < top else media


def main(source: str, output: str, plan: str) -> None:
    with open(plan, encoding="utf-8") as file:
        entries = json.load(file)
    layers: list[pikepdf.Pdf] = []
    with pikepdf.open(source) as pdf:
        if is_signed(pdf):
            print(json.dumps({"signed": True}))
            return
        for entry in entries:
            page = pdf.pages[entry["page"] - 1]
            if entry["layer"] is not None:
                with open(entry["layer"], "rb") as file:
                    layer = pikepdf.open(io.BytesIO(file.read()))
                # Stays open until the result is written, which reads from it.
                layers.append(layer)
                page.add_underlay(layer.pages[0], shown(page))
        pdf.save(output)
    print(json.dumps({"signed": False}))


main(*sys.argv[1:])
