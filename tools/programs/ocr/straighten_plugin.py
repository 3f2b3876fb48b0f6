"""A plug-in of ocrmypdf: straightens pages without adding text (option deskew without ocr). ocrmypdf 14 itself measures no angle if
recognition is disabled."""

from ocrmypdf import hookimpl
from ocrmypdf.builtin_plugins.tesseract_ocr import TesseractOcrEngine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


class WithoutText(TesseractOcrEngine):
    @staticmethod
    def generate_pdf(input_file: "Path", output_pdf: "Path", output_text: "Path", options: object) -> None:  # noqa: ARG004 - ocrmypdf passes arguments by their names
        # A page without recognised text leaves empty files.
        output_pdf.write_bytes(b"")
        output_text.write_text("")


@hookimpl
def get_ocr_engine() -> WithoutText:
    return WithoutText()
