"""The business rules of EN 16931-1 that need no code list: what an invoice must have, and how its amounts belong together.

Each rule has the name that the standard gives it. Amounts are compared exactly, as decimal numbers.
"""

import re
from decimal import ROUND_HALF_UP, Decimal

from model import Group, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Finding = tuple[str, str]

ZERO = Decimal(0)
CENT = Decimal("0.01")

# Terms that every invoice has: rule, term, what it is.
MUST_HAVE = [
    ("BR-01", "BT-24", "a specification identifier"),
    ("BR-02", "BT-1", "a number"),
    ("BR-03", "BT-2", "a date of issue"),
    ("BR-04", "BT-3", "a type code"),
    ("BR-05", "BT-5", "a currency"),
    ("BR-06", "BT-27", "the name of the seller"),
    ("BR-07", "BT-44", "the name of the buyer"),
    ("BR-08", "BG-5", "the address of the seller"),
    ("BR-10", "BG-8", "the address of the buyer"),
    ("BR-12", "BT-106", "the sum of the lines"),
    ("BR-13", "BT-109", "the total without VAT"),
    ("BR-14", "BT-112", "the total with VAT"),
    ("BR-15", "BT-115", "the amount that is due"),
    ("BR-16", "BG-25", "a line"),
    ("BR-CO-18", "BG-23", "a VAT breakdown"),
]

# The same of a line, with the number of the rule.
LINE_MUST_HAVE = [
    ("BR-21", "BT-126", "an identifier"),
    ("BR-22", "BT-129", "a quantity"),
    ("BR-23", "BT-130", "a unit of its quantity"),
    ("BR-24", "BT-131", "a net amount"),
    ("BR-25", "BT-153", "the name of an item"),
    ("BR-26", "BT-146", "a net price"),
    ("BR-CO-04", "BT-151", "a VAT category"),
]

BREAKDOWN_MUST_HAVE = [
    ("BR-45", "BT-116", "a taxable amount"),
    ("BR-46", "BT-117", "a tax amount"),
    ("BR-47", "BT-118", "a VAT category"),
]

# Allowances and charges: group, rules for amount, VAT category and reason.
EXTRAS = {
    "BG-20": ("The allowance", "BR-31", "BR-32", "BR-33"),
    "BG-21": ("The charge", "BR-36", "BR-37", "BR-38"),
}
LINE_EXTRAS = {
    "BG-27": ("an allowance", "BR-41", "BR-42"),
    "BG-28": ("a charge", "BR-43", "BR-44"),
}

# Amounts of the whole invoice with at most two decimals: rule, term.
CENTS = [
    ("BR-DEC-09", "BT-106"),
    ("BR-DEC-10", "BT-107"),
    ("BR-DEC-11", "BT-108"),
    ("BR-DEC-12", "BT-109"),
    ("BR-DEC-13", "BT-110"),
    ("BR-DEC-14", "BT-112"),
    ("BR-DEC-16", "BT-113"),
    ("BR-DEC-17", "BT-114"),
    ("BR-DEC-18", "BT-115"),
]


def findings(invoice: Group) -> "Iterator[Finding]":
    """Yields each broken rule, with what is wrong."""
    yield from _must_have(invoice)
    yield from _parties(invoice)
    yield from _lines(invoice)
    yield from _extras(invoice)
    yield from _totals(invoice)
    yield from _breakdown(invoice)
    yield from _payment(invoice)
    yield from _others(invoice)


def _must_have(invoice: Group) -> "Iterator[Finding]":
    for rule, term, what in MUST_HAVE:
        is_group = term.startswith("BG")
        if not (invoice.has(term) if is_group else invoice.text(term)):
            yield rule, f"The invoice lacks {what} ({term})."


def _parties(invoice: Group) -> "Iterator[Finding]":
    countries = [("BR-09", "BG-5", "the seller"), ("BR-11", "BG-8", "the buyer"), ("BR-57", "BG-15", "the delivery")]
    for rule, group, who in countries:
        if any(not each.text("country") for each in invoice.groups(group)):
            yield rule, f"The address of {who} lacks a country."
    if invoice.has("BG-10") and not invoice.text("BT-59"):
        yield "BR-17", "The payee lacks a name (BT-59)."
    if invoice.has("BG-11"):
        if not invoice.text("BT-62"):
            yield "BR-18", "The tax representative lacks a name (BT-62)."
        if not invoice.has("BG-12"):
            yield "BR-19", "The tax representative lacks an address (BG-12)."
        elif not any(each.text("country") for each in invoice.groups("BG-12")):
            yield "BR-20", "The address of the tax representative lacks a country (BT-69)."
        if not invoice.text("BT-63"):
            yield "BR-56", "The tax representative lacks a VAT identifier (BT-63)."
    for rule, term, who in [("BR-62", "BT-34", "seller"), ("BR-63", "BT-49", "buyer")]:
        if any(not scheme for scheme in invoice.attribute(term, "schemeID")):
            yield rule, f"The electronic address of the {who} lacks its scheme ({term})."
    for term in ("BT-31", "BT-48", "BT-63"):
        for text in invoice.texts(term):
            if not re.match(r"[A-Z]{2}", text):
                yield "BR-CO-09", f"The VAT identifier {text} does not begin with the code of a country ({term})."
    if not any(invoice.text(term) for term in ("BT-29", "BT-30", "BT-31")):
        yield "BR-CO-26", "The seller has no identifier (BT-29), registration (BT-30) or VAT identifier (BT-31)."


