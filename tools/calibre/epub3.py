"""EPUB 3 as calibre makes it of EPUB 2, with what it takes out of it for the sake of old readers."""

from calibre.ebooks.conversion.plugins.epub_output import EPUBOutput
from calibre.ebooks.oeb.polish import upgrade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_XHTML = "{http://www.w3.org/1999/xhtml}"
# calibre does not know these names; those of another namespace would leave its declaration behind.
_HIDDEN = "hidden-"
_KEPT = ("script", "form")


def keep_all() -> None:
    """Call before calibre makes an EPUB 3, in the process that will make no other book."""
    _keep_ncx()
    _keep_scripts_and_forms()


def _keep_ncx() -> None:
    """Readers that know EPUB 2 alone find the table of contents of an EPUB 3 in its NCX, a legacy feature of EPUB 3."""
    as_calibre_does = upgrade.epub_2_to_3

    def with_ncx(container: "Any", report: "Any", previous_nav: "Any" = None) -> None:
        as_calibre_does(container, report, previous_nav=previous_nav, remove_ncx=False)

    upgrade.epub_2_to_3 = with_ncx


def _keep_scripts_and_forms() -> None:
    """Adobe Digital Editions has none in the body of EPUB 2."""
    as_calibre_does = EPUBOutput.workaround_ade_quirks

    def without_loss(self: "Any") -> None:
        roots = [item.data for item in self.oeb.spine if hasattr(item.data, "iter")]
        hidden = [element for root in roots for element in root.iter(*(_XHTML + name for name in _KEPT))]
        for element in hidden:
            element.tag = element.tag.replace(_XHTML, _HIDDEN)
        as_calibre_does(self)
        for element in hidden:
            element.tag = element.tag.replace(_HIDDEN, _XHTML)

    EPUBOutput.workaround_ade_quirks = without_loss
