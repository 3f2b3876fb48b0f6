"""Fixes the titles of an FB2 that calibre made with --sectionize=toc.

Usage: finish_fb2.py SOURCE RESULT [INVENTORY]

calibre makes a title of the whole element that an entry of the contents leads to. That is right for a heading, but if the element is a
whole chapter, the chapter becomes its own title. Here only the heading stays the title, and the rest becomes text of the section. Prints
JSON: {"changed": whether RESULT was written, "losses": as in finish_epub.py}. A book without errors is not rewritten.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import losses
import take_inventory
from lxml import etree
from trees import parent_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from trees import Element

FB2 = "{http://www.gribuser.ru/xml/fictionbook/2.0}"
# Limits of a heading with several lines: number of lines, and of all characters.
MOST_LINES, MOST_CHARACTERS = 4, 200


def repair_titles(root: "Element") -> int:
    return sum(repair_title(title) for title in list(root.iter(f"{FB2}title")) if parent_of(title).tag == f"{FB2}section")


def repair_title(title: "Element") -> int:
    """Returns the number of changes."""
    changes = 0
    while len(title) and title[0].tag == f"{FB2}empty-line":
        title.remove(title[0])
        changes += 1
    while len(title) and title[-1].tag == f"{FB2}empty-line":
        title.remove(title[-1])
        changes += 1
    lines = [child for child in title if child.tag == f"{FB2}p" and text_of(child)]
    if len(lines) <= MOST_LINES and len(text_of(title)) <= MOST_CHARACTERS and all(child.tag == f"{FB2}p" for child in title):
        return changes
    if not lines:
        # A lone picture, which a title cannot contain.
        after, kept = list(title), 0
    else:
        kept = title.index(lines[0]) + 1
        after = list(title)[kept:]
    place = title
    for child in after:
        place.addnext(child)
        place = child
    if kept == 0:
        parent_of(title).remove(title)
    return changes + len(after) + 1


def main(source: str, result: str, inventory: "str | None" = None) -> None:
    # Pictures are long texts in FB2.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    tree = etree.parse(source, parser)
    changes = repair_titles(tree.getroot())
    if changes:
        tree.write(result, encoding="utf-8", xml_declaration=True)
    missing = losses.since(inventory, lambda: take_inventory.of_fb2(result if changes else source))
    print(json.dumps({"changed": changes > 0, "losses": missing}))


if __name__ == "__main__":
    main(*sys.argv[1:])
