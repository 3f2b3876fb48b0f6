"""Checks an electronic invoice by the rules of EN 16931.

Usage: check_invoice.py FILE SCHEMAS

SCHEMAS is a folder with XML schemas, or empty.

Prints JSON: {"problem": why it is not an invoice, or null, "syntax": "ubl" or "cii", "profile", "specification": BT-24,
"schema": whether one was checked,
"broken": [{"rule", "message"}], "invoice": {what it says}}.
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import code_lists
import rules
import schemas
import vat_rules
import xrechnung_rules
from lxml import etree
from model import Group, NotAnInvoice, read_invoice
from profiles import holds_in, profile_of

# More than anyone reads.
MOST = 500

SUMMARY = {
    "number": "BT-1",
    "date": "BT-2",
    "type": "BT-3",
    "currency": "BT-5",
    "seller": "BT-27",
    "buyer": "BT-44",
    "total_without_vat": "BT-109",
    "total_with_vat": "BT-112",
    "due": "BT-115",
}


def broken_rules(invoice: Group, profile: str) -> "list[dict[str, str]]":
    found = [*rules.findings(invoice), *vat_rules.findings(invoice), *code_lists.findings(invoice)]
    if profile == "xrechnung":
        found += xrechnung_rules.findings(invoice)
    own = [{"rule": rule, "message": message} for rule, message in found if holds_in(profile, rule)]
    return own[:MOST]


def iso_date(text: str) -> "str | None":
    """Returns a date of UBL (2026-11-02) or CII (20261102) as in ISO 8601; null: there is none."""
    written = re.fullmatch(r"(\d{4})-?(\d\d)-?(\d\d).*", text)
    return "-".join(written.groups()) if written else None


def main() -> None:
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        invoice = read_invoice(data)
    except NotAnInvoice as problem:
        print(json.dumps({"problem": str(problem)}))
        return
    specification = invoice.text("BT-24")
    profile = profile_of(specification)
    schema = schemas.schema_of(sys.argv[2], invoice.syntax, profile, etree.QName(invoice.element).localname) if sys.argv[2] else None
    wrong = [] if schema is None else schemas.findings(data, schema)
    summary = {name: invoice.text(term) or None for name, term in SUMMARY.items()}
    summary["date"] = iso_date(invoice.text("BT-2"))
    answer = {
        "problem": None,
        "syntax": invoice.syntax,
        "profile": profile,
        "specification": specification or None,
        "schema": schema is not None,
        "broken": [*({"rule": rule, "message": message} for rule, message in wrong), *broken_rules(invoice, profile)],
        "invoice": {**summary, "lines": len(invoice.all("BG-25"))},
    }
    print(json.dumps(answer))


main()
