class _Option:
    name: str

class _Recommendation:
    option: _Option

class PDFOutput:
    options: set[_Recommendation]
