from collections.abc import Callable
from typing import Any

FAKE_HOST: str
FAKE_PROTOCOL: str

class Page:
    def settings(self) -> Any: ...
    def convert_html_file(
        self, path: str, page_layout: object, settle_time: float = 0, wait_for_title: str | None = None
    ) -> None: ...
    def runJavaScript(self, source: str, *arguments: Any) -> None: ...
    def print_to_pdf(self) -> None: ...

class Container:
    # An lxml element; calibre has lxml of its own.
    def parsed(self, name: str) -> Any: ...

Renderer: type[Page]
add_cover: Callable[..., None]
add_maths_script: Callable[[Container], dict[str, bool]]

def XHTML(name: str) -> str: ...
