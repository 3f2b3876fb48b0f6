"""The rules of EN 16931-1 for VAT categories: BR-S-1 to BR-O-14."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from model import Group
from rules import CENT, ZERO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Finding = tuple[str, str]


@dataclass(frozen=True)
class Category:
    """A category of VAT."""

    # As in the names of its rules.
    rules: str
    name: str
    # Whether a rate is right; None: there is no rate.
    is_rate: "Callable[[Decimal | None], bool]"
    # Terms of which one is needed of the seller.
    seller: "tuple[str, ...]" = ("BT-31", "BT-32", "BT-63")
    # Terms of which one is needed of the buyer.
    buyer: "tuple[str, ...]" = ()
    # Whether it has a breakdown for each rate, and VAT that is to be paid.
    is_taxed: bool = False
    # Whether a reason says why there is no VAT: True, or False where there may be none.
    has_reason: bool = True


def _zero(rate: "Decimal | None") -> bool:
    return rate == 0


CATEGORIES = {
    "S": Category("S", "standard rate", lambda rate: rate is not None and rate > 0, is_taxed=True, has_reason=False),
    "Z": Category("Z", "zero rate", _zero, has_reason=False),
    "E": Category("E", "exempt", _zero),
    "AE": Category("AE", "reverse charge", _zero, buyer=("BT-48", "BT-47")),
    "K": Category("IC", "intra-community supply", _zero, seller=("BT-31", "BT-63"), buyer=("BT-48",)),
    "G": Category("G", "export", _zero, seller=("BT-31", "BT-63")),
    "O": Category("O", "not subject to VAT", lambda rate: rate is None, seller=()),
    "L": Category("AF", "IGIC", lambda rate: rate is not None and rate >= 0, is_taxed=True, has_reason=False),
    "M": Category("AG", "IPSI", lambda rate: rate is not None and rate >= 0, is_taxed=True, has_reason=False),
}


@dataclass(frozen=True)
class Taxed:
    """A line, allowance or charge with its category."""

    # Number of the rules of its kind: 5 for lines, 6 for allowances, 7 for charges.
    kind: int
    name: str
    category: str
    rate: "Decimal | None"
    # Added to what is taxed; negative for allowances.
    amount: Decimal


def findings(invoice: Group) -> "Iterator[Finding]":
    parts = list(_parts(invoice))
    for code, category in CATEGORIES.items():
        own = [part for part in parts if part.category == code]
        breakdowns = [each for each in invoice.groups("BG-23") if each.text("BT-118") == code]
        if own or breakdowns:
            yield from _presence(category, code, own, breakdowns)
            yield from _identifiers(invoice, category, own)
            yield from _rates(category, own)
            yield from _amounts(category, own, breakdowns)
            yield from _reasons(category, breakdowns)
            if code == "K" and breakdowns:
                yield from _delivery(invoice)
            if code == "O" and breakdowns:
                yield from _alone(invoice, parts)


def _parts(invoice: Group) -> "Iterator[Taxed]":
    for index, line in enumerate(invoice.groups("BG-25"), 1):
        name = f"Line {line.text('BT-126') or index}"
        yield Taxed(5, name, line.text("BT-151"), line.number("BT-152"), line.number("BT-131") or ZERO)
    for kind, group, name, sign in [(6, "BG-20", "An allowance", -1), (7, "BG-21", "A charge", 1)]:
        for extra in invoice.groups(group):
            amount = (extra.number("amount") or ZERO) * sign
            yield Taxed(kind, name, extra.text("category"), extra.number("rate"), amount)


def _presence(category: Category, code: str, own: "list[Taxed]", breakdowns: "list[Group]") -> "Iterator[Finding]":
    rule = f"BR-{category.rules}-01"
    if own and not breakdowns:
        yield rule, f"There is no VAT breakdown of the category {code} ({category.name})."
    elif not category.is_taxed and len(breakdowns) > 1:
        yield rule, f"There are several VAT breakdowns of the category {code} ({category.name})."


def _identifiers(invoice: Group, category: Category, own: "list[Taxed]") -> "Iterator[Finding]":
    for kind in sorted({part.kind for part in own}):
        rule = f"BR-{category.rules}-0{kind - 3}"
        if category.rules == "O":
            given = [term for term in ("BT-31", "BT-48", "BT-63") if invoice.text(term)]
            if given:
                yield rule, f"What is not subject to VAT has no VAT identifiers ({', '.join(given)})."
            continue
        if not any(invoice.text(term) for term in category.seller):
            yield rule, f"The seller has no VAT identifier for {category.name} ({' or '.join(category.seller)})."
        elif category.buyer and not any(invoice.text(term) for term in category.buyer):
            yield rule, f"The buyer has no identifier for {category.name} ({' or '.join(category.buyer)})."


def _rates(category: Category, own: "list[Taxed]") -> "Iterator[Finding]":
    for part in own:
        if not category.is_rate(part.rate):
            rate = "no rate" if part.rate is None else f"the rate {part.rate}"
            yield f"BR-{category.rules}-0{part.kind}", f"{part.name} has {rate}, which is wrong for {category.name}."


def _amounts(category: Category, own: "list[Taxed]", breakdowns: "list[Group]") -> "Iterator[Finding]":
    for each in breakdowns:
        base, vat, rate = each.number("BT-116"), each.number("BT-117"), each.number("BT-119")
        same = [part for part in own if not category.is_taxed or part.rate == rate]
        expected = sum((part.amount for part in same), ZERO).quantize(CENT, ROUND_HALF_UP)
        name = f"The VAT breakdown of {category.name}" + (f" at {rate} %" if category.is_taxed else "")
        # Profiles without lines have nothing to compare with.
        if same and base is not None and abs(base - expected) >= (1 if category.is_taxed else CENT):
            yield f"BR-{category.rules}-08", f"{name} has the taxable amount {base}, not {expected} (BT-116)."
        if not category.is_taxed and vat is not None and vat != 0:
            yield f"BR-{category.rules}-09", f"{name} has VAT: {vat} (BT-117)."
        if category.is_taxed and base is not None and vat is not None and rate is not None:
            right = (base * rate / 100).quantize(CENT, ROUND_HALF_UP)
            if abs(vat - right) >= 1:
                yield f"BR-{category.rules}-09", f"{name} has the tax amount {vat}, not {right} (BT-117)."


def _reasons(category: Category, breakdowns: "list[Group]") -> "Iterator[Finding]":
    for each in breakdowns:
        has = bool(each.text("BT-120") or each.text("BT-121"))
        if has != category.has_reason:
            what = "lacks a reason why there is no VAT" if category.has_reason else "has a reason for no VAT"
            yield f"BR-{category.rules}-10", f"The VAT breakdown of {category.name} {what} (BT-120, BT-121)."


def _delivery(invoice: Group) -> "Iterator[Finding]":
    has_period = any(each.text("start") or each.text("end") for each in invoice.groups("BG-14"))
    if not (invoice.text("BT-72") or has_period):
        yield "BR-IC-11", "An intra-community supply lacks the date or period of its delivery (BT-72, BG-14)."
    if not any(each.text("country") for each in invoice.groups("BG-15")):
        yield "BR-IC-12", "An intra-community supply lacks the country that it is delivered to (BT-80)."


def _alone(invoice: Group, parts: "list[Taxed]") -> "Iterator[Finding]":
    if len(invoice.groups("BG-23")) > 1:
        yield "BR-O-11", "Beside what is not subject to VAT there are other VAT breakdowns."
    for part in parts:
        if part.category != "O":
            rule = {5: "BR-O-12", 6: "BR-O-13", 7: "BR-O-14"}[part.kind]
            yield rule, f"{part.name} is of another category than what is not subject to VAT."
