from collections.abc import Callable, Sequence
from typing import Any

class _Element:
    parent: _Element | None
    def get_all(self, predicate: Callable[[object], bool]) -> Sequence[Any]: ...

class Main(_Element): ...

class Text(_Element):
    text: str

class Span(_Element):
    attrs: dict[str, str]

class TextStyle:
    attrs: dict[str, str]

class TextBlock(_Element):
    textSettings: dict[str, str]
    textStyle: TextStyle

class Book:
    delegates: list[_Element]
    rationalize_font_sizes: Callable[..., None]
