from pdfminer.pdfparser import PDFParser

class PDFDocument:
    def __init__(self, parser: PDFParser) -> None: ...
