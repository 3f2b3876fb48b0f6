from typing import BinaryIO

class PDFParser:
    def __init__(self, fp: BinaryIO) -> None: ...
