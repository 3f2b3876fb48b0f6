from collections.abc import Iterator

from pdfminer.pdfdocument import PDFDocument

class PDFPage:
    mediabox: tuple[float, float, float, float]
    rotate: int
    @classmethod
    def create_pages(cls, document: PDFDocument) -> Iterator[PDFPage]: ...
