from calibre.ebooks.mobi.reader.headers import BookHeader
from calibre.ebooks.mobi.reader.mobi6 import MobiReader
from calibre.utils.logging import DevNull

class FlowInfo:
    dir: str | None

class Mobi8Reader:
    header: BookHeader
    kf8_sections: list[tuple[bytes, tuple[int, int, int]]]
    parts: list[bytes]
    flowinfo: list[FlowInfo]
    def __init__(self, mobi6_reader: MobiReader, log: DevNull) -> None: ...
    def read_indices(self) -> None: ...
    def build_parts(self) -> None: ...
