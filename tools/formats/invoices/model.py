"""Reads an electronic invoice of EN 16931 in either syntax, UBL or CII, into the terms of the standard (BT-1, BG-25 …)."""

import re
from dataclasses import dataclass
from decimal import Decimal

from lxml import etree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAMES = {
    "cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    "cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    "rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}

_UBL = "urn:oasis:names:specification:ubl:schema:xsd:"
# Root elements: the syntax.
ROOTS = {
    f"{{{_UBL}Invoice-2}}Invoice": "ubl",
    f"{{{_UBL}CreditNote-2}}CreditNote": "ubl",
    f"{{{NAMES['rsm']}}}CrossIndustryInvoice": "cii",
}
# Invoices that are older than the standard.
OLD_ROOTS = {"{urn:ferd:CrossIndustryDocument:invoice:1p0}CrossIndustryDocument": "ZUGFeRD 1"}


class NotAnInvoice(Exception):
    """The file is not an invoice that can be read; the message says why."""


# Parts of CII that paths begin with.
_CII = {
    "H": "rsm:ExchangedDocument",
    "A": "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement",
    "D": "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery",
    "S": "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement",
    "M": "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation",
}

_SUPPLIER = "cac:AccountingSupplierParty/cac:Party"
_CUSTOMER = "cac:AccountingCustomerParty/cac:Party"
_REP = "cac:TaxRepresentativeParty"
_VAT_ID = "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='VAT']/cbc:CompanyID"
_CONTACT = "ram:SellerTradeParty/ram:DefinedTradeContact"
_ACCOUNT = "ram:PayeePartyCreditorFinancialAccount"
_DATE = "udt:DateTimeString"
# Whether an indicator is true or false, in both ways to write it.
_IS_FALSE = "[normalize-space()='false' or normalize-space()='0']"
_IS_TRUE = "[normalize-space()='true' or normalize-space()='1']"
_ALLOWANCE = f"cac:AllowanceCharge[cbc:ChargeIndicator{_IS_FALSE}]"
_CHARGE = f"cac:AllowanceCharge[cbc:ChargeIndicator{_IS_TRUE}]"
_CII_ALLOWANCE = f"ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator{_IS_FALSE}]"
_CII_CHARGE = f"ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator{_IS_TRUE}]"

# Terms of the whole invoice: path in UBL, path in CII.
TERMS: "dict[str, tuple[str, str]]" = {
    "BT-1": ("cbc:ID", "H/ram:ID"),
    "BT-2": ("cbc:IssueDate", f"H/ram:IssueDateTime/{_DATE}"),
    "BT-3": ("cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode", "H/ram:TypeCode"),
    "BT-5": ("cbc:DocumentCurrencyCode", "S/ram:InvoiceCurrencyCode"),
    "BT-6": ("cbc:TaxCurrencyCode", "S/ram:TaxCurrencyCode"),
    "BT-7": ("cbc:TaxPointDate", "S/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString"),
    "BT-8": ("cac:InvoicePeriod/cbc:DescriptionCode", "S/ram:ApplicableTradeTax/ram:DueDateTypeCode"),
    "BT-9": (
        "cbc:DueDate | cac:PaymentMeans/cbc:PaymentDueDate",
        f"S/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/{_DATE}",
    ),
    "BT-10": ("cbc:BuyerReference", "A/ram:BuyerReference"),
    "BT-13": ("cac:OrderReference/cbc:ID", "A/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID"),
    "BT-20": ("cac:PaymentTerms/cbc:Note", "S/ram:SpecifiedTradePaymentTerms/ram:Description"),
    "BT-22": ("cbc:Note", "H/ram:IncludedNote/ram:Content"),
    "BT-23": (
        "cbc:ProfileID",
        "rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID",
    ),
    "BT-24": (
        "cbc:CustomizationID",
        "rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID",
    ),
    "BT-27": (f"{_SUPPLIER}/cac:PartyLegalEntity/cbc:RegistrationName", "A/ram:SellerTradeParty/ram:Name"),
    "BT-29": (
        f"{_SUPPLIER}/cac:PartyIdentification/cbc:ID",
        "A/ram:SellerTradeParty/ram:ID | A/ram:SellerTradeParty/ram:GlobalID",
    ),
    "BT-30": (
        f"{_SUPPLIER}/cac:PartyLegalEntity/cbc:CompanyID",
        "A/ram:SellerTradeParty/ram:SpecifiedLegalOrganization/ram:ID",
    ),
    "BT-31": (
        f"{_SUPPLIER}/{_VAT_ID}",
        "A/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']",
    ),
    "BT-32": (
        f"{_SUPPLIER}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!='VAT']/cbc:CompanyID",
        "A/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']",
    ),
    "BT-34": (
        f"{_SUPPLIER}/cbc:EndpointID",
        "A/ram:SellerTradeParty/ram:URIUniversalCommunication/ram:URIID",
    ),
    "BG-5": (f"{_SUPPLIER}/cac:PostalAddress", "A/ram:SellerTradeParty/ram:PostalTradeAddress"),
    "BG-6": (f"{_SUPPLIER}/cac:Contact", "A/ram:SellerTradeParty/ram:DefinedTradeContact"),
    "BT-41": (
        f"{_SUPPLIER}/cac:Contact/cbc:Name",
        f"A/{_CONTACT}/ram:PersonName | A/{_CONTACT}/ram:DepartmentName",
    ),
    "BT-42": (
        f"{_SUPPLIER}/cac:Contact/cbc:Telephone",
        f"A/{_CONTACT}/ram:TelephoneUniversalCommunication/ram:CompleteNumber",
    ),
    "BT-43": (
        f"{_SUPPLIER}/cac:Contact/cbc:ElectronicMail",
        f"A/{_CONTACT}/ram:EmailURIUniversalCommunication/ram:URIID",
    ),
    "BT-44": (f"{_CUSTOMER}/cac:PartyLegalEntity/cbc:RegistrationName", "A/ram:BuyerTradeParty/ram:Name"),
    "BT-46": (
        f"{_CUSTOMER}/cac:PartyIdentification/cbc:ID",
        "A/ram:BuyerTradeParty/ram:ID | A/ram:BuyerTradeParty/ram:GlobalID",
    ),
    "BT-47": (
        f"{_CUSTOMER}/cac:PartyLegalEntity/cbc:CompanyID",
        "A/ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID",
    ),
    "BT-48": (
        f"{_CUSTOMER}/{_VAT_ID}",
        "A/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']",
    ),
    "BT-49": (f"{_CUSTOMER}/cbc:EndpointID", "A/ram:BuyerTradeParty/ram:URIUniversalCommunication/ram:URIID"),
    "BG-8": (f"{_CUSTOMER}/cac:PostalAddress", "A/ram:BuyerTradeParty/ram:PostalTradeAddress"),
    "BG-10": ("cac:PayeeParty", "S/ram:PayeeTradeParty"),
    "BT-59": ("cac:PayeeParty/cac:PartyName/cbc:Name", "S/ram:PayeeTradeParty/ram:Name"),
    "BG-11": (_REP, "A/ram:SellerTaxRepresentativeTradeParty"),
    "BT-62": (f"{_REP}/cac:PartyName/cbc:Name", "A/ram:SellerTaxRepresentativeTradeParty/ram:Name"),
    "BT-63": (
        f"{_REP}/{_VAT_ID}",
        "A/ram:SellerTaxRepresentativeTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']",
    ),
    "BG-12": (f"{_REP}/cac:PostalAddress", "A/ram:SellerTaxRepresentativeTradeParty/ram:PostalTradeAddress"),
    "BT-72": (
        "cac:Delivery/cbc:ActualDeliveryDate",
        f"D/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/{_DATE}",
    ),
    "BG-14": ("cac:InvoicePeriod", "S/ram:BillingSpecifiedPeriod"),
    "BG-15": ("cac:Delivery/cac:DeliveryLocation/cac:Address", "D/ram:ShipToTradeParty/ram:PostalTradeAddress"),
    "BG-16": ("cac:PaymentMeans", "S/ram:SpecifiedTradeSettlementPaymentMeans"),
    "BG-19": (
        "cac:PaymentMeans/cac:PaymentMandate",
        "S/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID",
    ),
    "BT-106": ("cac:LegalMonetaryTotal/cbc:LineExtensionAmount", "M/ram:LineTotalAmount"),
    "BT-107": ("cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount", "M/ram:AllowanceTotalAmount"),
    "BT-108": ("cac:LegalMonetaryTotal/cbc:ChargeTotalAmount", "M/ram:ChargeTotalAmount"),
    "BT-109": ("cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount", "M/ram:TaxBasisTotalAmount"),
    "BT-110": ("cac:TaxTotal/cbc:TaxAmount", "M/ram:TaxTotalAmount"),
    "BT-112": ("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount", "M/ram:GrandTotalAmount"),
    "BT-113": ("cac:LegalMonetaryTotal/cbc:PrepaidAmount", "M/ram:TotalPrepaidAmount"),
    "BT-114": ("cac:LegalMonetaryTotal/cbc:PayableRoundingAmount", "M/ram:RoundingAmount"),
    "BT-115": ("cac:LegalMonetaryTotal/cbc:PayableAmount", "M/ram:DuePayableAmount"),
    "BG-3": ("cac:BillingReference", "S/ram:InvoiceReferencedDocument"),
    "BG-20": (_ALLOWANCE, f"S/{_CII_ALLOWANCE}"),
    "BG-21": (_CHARGE, f"S/{_CII_CHARGE}"),
    "BG-23": ("cac:TaxTotal/cac:TaxSubtotal", "S/ram:ApplicableTradeTax"),
    "BG-24": (
        "cac:AdditionalDocumentReference[not(cbc:DocumentTypeCode='130' or cbc:DocumentTypeCode='50')]",
        "A/ram:AdditionalReferencedDocument[ram:TypeCode='916']",
    ),
    "BG-25": (
        "cac:InvoiceLine | cac:CreditNoteLine",
        "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem",
    ),
}

_CII_AGREED = "ram:SpecifiedLineTradeAgreement"
_CII_SETTLED = "ram:SpecifiedLineTradeSettlement"

# Terms inside a group: path in UBL, path in CII.
INSIDE: "dict[str, tuple[str, str]]" = {
    # Any address: BT-37, BT-38, BT-40 of the seller, and so on.
    "street": ("cbc:StreetName", "ram:LineOne"),
    "city": ("cbc:CityName", "ram:CityName"),
    "post_code": ("cbc:PostalZone", "ram:PostcodeCode"),
    "country": ("cac:Country/cbc:IdentificationCode", "ram:CountryID"),
    # Any period: BT-73 and BT-74, BT-134 and BT-135.
    "start": ("cbc:StartDate", f"ram:StartDateTime/{_DATE}"),
    "end": ("cbc:EndDate", f"ram:EndDateTime/{_DATE}"),
    # Any allowance or charge.
    "amount": ("cbc:Amount", "ram:ActualAmount"),
    "base": ("cbc:BaseAmount", "ram:BasisAmount"),
    "reason": ("cbc:AllowanceChargeReason", "ram:Reason"),
    "reason_code": ("cbc:AllowanceChargeReasonCode", "ram:ReasonCode"),
    "category": ("cac:TaxCategory/cbc:ID", "ram:CategoryTradeTax/ram:CategoryCode"),
    "rate": ("cac:TaxCategory/cbc:Percent", "ram:CategoryTradeTax/ram:RateApplicablePercent"),
    # A VAT breakdown.
    "BT-116": ("cbc:TaxableAmount", "ram:BasisAmount"),
    "BT-117": ("cbc:TaxAmount", "ram:CalculatedAmount"),
    "BT-118": ("cac:TaxCategory/cbc:ID", "ram:CategoryCode"),
    "BT-119": ("cac:TaxCategory/cbc:Percent", "ram:RateApplicablePercent"),
    "BT-120": ("cac:TaxCategory/cbc:TaxExemptionReason", "ram:ExemptionReason"),
    "BT-121": ("cac:TaxCategory/cbc:TaxExemptionReasonCode", "ram:ExemptionReasonCode"),
    # A line.
    "BT-126": ("cbc:ID", "ram:AssociatedDocumentLineDocument/ram:LineID"),
    "BT-129": ("cbc:InvoicedQuantity | cbc:CreditedQuantity", "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity"),
    "BT-130": (
        "cbc:InvoicedQuantity/@unitCode | cbc:CreditedQuantity/@unitCode",
        "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode",
    ),
    "BT-131": (
        "cbc:LineExtensionAmount",
        f"{_CII_SETTLED}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount",
    ),
    "BT-146": ("cac:Price/cbc:PriceAmount", f"{_CII_AGREED}/ram:NetPriceProductTradePrice/ram:ChargeAmount"),
    "BT-148": (
        "cac:Price/cac:AllowanceCharge/cbc:BaseAmount",
        f"{_CII_AGREED}/ram:GrossPriceProductTradePrice/ram:ChargeAmount",
    ),
    "BT-151": (
        "cac:Item/cac:ClassifiedTaxCategory/cbc:ID",
        f"{_CII_SETTLED}/ram:ApplicableTradeTax/ram:CategoryCode",
    ),
    "BT-152": (
        "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent",
        f"{_CII_SETTLED}/ram:ApplicableTradeTax/ram:RateApplicablePercent",
    ),
    "BT-153": ("cac:Item/cbc:Name", "ram:SpecifiedTradeProduct/ram:Name"),
    "BT-154": ("cac:Item/cbc:Description", "ram:SpecifiedTradeProduct/ram:Description"),
    "BT-157": ("cac:Item/cac:StandardItemIdentification/cbc:ID", "ram:SpecifiedTradeProduct/ram:GlobalID"),
    "BT-158": (
        "cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode",
        "ram:SpecifiedTradeProduct/ram:DesignatedProductClassification/ram:ClassCode",
    ),
    "BG-26": ("cac:InvoicePeriod", f"{_CII_SETTLED}/ram:BillingSpecifiedPeriod"),
    "BG-27": (_ALLOWANCE, f"{_CII_SETTLED}/{_CII_ALLOWANCE}"),
    "BG-28": (_CHARGE, f"{_CII_SETTLED}/{_CII_CHARGE}"),
    "BG-32": ("cac:Item/cac:AdditionalItemProperty", "ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic"),
    "BT-160": ("cbc:Name", "ram:Description"),
    "BT-161": ("cbc:Value", "ram:Value"),
    # Payment.
    "BT-81": ("cbc:PaymentMeansCode", "ram:TypeCode"),
    "BG-17": ("cac:PayeeFinancialAccount", "ram:PayeePartyCreditorFinancialAccount"),
    "BT-84": (
        "cac:PayeeFinancialAccount/cbc:ID",
        f"{_ACCOUNT}/ram:IBANID | {_ACCOUNT}/ram:ProprietaryID",
    ),
    "BG-18": ("cac:CardAccount", "ram:ApplicableTradeSettlementFinancialCard"),
    "BT-87": ("cac:CardAccount/cbc:PrimaryAccountNumberID", "ram:ApplicableTradeSettlementFinancialCard/ram:ID"),
    "BT-91": (
        "cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID",
        "ram:PayerPartyDebtorFinancialAccount/ram:IBANID",
    ),
    # Other documents.
    "BT-25": ("cac:InvoiceDocumentReference/cbc:ID", "ram:IssuerAssignedID"),
    "BT-122": ("cbc:ID", "ram:IssuerAssignedID"),
}


@dataclass
class Group:
    """An element of the invoice, such as a line, or the whole invoice."""

    element: "Any"
    syntax: str

    def all(self, term: str) -> "list[Any]":
        """Returns the elements of a term: Group for BG terms of elements, texts otherwise are read by `text`."""
        ubl, cii = (TERMS if term in TERMS and self.is_root else INSIDE)[term]
        path = ubl if self.syntax == "ubl" else cii
        if self.syntax == "cii" and self.is_root:
            path = " | ".join(_expanded(part.strip()) for part in path.split(" | "))
        return self.element.xpath(path, namespaces=NAMES)

    @property
    def is_root(self) -> bool:
        return self.element.getparent() is None

    @property
    def is_credit_note(self) -> bool:
        return self.element.tag.endswith("}CreditNote")

    def groups(self, term: str) -> "list[Group]":
        return [Group(each, self.syntax) for each in self.all(term)]

    def has(self, term: str) -> bool:
        return len(self.all(term)) > 0

    def texts(self, term: str) -> "list[str]":
        return [_text_of(each) for each in self.all(term)]

    def text(self, term: str) -> str:
        """Returns the first text of a term; empty: there is none."""
        return next(iter(self.texts(term)), "")

    def number(self, term: str) -> "Decimal | None":
        return number_of(self.text(term))

    def attribute(self, term: str, name: str) -> "list[str]":
        return [each.get(name, "") for each in self.all(term) if hasattr(each, "get")]


def _expanded(path: str) -> str:
    head, _, rest = path.partition("/")
    return f"{_CII[head]}/{rest}" if head in _CII else path


def _text_of(found: "Any") -> str:
    return (found if isinstance(found, str) else "".join(found.itertext())).strip()


# A number of XML Schema, which has no exponent, and no more digits than amounts of money have.
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")


def number_of(text: str) -> "Decimal | None":
    """Returns a number; None for any other text."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def read_invoice(data: bytes) -> Group:
    """Raises NotAnInvoice."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise NotAnInvoice("it is not well-formed XML") from error
    if root.tag in OLD_ROOTS:
        raise NotAnInvoice(f"it is an invoice of {OLD_ROOTS[root.tag]}, which is older than EN 16931")
    if root.tag not in ROOTS:
        raise NotAnInvoice("it is not an invoice in UBL or CII")
    return Group(root, ROOTS[root.tag])
