"""Writes an electronic invoice as a page that people can read.

Usage: invoice_page.py FILE RESULT

Writes HTML to RESULT: parties, lines, totals, VAT and payment, then every other text of an element under its name. Attributes
are shown only as units of quantities, and as other currencies. Prints JSON: {"problem": why the file is not an invoice, or null, "files":
number of files inside it, which are not shown}.
"""

import json
import os
import re
import sys
from html import escape

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from labels import LABELS, UNITS
from model import Group, NotAnInvoice, read_invoice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Countries whose invoices are written in their language.
LANGUAGES = {"DE": "de", "AT": "de", "FR": "fr"}
# Longest value that is listed, characters.
LONGEST = 2000

ADDRESS = ("street", "post_code", "city", "country")
FACTS = [("date", "BT-2"), ("due_date", "BT-9"), ("reference", "BT-10"), ("order", "BT-13"), ("delivered", "BT-72")]
SELLER = ("BT-27", "BG-5", ["BT-31", "BT-32", "BT-30", "BT-29", "BT-34", "BT-41", "BT-42", "BT-43"])
BUYER = ("BT-44", "BG-8", ["BT-48", "BT-47", "BT-46", "BT-49"])
TOTALS = [
    ("sum_of_lines", "BT-106"),
    ("allowances", "BT-107"),
    ("charges", "BT-108"),
    ("without_vat", "BT-109"),
    ("vat", "BT-110"),
    ("with_vat", "BT-112"),
    ("paid", "BT-113"),
    ("rounding", "BT-114"),
    ("due", "BT-115"),
]
BETWEEN, MINUS = " \u203a ", "\u2212"
# Elements around a value that its name has.
NAMED = 3
# Elements of a binary file inside the invoice.
FILES = {"EmbeddedDocumentBinaryObject", "AttachmentBinaryObject"}
# Elements that say whether an amount is added or taken off, which its sign shows.
TECHNICAL = {"ChargeIndicator", "Indicator"}


class Page:
    """Collects HTML, and which elements it shows."""

    def __init__(self, invoice: Group) -> None:
        self.invoice = invoice
        self.parts: list[str] = []
        self._shown: set[Any] = set()
        country = next((each.text("country") for each in invoice.groups("BG-5")), "")
        self.currency = invoice.text("BT-5")
        self.language = LANGUAGES.get(country, "en")
        self.labels = LABELS[self.language]

    def value(self, group: Group, term: str) -> str:
        """Returns the texts of a term, and notes that they are shown."""
        found = group.all(term)
        self._shown.update(each for each in found if not isinstance(each, str))
        texts = [text if isinstance(each, str) else self._text(each) for each, text in zip(found, group.texts(term), strict=True)]
        return ", ".join(text for text in texts if text)

    def _text(self, element: "Any") -> str:
        text = "".join(element.itertext()).strip()
        if element.get("format") == "102" and re.fullmatch(r"\d{8}", text):
            return f"{text[:4]}-{text[4:6]}-{text[6:8]}"
        currency = element.get("currencyID", self.currency)
        return text if currency == self.currency else f"{text} {currency}"

    def text_of(self, element: "Any") -> str:
        """Returns the text of an element, and notes that it is shown."""
        self._shown.add(element)
        return self._text(element)

    def show(self, group: Group, term: str) -> str:
        return escape(self.value(group, term))

    def table(self, head: "list[str]", rows: "list[list[str]]") -> None:
        if not rows:
            return
        self.parts.append("<table>")
        if head:
            self.parts.append("<thead><tr>" + "".join(f"<th>{escape(each)}</th>" for each in head) + "</tr></thead>")
        self.parts.append("<tbody>")
        self.parts += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
        self.parts.append("</tbody></table>")

    def heading(self, name: str) -> None:
        self.parts.append(f"<h2>{escape(self.labels[name])}</h2>")

    def rest(self) -> "list[tuple[str, str]]":
        """Returns the values that are not shown yet, each with the names of its elements, and its line."""
        found: list[tuple[str, str]] = []
        lines = {each.element: each.text("BT-126") for each in self.invoice.groups("BG-25")}
        for element in self.invoice.element.iter():
            if not isinstance(element.tag, str) or len(element) > 0 or element in self._shown:
                continue
            around = [element, *element.iterancestors()]
            line = next((f"{self.labels['line']} {lines[each]}: " for each in around if each in lines), "")
            names = [_name(each) for each in around[:NAMED] if each not in lines and each.getparent() is not None]
            text = self._text(element)
            # The only tax of these invoices.
            is_vat = text == "VAT" and names[:1] in (["TypeCode"], ["ID"])
            if text and names and names[0] not in FILES | TECHNICAL and not is_vat:
                found.append((line + BETWEEN.join(_words(name) for name in reversed(names)), text[:LONGEST]))
        return found

    @property
    def files(self) -> int:
        return sum(1 for each in self.invoice.element.iter() if isinstance(each.tag, str) and _name(each) in FILES)


def _name(element: "Any") -> str:
    return element.tag.rpartition("}")[2]


