"""Restores in a book what calibre's reader leaves out of an EPUB. Only an EPUB can have further titles.

From EPUB 3 calibre reads one title and the authors, but no rights, sources, contributors or page numbers, and no regions of languages.
"""

from dataclasses import dataclass, field

from book import OPF
from calibre.ebooks.conversion.plugins.oeb_output import OEBOutput
from calibre.ebooks.oeb.base import urlnormalize
from calibre.utils.localization import canonicalize_lang
from take_inventory import page_list_of
from trees import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from book import Book
    from trees import Element

_DC = "{http://purl.org/dc/elements/1.1/}"
_META = f"{{{OPF}}}meta"
_TERMS = ("title", "creator", "contributor", "rights", "source", "relation", "coverage", "type", "format", "publisher")


@dataclass
class Restored:
    # Term, text and role; the role may be empty.
    terms: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    # Languages with a region or script, by the plain language as calibre names it.
    languages: dict[str, str] = field(default_factory=dict[str, str])
    # Label of a printed page, and the part of the book with its place.
    pages: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def give_to(self, oeb: "Any", target: str, keeps_language: bool) -> None:
        """oeb: the book as calibre has read it. target: extension of the result. keeps_language: the user requested no other language."""
        for term, text, role in self.terms:
            if target != "epub":
                if term == "title":
                    continue
                # Other formats have no roles, so that an illustrator would be an author.
                if term == "creator" and role not in ("", "aut"):
                    term = "contributor"  # noqa: PLW2901 - the roles say what a person is
            alike = ("creator", "contributor") if term in ("creator", "contributor") else (term,)
            if not any(text == " ".join(str(each).split()) for name in alike for each in oeb.metadata[name]):
                oeb.metadata.add(term, text, role=role) if role else oeb.metadata.add(term, text)
        if not len(oeb.pages):
            documents = {item.href for item in oeb.spine}
            for label, href in self.pages:
                if urlnormalize(href.partition("#")[0]) in documents:
                    oeb.pages.add(label, href)
        if keeps_language and self.languages:
            _keep_languages(self.languages)


def restored_of(book: "Book") -> Restored:
    """book: an EPUB that calibre will read."""
    result = Restored()
    roles = {each.get("refines", "")[1:]: text_of(each) for each in book.opf.iter(_META) if each.get("property") == "role"}
    for element in book.opf.iter(*(_DC + term for term in _TERMS)):
        text = text_of(element)
        if text:
            role = element.get(f"{{{OPF}}}role") or roles.get(element.get("id", "-"), "")
            result.terms.append((element.tag[len(_DC) :], text, role))
    for element in book.opf.iter(_DC + "language"):
        tag = text_of(element)
        if "-" in tag:
            result.languages.setdefault(canonicalize_lang(tag) or tag, tag)
    result.pages = page_list_of(book)
    return result


def _keep_languages(tags: "dict[str, str]") -> None:
    as_calibre_does = OEBOutput.migrate_lang_code

    def with_regions(self: "Any", root: "Element") -> None:
        as_calibre_does(self, root)
        for element in root.iter(_DC + "language"):
            element.text = tags.get(canonicalize_lang(element.text) or "", element.text or "")

    OEBOutput.migrate_lang_code = with_regions
