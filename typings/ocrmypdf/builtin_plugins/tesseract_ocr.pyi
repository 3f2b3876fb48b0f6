from pathlib import Path

class TesseractOcrEngine:
    @staticmethod
    def generate_pdf(input_file: Path, output_pdf: Path, output_text: Path, options: object) -> None: ...
