from pdfminer.pdfinterp import PDFResourceManager

class PDFTextDevice:
    def __init__(self, rsrcmgr: PDFResourceManager) -> None: ...
