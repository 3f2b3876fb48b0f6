"""What LibreOffice does once before the first fork, so that no child has to: it loads and caches libraries, filters, fonts and types. Then
the data of the documents used for this is cleared: a child that clears it would copy each page of memory that it is on, which is a fifth of
the pages that a small document copies.
"""

import contextlib
import ctypes
import os
import re
import shutil

import convert
import lok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "warm-up")

# (document, its filter, its PDF filter, filters that it is stored with and loaded from again).
CONVERSIONS = (
    (
        "text.fodt",
        "OpenDocument Text Flat XML",
        "writer_pdf_Export",
        "MS Word 2007 XML",
        "writer8",
        "MS Word 97",
        "Rich Text Format",
        "HTML (StarWriter)",
    ),
    ("sheet.fods", "OpenDocument Spreadsheet Flat XML", "calc_pdf_Export", "Calc MS Excel 2007 XML", "calc8", "MS Excel 97"),
    (
        "slides.fodp",
        "OpenDocument Presentation Flat XML",
        "impress_pdf_Export",
        "Impress MS PowerPoint 2007 XML",
        "impress8",
        "MS PowerPoint 97",
    ),
)

# Drawings in the documents: left out if drawing starts a thread, because a fork must not have one.
DRAWINGS = re.compile(r"<!-- drawings -->.*?<!-- /drawings -->", re.DOTALL)

# Libraries that documents make LibreOffice load, unlike these conversions. The last four come with their dependencies: all of them are
# loaded to detect the type of each Word and PowerPoint file from before 2007.
LIBRARIES = (
    "chartcontrollerlo embobj emboleobj localedata_en localedata_es localedata_euro localedata_others "
    "scdlo sddlo swdlo mswordlo wpftwriterlo wpftcalclo wpftimpresslo wpftdrawlo"
).split()

# sd::CustomAnimationPresets::getCustomAnimationPresets() of sdlo reads them on its first call: for PowerPoint 97 animations.
ANIMATIONS = "_ZN2sd22CustomAnimationPresets25getCustomAnimationPresetsEv"


def warm_up(office: lok.Office) -> None:
    """office: lok.Office, connected."""
    load_libraries()
    load_animations()
    home = os.environ["HOME"]
    folder = os.path.join(home, "warm-up")
    os.mkdir(folder)

    def convert_to(filters: "Sequence[str]", name: str, filter_name: str) -> None:
        store = [{"name": each, "filter": each} for each in filters]
        job = {"folder": folder, "scratch": home, "input": name, "load": {"filter": filter_name}, "store": store}
        convert.convert(office.desktop, {**job, "progress": no_progress}, close=True)

    for document, flat_filter, pdf_filter, *filters in CONVERSIONS:
        place(document, folder, drawings=not office.draws_in_threads())
        convert_to(filters, document, flat_filter)
        for name in filters:
            convert_to([pdf_filter], name, name)
    # Writer keeps what it drew last, with everything that belongs to it. A PDF has much of that, a picture hardly anything.
    convert_to(["writer_png_Export"], "text.fodt", CONVERSIONS[0][1])
    convert.enter(home, home)
    shutil.rmtree(folder)
    office.clear_caches()


def no_progress(_percent: int) -> None:
    pass


def place(document: str, folder: str, drawings: bool) -> None:
    """Writes one of the documents into a folder."""
    with open(os.path.join(DOCUMENTS, document)) as source, open(os.path.join(folder, document), "w") as copy:
        text = source.read()
        copy.write(text if drawings else DRAWINGS.sub("", text))


def load_libraries() -> None:
    """A missing library belongs to another version and is not needed."""
    for name in LIBRARIES:
        with contextlib.suppress(OSError):
            ctypes.CDLL(os.path.join(lok.PROGRAM, f"lib{name}.so"))


def load_animations() -> None:
    presets = getattr(ctypes.CDLL(os.path.join(lok.PROGRAM, "libsdlo.so")), ANIMATIONS, None)
    if presets is not None:
        presets()
