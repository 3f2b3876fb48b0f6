"""Codes that EN 16931-1 allows, and the rules about them (BR-CL-…). Long lists, such as that of units, are not checked."""

import re

from model import Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Finding = tuple[str, str]

# UNTDID 1001, for invoices and credit notes.
TYPES = frozenset(
    "71 80 81 82 83 84 102 130 202 203 204 211 218 219 261 262 295 296 308 325 326 331 380 381 382 383 384 385 386 387 388 389 390 393"
    " 394 395 396 420 425 427 456 457 458 471 472 473 500 501 502 503 527 532 553 575 623 633 751 780 817 870 875 876 877 935".split()
)
VAT_CATEGORIES = frozenset("S Z E AE K G O L M B".split())
# ISO 3166-1, and XI for Northern Ireland and 1A for Kosovo.
COUNTRIES = frozenset(
    "1A AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH"
    " CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP"
    " GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR"
    " LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF"
    " PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ"
    " TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW".split()
)


def findings(invoice: Group) -> "Iterator[Finding]":
    kind = invoice.text("BT-3")
    if kind and kind not in TYPES:
        yield "BR-CL-01", f"{kind} is not a type of invoices (BT-3, UNTDID 1001)."
    for term in ("BT-5", "BT-6"):
        currency = invoice.text(term)
        if currency and not re.fullmatch(r"[A-Z]{3}", currency):
            yield "BR-CL-04" if term == "BT-5" else "BR-CL-05", f"{currency} is not a currency ({term}, ISO 4217)."
    for group in ("BG-5", "BG-8", "BG-12", "BG-15"):
        for address in invoice.groups(group):
            country = address.text("country")
            if country and country not in COUNTRIES:
                yield "BR-CL-14", f"{country} is not a country ({group}, ISO 3166-1)."
    codes = [each.text("BT-118") for each in invoice.groups("BG-23")]
    codes += [each.text("category") for group in ("BG-20", "BG-21") for each in invoice.groups(group)]
    for rule, some in [("BR-CL-17", codes), ("BR-CL-18", [each.text("BT-151") for each in invoice.groups("BG-25")])]:
        for code in sorted({each for each in some if each and each not in VAT_CATEGORIES}):
            yield rule, f"{code} is not a category of VAT (UNCL 5305)."
    for means in invoice.groups("BG-16"):
        code = means.text("BT-81")
        if code and not re.fullmatch(r"[1-9]|[1-6]\d|70|7[4-8]|9[1-8]|ZZZ", code):
            yield "BR-CL-16", f"{code} is not a means of payment (BT-81, UNCL 4461)."