def _lines(invoice: Group) -> "Iterator[Finding]":
    for index, line in enumerate(invoice.groups("BG-25"), 1):
        name = f"Line {line.text('BT-126') or index}"
        for rule, term, what in LINE_MUST_HAVE:
            if not line.text(term):
                yield rule, f"{name} lacks {what} ({term})."
        for rule, term, what in [("BR-27", "BT-146", "net"), ("BR-28", "BT-148", "gross")]:
            price = line.number(term)
            if price is not None and price < 0:
                yield rule, f"{name} has a negative {what} price ({term})."
        for period in line.groups("BG-26"):
            yield from _period(period, "BR-30", "BR-CO-20", name)
        for group, (what, amount, reason) in LINE_EXTRAS.items():
            for extra in line.groups(group):
                if extra.number("amount") is None:
                    yield amount, f"{name} has {what} without an amount."
                if not (extra.text("reason") or extra.text("reason_code")):
                    yield reason, f"{name} has {what} without a reason."
                if _is_fine(extra.text("amount")):
                    yield "BR-DEC-24" if group == "BG-27" else "BR-DEC-27", f"{name} has {what} with more than two decimals."
        if _is_fine(line.text("BT-131")):
            yield "BR-DEC-23", f"The net amount of {name.lower()} has more than two decimals (BT-131)."
        for attribute in line.groups("BG-32"):
            if not (attribute.text("BT-160") and attribute.text("BT-161")):
                yield "BR-54", f"{name} has an attribute of its item without a name or a value."
        for rule, term, scheme in [("BR-64", "BT-157", "schemeID"), ("BR-65", "BT-158", "listID")]:
            if any(not each for each in line.attribute(term, scheme)):
                yield rule, f"{name} has an identifier of its item without its scheme ({term})."


def _period(period: Group, order: str, empty: str, name: str) -> "Iterator[Finding]":
    start, end = period.text("start"), period.text("end")
    if not (start or end):
        yield empty, f"{name} has a period without a start and an end."
    if start and end and _digits(end) < _digits(start):
        yield order, f"{name} has a period that ends before it starts."


def _digits(date: str) -> str:
    return re.sub(r"\D", "", date)


def _extras(invoice: Group) -> "Iterator[Finding]":
    for group, (name, amount, category, reason) in EXTRAS.items():
        for extra in invoice.groups(group):
            if extra.number("amount") is None:
                yield amount, f"{name} lacks an amount."
            if not extra.text("category"):
                yield category, f"{name} lacks a VAT category."
            if not (extra.text("reason") or extra.text("reason_code")):
                yield reason, f"{name} lacks a reason."
            if _is_fine(extra.text("amount")):
                yield "BR-DEC-01" if group == "BG-20" else "BR-DEC-05", f"{name} has more than two decimals."


def _is_fine(text: str) -> bool:
    """Whether an amount is finer than a cent."""
    return len(text.partition(".")[2]) > 2


def sums(invoice: Group, group: str, term: str) -> Decimal:
    return sum((each.number(term) or ZERO for each in invoice.groups(group)), ZERO)


def vat_totals(invoice: Group) -> "list[Decimal]":
    """Returns the amounts of VAT in the currency of the invoice (BT-110); there may be others (BT-111)."""
    currency = invoice.text("BT-5")
    own = [each for each in invoice.all("BT-110") if each.get("currencyID", currency) == currency]
    return [number_of("".join(each.itertext()).strip()) or ZERO for each in own]


