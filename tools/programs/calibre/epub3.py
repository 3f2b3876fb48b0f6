"""Keeps in EPUB 3 what calibre removes for the sake of old readers, because it makes EPUB 3 from EPUB 2."""

import re

from calibre.ebooks.conversion.plugins.epub_output import EPUBOutput
from calibre.ebooks.oeb.polish import upgrade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_XHTML = "{http://www.w3.org/1999/xhtml}"
_NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
_NCX_LABEL, _NCX_PAGE = f"{_NCX}navLabel", f"{_NCX}pageTarget"
# calibre does not know these names; ones of another namespace would leave its declaration behind.
_HIDDEN = "hidden-"
_KEPT = ("script", "form")
# Soft hyphens, zero width spaces and non-breaking hyphens, with placeholders that no text contains.
_MARKS = dict(zip("\u00ad\u200b\u2011", "\ufdd0\ufdd1\ufdd2", strict=True))
_MARKED = re.compile(f"[{''.join(_MARKS)}]")
_HIDE = str.maketrans(_MARKS)
_SHOW = str.maketrans({hidden: mark for mark, hidden in _MARKS.items()})


def keep_all() -> None:
    """Call before calibre makes an EPUB 3, in a process that makes no other book."""
    _keep_ncx()
    _keep_page_labels()
    _keep_scripts_forms_and_marks()


def _keep_ncx() -> None:
    """Readers that support only EPUB 2 find the table of contents of an EPUB 3 in its NCX, a legacy feature of EPUB 3."""
    as_calibre_does = upgrade.epub_2_to_3

    def with_ncx(container: "Any", report: "Any", previous_nav: "Any" = None) -> None:
        as_calibre_does(container, report, previous_nav=previous_nav, remove_ncx=False)

    upgrade.epub_2_to_3 = with_ncx


def _keep_page_labels() -> None:
    """calibre numbers the pages of a printed edition from 1 and loses their labels: v, vi, 27."""
    as_calibre_does = upgrade.get_toc

    def with_labels(container: "Any") -> "Any":
        toc = as_calibre_does(container)
        name = upgrade.find_existing_ncx_toc(container)
        if name is not None:
            labels = [
                " ".join("".join(each.itertext()).split())
                for each in container.parsed(name).iter(_NCX_LABEL)
                if each.getparent().tag == _NCX_PAGE
            ]
            for page, label in zip(toc.page_list, labels, strict=False):
                page["pagenum"] = label
        return toc

    upgrade.get_toc = with_labels


def _keep_scripts_forms_and_marks() -> None:
    """Adobe Digital Editions has no scripts and forms in the body of EPUB 2, and does not support marks of possible word breaks."""
    as_calibre_does = EPUBOutput.workaround_ade_quirks

    def without_loss(self: "Any") -> None:
        roots = [item.data for item in self.oeb.spine if hasattr(item.data, "iter")]
        hidden = [element for root in roots for element in root.iter(*(_XHTML + name for name in _KEPT))]
        for element in hidden:
            element.tag = element.tag.replace(_XHTML, _HIDDEN)
        marked = [each for root in roots for each in root.iter("*") if _MARKED.search((each.text or "") + (each.tail or ""))]
        for element in marked:
            _translate(element, _HIDE)
        as_calibre_does(self)
        for element in marked:
            _translate(element, _SHOW)
        for element in hidden:
            element.tag = element.tag.replace(_HIDDEN, _XHTML)

    EPUBOutput.workaround_ade_quirks = without_loss


def _translate(element: "Any", table: "dict[int, str]") -> None:
    element.text = element.text and element.text.translate(table)
    element.tail = element.tail and element.tail.translate(table)
