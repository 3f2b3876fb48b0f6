"""Loads and caches what calibre needs for its first books: done before the first fork, each child has it from the start.

Uses no picture and makes no Qt application: either would start threads of Qt, which a forked child does not have and would wait for.
"""

import contextlib
import importlib
import os
import re
import shutil

import book_job

PARAGRAPH = "Some words, and more of them, so that there is a line or two of text; “quoted” – as in books ... and so on."
# Without chapters calibre searches for them in more ways, but only in a text of some length.
TEXT = (PARAGRAPH + "\n\n") * 60
CHAPTERS = "CHAPTER 1\n\n" + TEXT + "CHAPTER 2\n\n" + TEXT

HTML = """<html><head><title>Warm-up</title><style>p { margin: 1em; font-size: 110% } .a { color: red }</style></head>
<body><h1 id="one">One</h1><p class="a">First <b>words</b>, “quoted” – <a href="#two">on</a>.</p><table><tr><td>1</td></tr></table>
<ul><li>list</li></ul><h1 id="two">Two</h1><p style="text-indent: 0">More &amp; <i>more</i></p></body></html>"""

MANY_PATTERNS = 20_000

# Modules that are loaded on first use, and by no conversion below.
MODULES = (
    "calibre.ebooks.pdf.html_writer",
    "calibre.ebooks.conversion.plugins.pdf_output",
    "calibre.ebooks.covers",
    "calibre.utils.img",
    "qt.core",
    "qt.webengine",
)

NO_COVER = ("--no-default-epub-cover",)
# (input, output, arguments): later conversions read the output of earlier ones.
CONVERSIONS = (
    ("a.html", "b.epub", NO_COVER),
    ("b.epub", "c.epub", (*NO_COVER, "--epub-version", "3")),
    ("b.epub", "b.azw3", ()),
    ("b.epub", "b.mobi", ()),
    ("b.epub", "b.fb2", ()),
    ("b.epub", "b.lit", ()),
    ("b.epub", "b.lrf", ()),
    ("b.epub", "b.tcr", ()),
    ("b.epub", "b.docx", ()),
    ("b.epub", "b.txt", ()),
    ("b.azw3", "c.txt", ()),
    ("b.mobi", "c.txt", ()),
    ("b.fb2", "c.txt", ()),
    ("b.docx", "c.txt", ()),
    ("a.txt", "d.epub", NO_COVER),
    ("chapters.txt", "d.azw3", ()),
)


def run(folder: str) -> None:
    """folder: does not exist; it is removed afterwards."""
    for name in MODULES:
        load(name)
    keep_patterns()
    make_enumerations()
    load_picture_formats()
    from calibre import gui2
    from calibre.utils.fonts.scanner import font_scanner

    # The font scanner thread, started by its module.
    font_scanner.join()
    os.mkdir(folder)
    must_use_qt = gui2.must_use_qt
    # Writers of mobi and lrf request an application, which they need only for SVG.
    gui2.must_use_qt = no_application
    try:
        for name, content in (("a.html", HTML), ("a.txt", TEXT), ("chapters.txt", CHAPTERS)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(content)
        for source, made, arguments in CONVERSIONS:
            book_job.run([os.path.join(folder, source), os.path.join(folder, made), *arguments], book_job.Reporter(lambda _: None))
    finally:
        gui2.must_use_qt = must_use_qt
        shutil.rmtree(folder)


def no_application(headless: bool = True) -> None:
    pass


def keep_patterns() -> None:
    """Python forgets compiled patterns beyond the first 512; compiling calibre's takes longer than a small book."""
    if hasattr(re, "_MAXCACHE"):
        setattr(re, "_MAXCACHE", MANY_PATTERNS)  # noqa: B010 - no attribute that the types of `re` know


def make_enumerations() -> None:
    """PyQt creates the enumerations of a class on first access: here of the classes that draw covers."""
    from calibre.ebooks import covers

    for each in vars(covers).values():
        if isinstance(each, type) and each.__module__.startswith("PyQt"):
            for name in dir(each):
                getattr(each, name, None)


def load_picture_formats() -> None:
    """Loads what Pillow needs to open its first picture."""
    from PIL import Image

    Image.preinit()


def load(name: str) -> None:
    """A missing module belongs to another version and is not needed."""
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