def _totals(invoice: Group) -> "Iterator[Finding]":
    for rule, term in CENTS:
        if any(_is_fine(text) for text in invoice.texts(term)):
            yield rule, f"An amount has more than two decimals ({term})."
    total = {name: invoice.number(f"BT-{name}") for name in (106, 107, 108, 109, 112, 113, 114, 115)}
    if invoice.has("BG-25") and total[106] is not None and total[106] != sums(invoice, "BG-25", "BT-131").quantize(CENT, ROUND_HALF_UP):
        yield "BR-CO-10", f"The sum of the lines is {sums(invoice, 'BG-25', 'BT-131')}, not {total[106]} (BT-106)."
    for rule, group, name in [("BR-CO-11", "BG-20", 107), ("BR-CO-12", "BG-21", 108)]:
        found = sums(invoice, group, "amount")
        if (total[name] or ZERO) != found.quantize(CENT, ROUND_HALF_UP):
            yield rule, f"The sum of the {'allowances' if name == 107 else 'charges'} is {found}, not {total[name]} (BT-{name})."
    base = (total[106] or ZERO) - (total[107] or ZERO) + (total[108] or ZERO)
    if total[106] is not None and total[109] is not None and total[109] != base:
        yield "BR-CO-13", f"The total without VAT is {base}, not {total[109]} (BT-109)."
    amounts = vat_totals(invoice)
    vat = amounts[0] if amounts else ZERO
    if invoice.has("BG-23") and vat != sums(invoice, "BG-23", "BT-117").quantize(CENT, ROUND_HALF_UP):
        yield "BR-CO-14", f"The sum of the VAT amounts is {sums(invoice, 'BG-23', 'BT-117')}, not {vat} (BT-110)."
    if len(amounts) > 1:
        yield "BR-CO-15", "There are several total amounts of VAT in the currency of the invoice (BT-110)."
    elif total[109] is not None and total[112] is not None and total[112] != total[109] + vat:
        yield "BR-CO-15", f"The total with VAT is {total[109] + vat}, not {total[112]} (BT-112)."
    due = (total[112] or ZERO) - (total[113] or ZERO) + (total[114] or ZERO)
    if total[112] is not None and total[115] is not None and total[115] != due:
        yield "BR-CO-16", f"The amount that is due is {due}, not {total[115]} (BT-115)."
    # A credit note is not due.
    if not invoice.is_credit_note and (total[115] or ZERO) > 0 and not (invoice.text("BT-9") or invoice.text("BT-20")):
        yield "BR-CO-25", "An amount is due, and there is neither a due date (BT-9) nor terms (BT-20)."
    currency = invoice.text("BT-6")
    if currency and not any(each.get("currencyID") == currency for each in invoice.all("BT-110")):
        yield "BR-53", f"The amount of VAT in {currency} is missing (BT-111)."


def _breakdown(invoice: Group) -> "Iterator[Finding]":
    for part in invoice.groups("BG-23"):
        category = part.text("BT-118")
        name = f"The VAT breakdown {category}".rstrip()
        for rule, term, what in BREAKDOWN_MUST_HAVE:
            if not part.text(term):
                yield rule, f"{name} lacks {what} ({term})."
        if not part.text("BT-119") and category != "O":
            yield "BR-48", f"{name} lacks a rate (BT-119)."
        for rule, term in [("BR-DEC-19", "BT-116"), ("BR-DEC-20", "BT-117")]:
            if _is_fine(part.text(term)):
                yield rule, f"{name} has an amount with more than two decimals ({term})."
        base, vat, rate = (part.number(term) for term in ("BT-116", "BT-117", "BT-119"))
        if base is not None and vat is not None and rate is not None and abs(vat - base * rate / 100) >= 1:
            yield "BR-CO-17", f"{name}: {rate} % of {base} is not {vat} (BT-117)."


def _payment(invoice: Group) -> "Iterator[Finding]":
    for means in invoice.groups("BG-16"):
        code = means.text("BT-81")
        if not code:
            yield "BR-49", "A payment instruction lacks the code of its means (BT-81)."
        if means.has("BG-17") and not means.text("BT-84"):
            yield "BR-50", "A credit transfer lacks its account (BT-84)."
        if code in ("30", "58") and not means.text("BT-84"):
            yield "BR-61", "A credit transfer lacks its account (BT-84)."
        if means.has("BG-18") and len(means.text("BT-87")) > 10:
            yield "BR-51", "The number of a card is more than its first 6 and last 4 digits (BT-87)."


def _others(invoice: Group) -> "Iterator[Finding]":
    if invoice.text("BT-7") and invoice.text("BT-8"):
        yield "BR-CO-03", "There are both a VAT date (BT-7) and a code for it (BT-8)."
    for period in invoice.groups("BG-14"):
        # In UBL the period also holds the code of the VAT date.
        if invoice.syntax == "ubl" and not (period.text("start") or period.text("end")) and invoice.text("BT-8"):
            continue
        yield from _period(period, "BR-29", "BR-CO-19", "The invoice")
    if any(not each.text("BT-25") for each in invoice.groups("BG-3")):
        yield "BR-55", "The reference to an earlier invoice lacks its number (BT-25)."
    if any(not each.text("BT-122") for each in invoice.groups("BG-24")):
        yield "BR-52", "A supporting document lacks its reference (BT-122)."
