"""Makes a PDF of pages with barcodes by reportlab: OUTPUT PAGE... Pages are 401, 402, ... points wide. A page is its codes, joined by "|":
KIND:CONTENT, in which KIND is one of reportlab's (QR, Code128, Standard39, EAN13), or text for plain text."""

import sys

from reportlab.graphics.barcode import createBarcodeDrawing
from reportlab.pdfgen.canvas import Canvas

HEIGHT = 600

output, *pages = sys.argv[1:]
canvas = Canvas(output)
for number, page in enumerate(pages, start=1):
    canvas.setPageSize((400 + number, HEIGHT))
    for place, item in enumerate(page.split("|")):
        kind, content = item.split(":", 1)
        top = HEIGHT - 150 - 150 * place
        if kind == "text":
            canvas.drawString(50, top, content)
        elif kind == "QR":
            createBarcodeDrawing(kind, value=content, width=100, height=100).drawOn(canvas, 50, top)
        elif kind == "EAN13":
            createBarcodeDrawing(kind, value=content).drawOn(canvas, 50, top)
        else:
            createBarcodeDrawing(kind, value=content, barHeight=40).drawOn(canvas, 50, top)
    canvas.showPage()
canvas.save()
