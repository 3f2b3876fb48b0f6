from typing import IO, Any

from calibre.utils.logging import DevNull

class LitContainer:
    def __init__(self, path: str, log: DevNull) -> None: ...
    def get_metadata(self) -> str: ...
    # Text of the pages in the reading order.
    def read(self, name: str) -> str: ...

class UnBinary:
    # Where the reading is.
    cpos: int
    def binary_to_text_inner(self, data: bytes, buffer: IO[bytes], stack: list[tuple[Any, ...]]) -> None: ...
