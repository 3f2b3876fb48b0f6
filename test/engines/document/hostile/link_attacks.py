"""The list of attacks by links, and what they are written with."""

import functools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias

    # The address of the file with a suffix that the attack is after.
    At: TypeAlias = Callable[[str], str]
    Make: TypeAlias = Callable[[str, At], object]
    # What a table says of an attack, and what writes a document of it.
    Content: TypeAlias = Callable[[At], Any]
    Write: TypeAlias = Callable[[str, At, Content], object]

WORD, EXCEL, POWERPOINT = "MS Word 2007 XML", "Calc MS Excel 2007 XML", "Impress MS PowerPoint 2007 XML"
WRITER_HTML, RTF, FLAT_TEXT = "HTML (StarWriter)", "Rich Text Format", "OpenDocument Text Flat XML"
FRAME = '<draw:frame text:anchor-type="as-char" draw:name="f" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm">%s</draw:frame>'
IN_TEXT = "<text:p>%s</text:p>" % FRAME
SIMPLE = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad" xlink:href="%s"'
SHEET = '<table:table table:name="One">%s</table:table>%s'

# (name, function of a path and a maker of URLs, import filter, family, extension)
ATTACKS: "list[tuple[str, Make, str | None, str, str]]" = []


def attack(filter_name: "str | None", family: str, extension: str) -> "Callable[[Make], Make]":
    def register(make: "Make") -> "Make":
        ATTACKS.append((make.__name__, make, filter_name, family, extension))
        return make

    return register


def each(table: "Mapping[str, Content]", filter_name: str, family: str, extension: str, write: "Write") -> None:
    """One attack for each line of a table: name → what goes into the document, a function of the URL maker."""
    for name, content in table.items():
        ATTACKS.append((name, functools.partial(fill, write, content), filter_name, family, extension))


def fill(write: "Write", content: "Content", path: str, at: "At") -> None:
    write(path, at, content)


def external(kind: str, target: str) -> "tuple[str, str, str, str]":
    return ("rIdL", kind, target, "External")
