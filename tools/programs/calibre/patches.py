"""Fixes errors of calibre and adds missing features, for one conversion in the process that does it.

- LRF with --base-font-size: calibre scales a style again for each block of text with it, so sizes keep growing or shrinking; with a few
  hundred blocks a size no longer fits into LRF's two bytes, and the book cannot be written.
- --identifier=SCHEME:VALUE, one for each identifier: calibre's command line has only --isbn.
- --base-font-size: calibre takes the nearest of nine sizes, 17 for 18, for the text and for each other size; here all are scaled alike.
- An author without a name to sort by: calibre writes "Unknown" for it.
- A large document that cannot be split, such as a page with one drawing, ends the conversion: it stays whole here.
- An EPUB whose pictures have `&` in their names: calibre takes it out of the addresses alone, and the pictures are gone.
- EPUB 3 without scripts, forms and NCX (epub3.py).
- PDF with --pdf-no-cover: later versions of calibre know it; in others the cover page is left out here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from calibre.ebooks.lrf.pylrs import pylrs

IMAGE = "{http://www.w3.org/1999/xhtml}img"
NO_COVER = "--pdf-no-cover"
IDENTIFIER = "--identifier="
BASE_SIZE = "--base-font-size="


def apply(arguments: "Sequence[str]") -> "list[str]":
    """Call before ebook-convert, in a process that runs it only once: the changes are permanent. arguments: input, output, options. Returns
    those that this calibre supports.
    """
    output = arguments[1]
    keep_unsplit()
    name_for_sorting()
    if any(each.startswith(BASE_SIZE) for each in arguments):
        scale_evenly()
    if output.endswith(".lrf"):
        repair_lrf()
    if output.endswith(".epub"):
        quote_ampersands()
    if "--epub-version=3" in arguments:
        import epub3

        epub3.keep_all()
    identifiers = [each[len(IDENTIFIER) :] for each in arguments if each.startswith(IDENTIFIER)]
    if identifiers:
        set_identifiers(identifiers)
        arguments = [each for each in arguments if not each.startswith(IDENTIFIER)]
    if NO_COVER in arguments and not (output.endswith(".pdf") and knows_no_cover()):
        if output.endswith(".pdf"):
            leave_out_cover()
        return [each for each in arguments if each != NO_COVER]
    return list(arguments)


def keep_unsplit() -> None:
    from calibre.ebooks.oeb.transforms import split

    as_calibre_does = split.FlowSplitter.split_to_size

    def or_whole(self: "Any", tree: "Any") -> None:
        try:
            as_calibre_does(self, tree)
        except split.SplitError:
            self.split_trees.append(tree)

    split.FlowSplitter.split_to_size = or_whole


def quote_ampersands() -> None:
    from calibre.ebooks.conversion.plugins.epub_output import EPUBOutput

    as_calibre_does = EPUBOutput.workaround_ade_quirks

    def with_quoted(self: "Any") -> None:
        for item in self.oeb.spine:
            for image in item.data.iter(IMAGE) if hasattr(item.data, "iter") else ():
                image.set("src", image.get("src", "").replace("&", "%26"))
        as_calibre_does(self)

    EPUBOutput.workaround_ade_quirks = with_quoted


def scale_evenly() -> None:
    from calibre.ebooks.oeb.transforms import flatcss

    def even(sbase: float, dbase: float, _sizes: object = None) -> "Any":
        return flatcss.ScaleMapper(sbase, dbase)

    flatcss.FontMapper = even


def name_for_sorting() -> None:
    """Gives each author a name to sort by, in the form that calibre's library uses."""
    from calibre.ebooks.metadata import author_to_author_sort
    from calibre.ebooks.oeb.transforms import metadata as transform

    as_calibre_does = transform.meta_info_to_oeb_metadata

    def with_names(mi: "Any", m: "Any", *args: "Any", **named: "Any") -> None:
        is_known = not mi.is_null("author_sort")
        if not is_known:
            mi.author_sort = None
        as_calibre_does(mi, m, *args, **named)
        if is_known or mi.is_null("authors"):
            return
        for creator in m.creator:
            if creator.role.lower() == "aut" and str(creator) in mi.authors:
                creator.file_as = author_to_author_sort(str(creator))

    transform.meta_info_to_oeb_metadata = with_names


def set_identifiers(identifiers: "Sequence[str]") -> None:
    """identifiers: as SCHEME:VALUE."""
    from calibre.ebooks.conversion.plumber import Plumber

    as_calibre_has_it = Plumber.opts_to_mi

    def with_identifiers(self: "Any", metadata: "Any") -> None:
        as_calibre_has_it(self, metadata)
        for each in identifiers:
            scheme, _, value = each.partition(":")
            metadata.set_identifier(scheme.lower(), value.strip())

    Plumber.opts_to_mi = with_identifiers


def knows_no_cover() -> bool:
    from calibre.ebooks.conversion.plugins.pdf_output import PDFOutput

    return any(each.option.name == "pdf_no_cover" for each in PDFOutput.options)


def leave_out_cover() -> None:
    from calibre.ebooks.pdf import html_writer

    html_writer.add_cover = lambda *_: None


# Tenths of a point; LRF has two signed bytes.
SMALLEST, LARGEST = 10, 32_767


def repair_lrf() -> None:
    from calibre.ebooks.lrf.pylrs import pylrs

    pylrs.Book.rationalize_font_sizes = scale


def scale(book: "pylrs.Book", base_font_size: float = 10) -> None:
    """Scales all text so that its most common size becomes this one, points."""
    from calibre.ebooks.lrf.pylrs import pylrs

    main = next(part for part in book.delegates if isinstance(part, pylrs.Main))
    usual = usual_size(main.get_all(lambda part: isinstance(part, pylrs.Text)))
    if usual is None:
        return
    factor = base_font_size * 10 / usual
    for attributes in distinct(main.get_all(lambda part: isinstance(part, pylrs.TextBlock))):
        for key in ("fontsize", "baselineskip"):
            if key in attributes:
                attributes[key] = str(max(SMALLEST, min(LARGEST, int(int(attributes[key]) * factor))))


def usual_size(texts: "Iterable[pylrs.Text]") -> "int | None":
    """Returns the size of most characters; None without text."""
    lengths: dict[int, int] = {}
    for text in texts:
        size = size_of(text)
        if size:
            lengths[size] = lengths.get(size, 0) + len(text.text)
    return max(lengths, key=lambda size: lengths[size]) if lengths else None


def size_of(text: "pylrs.Text") -> "int | None":
    """Returns the nearest size: of a span, or of its block's settings or style."""
    part: Any = text.parent
    none: dict[str, str] = {}
    while part:
        style = getattr(part, "textStyle", None)
        for attributes in (getattr(part, "attrs", none), getattr(part, "textSettings", none), getattr(style, "attrs", none)):
            if "fontsize" in attributes:
                return int(attributes["fontsize"])
        part = part.parent
    return None


def distinct(blocks: "Iterable[pylrs.TextBlock]") -> "Iterable[dict[str, str]]":
    """Yields the attributes of spans, blocks and styles once each: many blocks share a style."""
    from calibre.ebooks.lrf.pylrs import pylrs

    found: dict[int, dict[str, str]] = {}
    for block in blocks:
        spans = block.get_all(lambda part: isinstance(part, pylrs.Span))
        for attributes in (block.textSettings, block.textStyle.attrs, *(span.attrs for span in spans)):
            found[id(attributes)] = attributes
    return found.values()
