from typing import Any

class ExtendedTags:
    @classmethod
    def from_text(cls, text: str) -> Any: ...
