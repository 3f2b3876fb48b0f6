"""Changes to calibre's PDF output with Chromium.

- The book's scripts do not run. calibre's own scripts run in an isolated world, like those of browser extensions; only pages with
  MathML need a script in the page itself, which is then the only one allowed.
- calibre waits a second for each file after it has loaded. Here it waits until fonts and pictures have loaded, at most that second.
- There is a single profile, which Chromium needs if everything is in one process.
"""

from calibre.utils import webengine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from calibre.ebooks.pdf.html_writer import Container, Page

    AddScript: TypeAlias = Callable[[Container], dict[str, bool]]


# Milliseconds. The second is calibre's own limit.
LOOK_EVERY, LOOK_FOR = 10, 1000

# Asks a page whether everything that affects its layout has loaded. Fonts are loaded only when text uses them.
IS_SETTLED = """(() => {
  document.documentElement.getBoundingClientRect();
  return document.fonts.status === 'loaded' && Array.from(document.images).every((image) => image.complete);
})()"""


def change() -> None:
    """Called before the first conversion to PDF in this process."""
    from calibre.ebooks.pdf import html_writer

    html_writer.Renderer = renderer()
    html_writer.add_maths_script = allow_only(html_writer.add_maths_script)
    webengine.setup_default_profile = lambda: None


def renderer() -> "type[Page]":
    from calibre.ebooks.pdf import html_writer
    from qt.core import QTimer
    from qt.webengine import QWebEngineScript, QWebEngineSettings

    class Renderer(html_writer.Renderer):
        def convert_html_file(self, path: str, page_layout: object, settle_time: float = 0, wait_for_title: "str | None" = None) -> None:
            self.looks = LOOK_FOR // LOOK_EVERY if settle_time else 0
            self.settings().setAttribute(QWebEngineSettings.WebAttribute.JavascriptEnabled, wait_for_title is not None)
            super().convert_html_file(path, page_layout, settle_time=0, wait_for_title=wait_for_title)

        # calibre calls it with only these two arguments.
        def runJavaScript(self, source: str, then: "Callable[..., object]") -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
            super().runJavaScript(source, QWebEngineScript.ScriptWorldId.ApplicationWorld, then)

        def print_to_pdf(self) -> None:
            self.runJavaScript(IS_SETTLED, self.print_if)

        def print_if(self, is_settled: bool) -> None:
            self.looks -= 1
            if is_settled or self.looks < 0:
                super().print_to_pdf()
            else:
                QTimer.singleShot(LOOK_EVERY, self.print_to_pdf)

    return Renderer


def allow_only(add_maths_script: "AddScript") -> "AddScript":
    """Wraps add_maths_script so that no other script of these pages runs, nor any script of a frame in them."""
    from calibre.ebooks.pdf import html_writer

    origin = f"{html_writer.FAKE_PROTOCOL}://{html_writer.FAKE_HOST}/mathjax/"
    policy = f"script-src {origin}; frame-src 'none'; object-src 'none'; worker-src 'none'"

    def add(container: "Container") -> "dict[str, bool]":
        has_maths = add_maths_script(container)
        for name, found in has_maths.items():
            if found:
                root = container.parsed(name)
                head = next(root.iterchildren(html_writer.XHTML("head")), None)
                if head is None:
                    head = root.makeelement(html_writer.XHTML("head"))
                    root.insert(0, head)
                meta = root.makeelement(html_writer.XHTML("meta"), {"http-equiv": "Content-Security-Policy", "content": policy})
                head.insert(0, meta)
        return has_maths

    return add
