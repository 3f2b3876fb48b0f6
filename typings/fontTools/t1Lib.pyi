from typing import Any

class T1Font:
    data: bytes
    encoding: str
    def parse(self) -> None: ...
    def __getitem__(self, key: str) -> Any: ...
