"""A plug-in of ocrmypdf: keeps what tesseract read of each page, with its confidence, as NUMBER.tsv in the folder CONVERTD_READINGS.
Tesseract writes it besides the text (tsv.config)."""

import os
import shutil
from pathlib import Path

from ocrmypdf import hookimpl
from ocrmypdf.builtin_plugins.tesseract_ocr import TesseractOcrEngine

FOLDER = Path(os.environ["CONVERTD_READINGS"])


class KeepsReadings(TesseractOcrEngine):
    @staticmethod
    def generate_pdf(input_file: Path, output_pdf: Path, output_text: Path, options: object) -> None:
        TesseractOcrEngine.generate_pdf(input_file, output_pdf, output_text, options)
        reading = output_pdf.with_suffix(".tsv")
        # Files of a page begin with its number, of six digits.
        if reading.exists():
            shutil.move(reading, FOLDER / f"{int(output_pdf.name[:6])}.tsv")


@hookimpl
def get_ocr_engine() -> KeepsReadings:
    return KeepsReadings()
