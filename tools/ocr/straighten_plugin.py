"""A plug-in of ocrmypdf: pages are straightened and get no text (option deskew without ocr). ocrmypdf 14 itself measures no
angle once it is told to recognise nothing."""

from ocrmypdf import hookimpl
from ocrmypdf.builtin_plugins.tesseract_ocr import TesseractOcrEngine


class WithoutText(TesseractOcrEngine):
    @staticmethod
    def generate_pdf(input_file, output_pdf, output_text, options):  # noqa: ARG004 - ocrmypdf passes arguments by their names
        # Empty files are what a page without recognised text leaves.
        output_pdf.write_bytes(b"")
        output_text.write_text("")


@hookimpl
def get_ocr_engine():
    return WithoutText()
