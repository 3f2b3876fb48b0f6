"""Rules about tags that PDF/A, level A, and PDF/UA share: ISO 19005-1, 6.8; ISO 19005-2, 6.7; ISO 14289-1, 7.1 and 7.2."""

import re

from objects import get, has, text_of
from problem import Problem
from structure_tree import ADDED_BY_1_5, STANDARD_TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    import pikepdf
    from problem import Standard
    from structure_tree import StructureTree
    from uses import Uses

# RFC 1766 for part 1, and RFC 3066.
LANGUAGE_OF_1 = re.compile(r"[a-zA-Z]{1,8}(?:-[a-zA-Z]{1,8})*")
LANGUAGE = re.compile(r"[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*")


def problems_of_tags(pdf: "pikepdf.Pdf", tree: "StructureTree", uses: "Uses", standard: "Standard") -> "Iterator[Problem]":
    """Yields what is wrong with the tags, whatever they are for."""
    marks = get(pdf.Root, "/MarkInfo")
    if get(marks, "/Marked") is not True:
        yield Problem("6.8.2.2 6.7.2.2 6.2", "it does not say that it is tagged (MarkInfo)")
    if tree.root is None:
        yield Problem("6.8.3.3 6.7.3.3 7.1", "it has no tags (StructTreeRoot)")
    known = STANDARD_TYPES - ADDED_BY_1_5 if standard.part == 1 else STANDARD_TYPES
    for element in tree.elements:
        if tree.is_circular(element.named):
            yield Problem("6.8.3.4 6.7.3.4 7.1", f"the tag {element.named[:40]} stands for itself", element.obj)
        elif element.kind not in known:
            yield Problem("6.8.3.4 6.7.3.4 7.1", f"the tag {element.named[:40]} stands for none that is known", element.obj)
        elif standard.is_accessible and element.named in tree.roles and element.named in STANDARD_TYPES:
            yield Problem("- - 7.1", f"the known tag {element.named} stands for another one", element.obj)
    named = [(text_of(get(holder, "/Lang")), holder) for holder in (pdf.Root, *(element.obj for element in tree.elements))]
    pattern = LANGUAGE_OF_1 if standard.part == 1 else LANGUAGE
    for language, at in (*named, *((language, None) for language in uses.languages)):
        if (language or (standard.is_accessible and has(at, "/Lang"))) and pattern.fullmatch(language) is None:
            yield Problem("6.8.4 6.7.4 7.2", f"a language is not written as it should be: {language[:40]!r}", at)