def _words(name: str) -> str:
    """Returns the name of an element as words: BuyerReference becomes Buyer reference."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|\d+", name)
    return " ".join([words[0], *(word if word.isupper() else word.lower() for word in words[1:])]) if words else name


def write(page: Page) -> None:
    invoice, labels = page.invoice, page.labels
    kind = "credit_note" if invoice.is_credit_note or invoice.text("BT-3") in ("381", "261", "396") else "invoice"
    if invoice.text("BT-3") in ("380", "381"):
        page.value(invoice, "BT-3")
    number = page.show(invoice, "BT-1")
    page.parts.append(f"<h1>{escape(labels[kind])} {number}</h1>")
    currency = page.show(invoice, "BT-5")
    parties = [_party(page, *party) for party in (SELLER, BUYER)]
    page.table([labels["seller"], labels["buyer"]], [parties])
    facts = [[escape(labels[name]), page.show(invoice, term)] for name, term in FACTS]
    page.table([], [fact for fact in facts if fact[1]])
    for note in invoice.all("BT-22"):
        page.parts.append(f"<p>{escape(page.text_of(note))}</p>")
    _lines(page, currency)
    _totals(page, currency)
    _payment(page)
    rest = page.rest()
    if rest:
        page.heading("others")
        page.table([], [[escape(name), escape(text)] for name, text in rest])


def _party(page: Page, name: str, address: str, others: "list[str]") -> str:
    lines = [f"<strong>{page.show(page.invoice, name)}</strong>"]
    for group in page.invoice.groups(address):
        street, code, city, country = (page.show(group, part) for part in ADDRESS)
        lines += [street, f"{code} {city}".strip(), country]
    lines += [page.show(page.invoice, term) for term in others]
    return "<br>".join(line for line in lines if line)


def _lines(page: Page, currency: str) -> None:
    labels = page.labels
    rows: list[list[str]] = []
    for line in page.invoice.groups("BG-25"):
        unit = line.text("BT-130")
        quantity = f"{page.show(line, 'BT-129')} {escape(UNITS[page.language].get(unit, unit))}".strip()
        item = "<br>".join(text for text in (page.show(line, "BT-153"), page.show(line, "BT-154")) if text)
        rate = page.show(line, "BT-152")
        page.value(line, "BT-151")
        vat = f"{rate} %" if rate else page.show(line, "BT-151")
        cells = [page.show(line, "BT-126"), item, quantity, page.show(line, "BT-146"), vat, page.show(line, "BT-131")]
        rows.append(cells)
        for group, sign in (("BG-27", MINUS), ("BG-28", "+")):
            for extra in line.groups(group):
                reason = page.show(extra, "reason") or page.show(extra, "reason_code")
                rows.append(["", reason, "", "", "", f"{sign} {page.show(extra, 'amount')}"])
    if rows:
        page.heading("lines")
        page.table([labels[name] for name in ("line", "item", "quantity", "price", "rate")] + [f"{labels['net']} ({currency})"], rows)


def _totals(page: Page, currency: str) -> None:
    invoice, labels = page.invoice, page.labels
    page.heading("totals")
    rows: list[list[str]] = []
    for group, sign in (("BG-20", MINUS), ("BG-21", "+")):
        for extra in invoice.groups(group):
            reason = page.show(extra, "reason") or page.show(extra, "reason_code")
            rate = page.show(extra, "rate")
            page.value(extra, "category")
            rows.append([f"{reason} ({rate} %)" if rate else reason, f"{sign} {page.show(extra, 'amount')}"])
    sums = [[escape(labels[name]), page.show(invoice, term)] for name, term in TOTALS]
    page.table(["", currency], rows + [row for row in sums if row[1]])
    breakdown = [
        [
            " ".join(each for each in (page.show(part, "BT-118"), _percent(page.show(part, "BT-119"))) if each),
            page.show(part, "BT-116"),
            page.show(part, "BT-117"),
            page.show(part, "BT-120") or page.show(part, "BT-121"),
        ]
        for part in invoice.groups("BG-23")
    ]
    page.table([labels["vat_rate"], labels["base"], labels["vat"], labels["exemption"]], breakdown)


def _percent(rate: str) -> str:
    return f"{rate} %" if rate else ""


def _payment(page: Page) -> None:
    means = page.invoice.groups("BG-16")
    terms = page.show(page.invoice, "BT-20")
    if not (means or terms):
        return
    page.heading("payment")
    if terms:
        page.parts.append(f"<p>{terms}</p>")
    terms_of = [("means", "BT-81"), ("account", "BT-84")]
    rows = [[escape(page.labels[name]), page.show(each, term)] for each in means for name, term in terms_of]
    page.table([], [row for row in rows if row[1]])


def main() -> None:
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        page = Page(read_invoice(data))
    except NotAnInvoice as problem:
        print(json.dumps({"problem": str(problem), "files": 0}))
        return
    write(page)
    with open(sys.argv[2], "w", encoding="utf-8") as result:
        result.write(f'<!DOCTYPE html><html lang="{page.language}"><head><meta charset="utf-8"></head><body>\n')
        result.write("\n".join(page.parts))
        result.write("\n</body></html>\n")
    print(json.dumps({"problem": None, "files": page.files}))


main()
