from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdffont import PDFFont
from pdfminer.pdfinterp import PDFGraphicState

Matrix = tuple[float, float, float, float, float, float]

class LTChar:
    matrix: Matrix
    adv: float
    size: float
    bbox: tuple[float, float, float, float]
    def __init__(
        self,
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        text: str,
        textwidth: float,
        textdisp: float | tuple[float | None, float],
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> None: ...
