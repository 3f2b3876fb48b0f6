from typing import IO

from calibre.ebooks.mobi.reader.headers import BookHeader
from calibre.utils.logging import DevNull

class MobiReader:
    # Each with what its header says.
    sections: list[tuple[bytes, tuple[int, int, int]]]
    book_header: BookHeader
    mobi_html: bytes
    def __init__(self, stream: IO[bytes], log: DevNull) -> None: ...
    def extract_text(self) -> list[int]: ...
