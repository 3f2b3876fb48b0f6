"""Declares in the metadata of a PDF that it is accessible (PDF/UA), or that one of its files is an invoice (Factur-X).

Usage: declare.py SETTINGS SOURCE RESULT

SETTINGS is JSON: {"accessible": whether to declare PDF/UA-1, which needs tags; without them, and if false, a claim of it is removed;
null: it stays as it is. "invoice": {"file", "level", "document", "version"} or null}.
Prints JSON: {"accessible": whether that was declared, "invoice": whether the file is a Cross Industry document}.
"""

import json
import re
import sys

import pikepdf
from pikepdf import Dictionary, Name, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pikepdf import Pdf

    # Name of a property, its type, and what it means.
    Property = tuple[str, str, str]

END = "</rdf:RDF>"
EMPTY = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>'
BEGIN_PACKET, END_PACKET = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>', '<?xpacket end="w"?>'

INVOICE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
INVOICE_PROPERTIES: "list[Property]" = [
    ("DocumentFileName", "Text", "name of the embedded XML file"),
    ("DocumentType", "Text", "kind of the document"),
    ("Version", "Text", "version of the XML schema"),
    ("ConformanceLevel", "Text", "profile of the XML data"),
]
ACCESSIBLE = "http://www.aiim.org/pdfua/ns/id/"
_PART = r"<pdfuaid:part>[^<]*</pdfuaid:part>"
CLAIM = re.compile(rf'<rdf:Description[^>]*xmlns:pdfuaid="[^>]*>\s*{_PART}\s*</rdf:Description>\s*|{_PART}|\s+pdfuaid:part="[^"]*"')
ACCESSIBLE_PROPERTIES: "list[Property]" = [("part", "Integer", "part of ISO 14289 to which the document conforms")]
# Names of root elements: UN/CEFACT's Cross Industry Invoice and Order.
CROSS_INDUSTRY = re.compile(rb"<(?:[\w.-]+:)?(?:CrossIndustryInvoice|CrossIndustryDocument|SCRDMCCBDACIOMessageStructure)[\s>]")
MOST_READ = 1_000_000


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def values_of(prefix: str, address: str, values: "dict[str, str]") -> str:
    lines = "".join(f"<{prefix}:{name}>{escaped(value)}</{prefix}:{name}>" for name, value in values.items())
    return f'<rdf:Description rdf:about="" xmlns:{prefix}="{address}">{lines}</rdf:Description>'


def schema_of(prefix: str, address: str, name: str, properties: "list[Property]") -> str:
    """Returns the description of properties that PDF/A does not know (ISO 19005-3, 6.6.2.3)."""
    described = "".join(
        '<rdf:li rdf:parseType="Resource">'
        f"<pdfaProperty:name>{each}</pdfaProperty:name><pdfaProperty:valueType>{kind}</pdfaProperty:valueType>"
        f"<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>{meaning}</pdfaProperty:description>"
        "</rdf:li>"
        for each, kind, meaning in properties
    )
    return (
        '<rdf:li rdf:parseType="Resource">'
        f"<pdfaSchema:schema>{name}</pdfaSchema:schema><pdfaSchema:namespaceURI>{address}</pdfaSchema:namespaceURI>"
        f"<pdfaSchema:prefix>{prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>{described}</rdf:Seq></pdfaSchema:property>"
        "</rdf:li>"
    )


def extension_of(schemas: "list[str]") -> str:
    return (
        '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"'
        ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">'
        f"<pdfaExtension:schemas><rdf:Bag>{''.join(schemas)}</rdf:Bag></pdfaExtension:schemas></rdf:Description>"
    )


def xmp_of(pdf: "Pdf") -> str:
    metadata = pdf.Root.get("/Metadata")
    text = metadata.read_bytes().decode("utf-8", "replace") if isinstance(metadata, Stream) else ""
    return text if END in text else BEGIN_PACKET + EMPTY + END_PACKET


def is_tagged(pdf: "Pdf") -> bool:
    marked = pdf.Root.get("/MarkInfo")
    return "/StructTreeRoot" in pdf.Root and isinstance(marked, Dictionary) and marked.get("/Marked") is True


def is_cross_industry(pdf: "Pdf", name: str) -> bool:
    data = pdf.attachments[name].get_file().read_bytes() if name in pdf.attachments else b""
    return CROSS_INDUSTRY.search(data[:MOST_READ]) is not None


def declare(pdf: "Pdf", accessible: "bool | None", invoice: "dict[str, str] | None") -> None:
    """accessible: declares it, removes the claim, or (None) leaves it."""
    old = xmp_of(pdf)
    xmp = CLAIM.sub("", old) if accessible is False else old
    values: list[str] = []
    schemas: list[str] = []
    if accessible:
        show_title(pdf)
    if accessible and CLAIM.search(xmp) is None:
        values.append(values_of("pdfuaid", ACCESSIBLE, {"part": "1"}))
        schemas.append(schema_of("pdfuaid", ACCESSIBLE, "PDF/UA identification", ACCESSIBLE_PROPERTIES))
    if invoice is not None:
        said = {
            "DocumentType": invoice["document"],
            "DocumentFileName": invoice["file"],
            "Version": invoice["version"],
            "ConformanceLevel": invoice["level"],
        }
        values.append(values_of("fx", INVOICE, said))
        schemas.append(schema_of("fx", INVOICE, "Factur-X PDFA Extension Schema", INVOICE_PROPERTIES))
    if values:
        before, _, after = xmp.rpartition(END)
        xmp = before + extension_of(schemas) + "".join(values) + END + after
    if xmp != old:
        stream = Stream(pdf, xmp.encode())
        stream.Type, stream.Subtype = Name.Metadata, Name.XML
        pdf.Root.Metadata = pdf.make_indirect(stream)


def show_title(pdf: "Pdf") -> None:
    """Viewers show the title instead of the name of the file (ISO 14289-1, 7.1)."""
    preferences = pdf.Root.get("/ViewerPreferences")
    if not isinstance(preferences, Dictionary):
        preferences = pdf.Root["/ViewerPreferences"] = Dictionary()
    preferences["/DisplayDocTitle"] = True


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.argv[1])
    invoice: dict[str, str] | None = settings["invoice"]
    with pikepdf.open(sys.argv[2]) as pdf:
        wanted: bool | None = settings["accessible"]
        accessible = None if wanted is None else wanted and is_tagged(pdf)
        is_invoice = invoice is not None and is_cross_industry(pdf, invoice["file"])
        declare(pdf, accessible, invoice)
        pdf.save(sys.argv[3])
    print(json.dumps({"accessible": accessible is True, "invoice": is_invoice}))


main()
