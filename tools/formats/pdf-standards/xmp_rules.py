"""Rules of PDF/A about metadata: each property is predefined or described in the file, and has a value of its type
(ISO 19005-1, 6.7.9; ISO 19005-2, 6.6.2.3)."""

import re
from datetime import datetime

from lxml import etree
from problem import Problem
from xmp_schemas import predefined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XML = "{http://www.w3.org/XML/1998/namespace}"
SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"
PROPERTY = "{http://www.aiim.org/pdfa/ns/property#}"
TYPE = "{http://www.aiim.org/pdfa/ns/type#}"
EXTENSION = "{http://www.aiim.org/pdfa/ns/extension/}"
MOST_BYTES = 4 * 1024**2
ARRAYS = {"[": "Seq", "{": "Bag", "<": "Alt"}

DATE = r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?"
VALUES = {
    "Boolean": r"True|False",
    "Date": DATE,
    "Integer": r"[+-]?\d+",
    "MIMEType": r"[-\w+.]+/[-\w+.]+(;.*)?",
    "Rational": r"[+-]?\d+/[+-]?\d+",
    "Real": r"[+-]?(\d+\.?\d*|\.\d+)",
}
# Types that a description in the file can name, in small letters.
NAMED = {
    **{name.lower(): name for name in VALUES},
    **dict.fromkeys(("text", "agentname", "guid", "locale", "propername", "renditionclass"), "Text"),
    **dict.fromkeys(("uri", "url", "xpath", "gpscoordinate"), "Text"),
    "lang alt": "LangAlt",
}


