"""Checks an invoice by the XML schema of its syntax and profile, if the operator has it."""

import os
import re

from lxml import etree

# Names of files with schemas, as Factur-X, UN/CEFACT and OASIS publish them, by profile of CII and by root element of UBL.
_OF_FACTUR_X = {"minimum": "MINIMUM", "basic_wl": "BASIC-?WL", "basic": "BASIC", "en16931": "EN16931", "extended": "EXTENDED"}
_OF_CII = r"CrossIndustryInvoice_100p?D\d\dB\.xsd"
_OF_UBL = r"UBL-{}-2\.\d\.xsd"
_MOST_FILES = 5000
_MOST_FOUND = 100
_NAMESPACE = re.compile(r"\{[^{}]*\}")


def schema_of(folder: str, syntax: str, profile: str, root: str) -> "str | None":
    """Returns the path of the schema for an invoice; None if it is not in the folder. root: name of its root element."""
    if syntax == "ubl":
        wanted = [_OF_UBL.format(root)]
    else:
        wanted = [rf".*[_-]{_OF_FACTUR_X[profile]}\.xsd"] if profile in _OF_FACTUR_X else []
        wanted.append(_OF_CII)
    paths = [os.path.join(above, name) for above, _, names in os.walk(folder) for name in sorted(names)][:_MOST_FILES]
    found = (path for pattern in wanted for path in paths if re.fullmatch(pattern, os.path.basename(path), re.IGNORECASE))
    return next(found, None)


def findings(data: bytes, schema: str) -> "list[tuple[str, str]]":
    """Returns what an invoice breaks, as rules with messages. Raises etree.XMLSchemaParseError and OSError for an invalid schema."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    rules = etree.XMLSchema(etree.parse(schema, parser))
    rules.validate(etree.fromstring(data, parser))
    return [("XML schema", f"Line {error.line}: {_NAMESPACE.sub('', error.message)}") for error in [*rules.error_log][:_MOST_FOUND]]
