"""Rules of XRechnung, the German use of EN 16931 (BR-DE-…), as far as they need no code list."""

import re

from model import Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Finding = tuple[str, str]

# What German invoices must have besides: rule, term, what.
MUST_HAVE = [
    ("BR-DE-1", "BG-16", "a payment instruction"),
    ("BR-DE-2", "BG-6", "a contact of the seller"),
    ("BR-DE-15", "BT-10", "a reference of the buyer (Leitweg-ID)"),
]
CONTACT = [("BR-DE-5", "BT-41", "name"), ("BR-DE-6", "BT-42", "telephone number"), ("BR-DE-7", "BT-43", "e-mail address")]
ADDRESSES = [
    ("BG-5", "the seller", "BR-DE-3", "BR-DE-4"),
    ("BG-8", "the buyer", "BR-DE-8", "BR-DE-9"),
    ("BG-15", "the delivery", "BR-DE-10", "BR-DE-11"),
]
TYPES = frozenset("326 380 384 389 381 875 876 877".split())
# Categories for which the seller needs an identifier of its taxes.
IDENTIFIED = frozenset("S Z E AE K G L M".split())


def findings(invoice: Group) -> "Iterator[Finding]":
    for rule, term, what in MUST_HAVE:
        if not (invoice.has(term) if term.startswith("BG") else invoice.text(term)):
            yield rule, f"The invoice lacks {what} ({term})."
    if invoice.has("BG-6"):
        for rule, term, what in CONTACT:
            if not invoice.text(term):
                yield rule, f"The contact of the seller lacks a {what} ({term})."
    for group, who, city, code in ADDRESSES:
        for address in invoice.groups(group):
            if not address.text("city"):
                yield city, f"The address of {who} lacks a city."
            if not address.text("post_code"):
                yield code, f"The address of {who} lacks a post code."
    for part in invoice.groups("BG-23"):
        if not part.text("BT-119"):
            yield "BR-DE-14", "A VAT breakdown lacks its rate (BT-119)."
    used = {each.text("BT-151") for each in invoice.groups("BG-25")}
    used |= {each.text("category") for group in ("BG-20", "BG-21") for each in invoice.groups(group)}
    has_identifier = invoice.text("BT-31") or invoice.text("BT-32") or invoice.has("BG-11")
    if used & IDENTIFIED and not has_identifier:
        yield "BR-DE-16", "The seller has no VAT identifier, tax number or tax representative (BT-31, BT-32, BG-11)."
    kind = invoice.text("BT-3")
    if kind and kind not in TYPES:
        yield "BR-DE-17", f"The type {kind} is not one of XRechnung (BT-3)."
    if kind == "384" and not invoice.has("BG-3"):
        yield "BR-DE-26", "A corrected invoice lacks the reference to the earlier one (BG-3)."
    yield from _payment(invoice)
    phone, mail = invoice.text("BT-42"), invoice.text("BT-43")
    if phone and len(re.findall(r"\d", phone)) < 3:
        yield "BR-DE-27", f"{phone} is not a telephone number (BT-42)."
    if mail and not re.fullmatch(r"[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]|[^@\s.]@[^@\s.].*[^@\s.]", mail):
        yield "BR-DE-28", f"{mail} is not an e-mail address (BT-43)."


def _payment(invoice: Group) -> "Iterator[Finding]":
    for means in invoice.groups("BG-16"):
        code, account = means.text("BT-81"), means.text("BT-84")
        if code in ("30", "58") and not means.has("BG-17"):
            yield "BR-DE-23-a", "A credit transfer lacks its account (BG-17)."
        if code in ("48", "54", "55") and not means.has("BG-18"):
            yield "BR-DE-24-a", "A payment by card lacks the card (BG-18)."
        if code == "58" and account and not is_iban(account):
            yield "BR-DE-19", f"{account} is not an IBAN (BT-84)."
        debit = means.text("BT-91")
        if code == "59" and debit and not is_iban(debit):
            yield "BR-DE-20", f"{debit} is not an IBAN (BT-91)."


def is_iban(text: str) -> bool:
    """Whether the check digits of an account number are right (ISO 13616)."""
    account = re.sub(r"\s", "", text).upper()
    if not re.fullmatch(r"[A-Z]{2}\d\d[A-Z0-9]{1,30}", account):
        return False
    moved = account[4:] + account[:4]
    return int("".join(str(int(each, 36)) for each in moved)) % 97 == 1