def problems_of_metadata(xmp: bytes, part: int) -> "Iterator[Problem]":
    """Yields what is wrong. xmp: the packet, part: of the standard."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(xmp[:MOST_BYTES], parser)
    except (etree.XMLSyntaxError, ValueError):
        yield Problem("6.7.9 6.6.2.1", "its metadata are not XML")
        return
    bodies = [*root.iter(RDF + "RDF")]
    if len(bodies) != 1:
        yield Problem("6.7.9 6.6.2.1", "its metadata are not RDF")
        return
    yield from problems_of_prefixes(bodies[0])
    yield from problems_of_descriptions(bodies[0])
    known = {**predefined(part), **described(bodies[0])}
    for namespace, name, value in properties_of(bodies[0]):
        kind = known.get((namespace, name))
        if kind is None:
            yield Problem("6.7.9 6.6.2.3.1", f"its metadata have a property that is neither predefined nor described: {name[:80]}")
        elif not fits(value, kind):
            yield Problem("6.7.9 6.6.2.3.1", f"its metadata have a value of the wrong type: {name[:80]}")


# Prefixes that PDF/A names, by what follows http://www.aiim.org/pdfa/ns/.
PREFIXES = {
    "id/": "pdfaid",
    "extension/": "pdfaExtension",
    "schema#": "pdfaSchema",
    "property#": "pdfaProperty",
    "type#": "pdfaType",
    "field#": "pdfaField",
}
PREFIXED = "http://www.aiim.org/pdfa/ns/"


def problems_of_prefixes(body: "Any") -> "Iterator[Problem]":
    declared: set[tuple[str | None, str]] = {pair for element in body.iter(tag=etree.Element) for pair in element.nsmap.items()}
    for prefix, namespace in declared:
        expected = PREFIXES.get(namespace.removeprefix(PREFIXED)) if namespace.startswith(PREFIXED) else None
        if expected not in (None, prefix):
            yield Problem("6.7.8 6.6.2.3.3", f"its metadata have another prefix than {expected}")


def properties_of(body: "Any") -> "Iterator[tuple[str, str, Any]]":
    """Yields the properties as namespace, name, and element or text."""
    for description in body.iterchildren(RDF + "Description"):
        for key, value in description.attrib.items():
            name = etree.QName(key)
            if name.namespace not in (None, RDF[1:-1], XML[1:-1]):
                yield name.namespace, name.localname, value
        for element in description.iterchildren(tag=etree.Element):
            name = etree.QName(element)
            yield name.namespace or "", name.localname, element


def described(body: "Any") -> "dict[tuple[str, str], str]":
    """Returns the types of the properties that the file describes itself; structures of its own can be anything."""
    found: dict[tuple[str, str], str] = {}
    for schema in body.iter(SCHEMA + "namespaceURI"):
        around = schema.getparent()
        namespace = (schema.text or "").strip()
        # A type without fields is a text (PDF Association, Technical Note 0010, A029).
        texts = {(name.text or "").strip() for name in around.iter(TYPE + "type") if name.getparent().find(TYPE + "field") is None}
        for name in around.iter(PROPERTY + "name"):
            kind = name.getparent().find(PROPERTY + "valueType")
            named = (kind.text or "").strip() if kind is not None else ""
            found[(namespace, (name.text or "").strip())] = "Text" if named in texts else type_named(named)
    return found


# What a description of properties consists of (ISO 19005-2, 6.6.2.3.3): its members, and those that can be missing.
MEMBERS = {
    "schemas": (("schema", "namespaceURI", "prefix"), ("property", "valueType")),
    "property": (("name", "valueType", "category", "description"), ()),
    "valueType": (("type", "namespaceURI", "prefix", "description"), ("field",)),
    "field": (("name", "valueType", "description"), ()),
}
ARRAYS_OF_MEMBERS = {"schemas": "Bag", "property": "Seq", "valueType": "Seq", "field": "Seq"}
CONTAINERS = re.compile(r"\{http://www\.aiim\.org/pdfa/ns/(?:extension/|schema#|type#)\}")


def problems_of_descriptions(body: "Any") -> "Iterator[Problem]":
    """Yields what is wrong with the descriptions of properties."""
    for element in body.iter(tag=etree.Element):
        name = etree.QName(element).localname
        if name not in MEMBERS or CONTAINERS.match(element.tag) is None:
            continue
        items = items_of(element, ARRAYS_OF_MEMBERS[name])
        if items is None or any(not is_described(item, *MEMBERS[name]) for item in items):
            yield Problem("6.7.8 6.6.2.3.3", f"its metadata describe properties in a wrong way: {name}")


def is_described(item: "Any", needed: "tuple[str, ...]", possible: "tuple[str, ...]") -> bool:
    inner = item.find(RDF + "Description")
    holder = item if inner is None else inner
    found = [etree.QName(child).localname for child in holder.iterchildren(tag=etree.Element)]
    found += [etree.QName(key).localname for key in holder.attrib if etree.QName(key).namespace not in (None, RDF[1:-1], XML[1:-1])]
    category = holder.find(PROPERTY + "category")
    is_known = category is None or (category.text or "").strip() in ("internal", "external")
    return is_known and len(set(found)) == len(found) and {*needed} <= {*found} <= {*needed, *possible}


def type_named(text: str) -> str:
    words = text.strip().lower()
    for start, (opened, closed) in {"seq ": "[]", "bag ": "{}", "alt ": "<>"}.items():
        if words.startswith(start):
            return opened + NAMED.get(words[len(start) :].removeprefix("of ").strip(), "ANY") + closed
    return NAMED.get(re.sub(r"^(open|closed) choice( of)? ", "", words).strip(), "ANY")


def fits(value: "Any", kind: str) -> bool:
    """value: an element, or the text of an attribute."""
    if kind == "ANY":
        return True
    if kind[0] in ARRAYS:
        items = items_of(value, ARRAYS[kind[0]])
        return items is not None and all(fits(item, kind[1:-1]) for item in items)
    if kind == "LangAlt":
        items = items_of(value, "Alt")
        return items is not None and all(is_plain(item) and XML + "lang" in item.attrib for item in items)
    if kind == "STRUCT":
        return not isinstance(value, str) and not is_plain(value)
    if isinstance(value, str):
        text = value
    elif is_plain(value):
        text = value.text or value.get(RDF + "resource") or ""
    else:
        return False
    return kind not in VALUES or re.fullmatch(VALUES[kind], text.strip()) is not None


def items_of(value: "Any", array: str) -> "list[Any] | None":
    """Returns the items of an array of this kind; None if the value is none."""
    if isinstance(value, str):
        return None
    children = list(value.iterchildren(tag=etree.Element))
    if len(children) != 1 or children[0].tag != RDF + array:
        return None
    return [*children[0].iterchildren(RDF + "li")]


def is_plain(element: "Any") -> bool:
    """Whether it is a text: without elements in it other than qualifiers, and without attributes that make it a structure."""
    if next(element.iterchildren(tag=etree.Element), None) is not None:
        return element.find(f".//{RDF}value") is not None
    names = [etree.QName(key) for key in element.attrib]
    return element.get(RDF + "parseType") is None and not any(name.namespace not in (None, XML[1:-1], RDF[1:-1]) for name in names)


# Entries of the document information that metadata repeat (ISO 19005-1, 6.7.3).
REPEATED = {
    "/Title": ("http://purl.org/dc/elements/1.1/", "title"),
    "/Author": ("http://purl.org/dc/elements/1.1/", "creator"),
    "/Subject": ("http://purl.org/dc/elements/1.1/", "description"),
    "/Keywords": ("http://ns.adobe.com/pdf/1.3/", "Keywords"),
    "/Creator": ("http://ns.adobe.com/xap/1.0/", "CreatorTool"),
    "/Producer": ("http://ns.adobe.com/pdf/1.3/", "Producer"),
    "/CreationDate": ("http://ns.adobe.com/xap/1.0/", "CreateDate"),
    "/ModDate": ("http://ns.adobe.com/xap/1.0/", "ModifyDate"),
}


def differences(info: "dict[str, str]", xmp: bytes) -> "Iterator[Problem]":
    """Yields where the metadata say something else than the document information. info: its texts."""
    try:
        root = etree.fromstring(xmp[:MOST_BYTES], etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, ValueError):
        return
    said = {(namespace, name): texts_of(value) for body in root.iter(RDF + "RDF") for namespace, name, value in properties_of(body)}
    for key, place in REPEATED.items():
        if key in info and not is_same(key, info[key], said.get(place)):
            yield Problem("6.7.3", f"its metadata and its information have different values: {key[1:]}")


def texts_of(value: "Any") -> "list[str]":
    """Returns what a property can be in the information: of several languages or names, each one, and the names together."""
    if isinstance(value, str):
        return [value]
    items = ["".join(item.itertext()).strip() for item in value.iter(RDF + "li")]
    return [*items, "; ".join(items), ", ".join(items)] if items else ["".join(value.itertext())]


def is_same(key: str, given: str, said: "list[str] | None") -> bool:
    if key.endswith("Date"):
        return any(is_same_date(given, text) for text in said or ())
    # An author is one text, also if it names several.
    return {*(said or ())} == {given} if key == "/Author" else given in (said or ())


PDF_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d(?:'?\d\d)?)?[Z0']*")
XMP_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?)?)?(Z|[+-]\d\d:\d\d)?")


def is_same_date(given: str, said: str) -> bool:
    dates = [date_of(PDF_DATE.fullmatch(given.strip())), date_of(XMP_DATE.fullmatch(said.strip()))]
    return None not in dates and dates[0] == dates[1]


def date_of(found: "re.Match[str] | None") -> "datetime | None":
    if found is None:
        return None
    zone = re.sub(r"[^0-9+-]", "", found[7] or "").ljust(5, "0") if found[7] not in (None, "Z") else "+0000"
    numbers = [int(part or default) for part, default in zip(found.groups()[:6], (0, 1, 1, 0, 0, 0), strict=True)]
    try:
        return datetime.strptime("{:04}{:02}{:02}{:02}{:02}{:02}".format(*numbers) + zone, "%Y%m%d%H%M%S%z")
    except ValueError:
        return None
