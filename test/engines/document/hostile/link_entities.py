"""XML with entities that are elsewhere, and one that is within: LibreOffice reads none of the outer ones, guarded or not."""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

from link_attacks import EXCEL, FLAT_TEXT, IN_TEXT, POWERPOINT, WORD, attack, each
from packages import SHEET_XMLNS, XML, docx, flat, odf, pptx, pptx_text, xlsx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from link_attacks import At, Content, Write

ENTITIES = "&inner;&secret;"


def doctype(at: "At") -> str:
    return '<!DOCTYPE x [<!ENTITY inner "inner text"><!ENTITY secret SYSTEM "%s">]>\n' % at("txt")


def outer_doctype(at: "At") -> str:
    return '<!DOCTYPE x SYSTEM "%s" [<!ENTITY %% outer SYSTEM "%s"> %%outer;]>\n' % (at("dtd"), at("dtd"))


@attack(WORD, "writer", "docx")
def docx_entity(path: str, at: "At") -> None:
    docx(path, "<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % ENTITIES, doctype=doctype(at))


@attack(EXCEL, "calc", "xlsx")
def xlsx_entity(path: str, at: "At") -> None:
    xlsx(path, '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', links=[("rIdS", "sharedStrings", "sharedStrings.xml")],
         parts={"xl/sharedStrings.xml": XML + doctype(at) + "<sst %s><si><t>%s</t></si></sst>" % (SHEET_XMLNS, ENTITIES)}, types={"xl__sharedStrings_xml": "spreadsheetml.sharedStrings+xml"})


@attack(POWERPOINT, "impress", "pptx")
def pptx_entity(path: str, at: "At") -> None:
    pptx(path, pptx_text(ENTITIES), doctype=doctype(at))


ENTITY: "dict[str, Content]" = {
    "entity": lambda at: (ENTITIES, doctype(at)),
    "outer doctype": lambda at: ("&more;", outer_doctype(at)),
}


def with_doctype(write: "Callable[..., None]") -> "Write":
    def made(path: str, at: "At", content: "Content") -> None:
        body, declared = content(at)
        write(path, "text", "<text:p>%s</text:p>" % body, doctype=declared)

    return made


each({"odt " + name: content for name, content in ENTITY.items()}, "writer8", "writer", "odt", with_doctype(odf))
each({"fodt " + name: content for name, content in ENTITY.items()}, FLAT_TEXT, "writer", "fodt", with_doctype(flat))


@attack("writer8", "writer", "odt")
def odt_svg_entity(path: str, at: "At") -> None:
    svg = doctype(at).replace("DOCTYPE x", "DOCTYPE svg") + '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><text x="10" y="50">%s</text></svg>' % ENTITIES
    odf(path, "text", IN_TEXT % '<draw:image xlink:href="Pictures/x.svg"/>', parts={"Pictures/x.svg": svg})
