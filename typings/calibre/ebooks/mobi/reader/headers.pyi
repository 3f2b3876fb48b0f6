class BookHeader:
    ncxidx: int
    codec: str
