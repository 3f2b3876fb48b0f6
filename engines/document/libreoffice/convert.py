"""One job of job.ts in a process that has LibreOffice: load the file once, store it as often as asked."""

import os

from fork_host import JobError

KINDS = (
    ("calc", "com.sun.star.sheet.SpreadsheetDocument"),
    ("impress", "com.sun.star.presentation.PresentationDocument"),
    ("draw", "com.sun.star.drawing.DrawingDocument"),
    ("writer", "com.sun.star.text.GenericTextDocument"),
)
NEVER_EXECUTE_MACROS = NO_UPDATE_OF_LINKS = 0

PASSWORD_NEEDED = "The file is protected by a password; give it as decrypt_password."
PASSWORD_WRONG = "The decrypt_password does not open the file."
DAMAGED = "LibreOffice cannot read the file: it is damaged, or not what its content says."


def convert(desktop, job):
    """job: as sent by host.ts. Returns OfficeResult of job.ts; raises JobError."""
    answers = make_handler()
    document = load(desktop, job, answers)
    kind = next((name for name, service in KINDS if document.supportsService(service)), "other")
    if paper := job["load"].get("paper"):
        set_paper(document, paper)
    for index, store in enumerate(job["store"]):
        save(document, job, store)
        job["progress"](100 * (index + 1) // len(job["store"]))
    sheets = list(document.Sheets.ElementNames) if kind == "calc" else []
    return {"kind": kind, "sheets": sheets, "repaired": answers.repaired, "encrypted": "password" in job["load"] and is_encrypted(document)}


def load(desktop, job, answers):
    wanted = job["load"]
    properties = {
        "Hidden": True,
        "ReadOnly": True,
        "MacroExecutionMode": NEVER_EXECUTE_MACROS,
        "UpdateDocMode": NO_UPDATE_OF_LINKS,
        "InteractionHandler": answers,
    }
    for name, key in (("FilterName", "filter"), ("FilterOptions", "options"), ("Password", "password")):
        if wanted.get(key) is not None:
            properties[name] = wanted[key]
    path = os.path.join(job["folder"], job["input"])
    try:
        document = desktop.loadComponentFromURL(url_of(path), "_blank", 0, values(properties))
    except Exception as error:
        raise refusal(wanted, answers, repr(error)) from None
    if document is None:
        raise refusal(wanted, answers, "load returned null")
    return document


def refusal(wanted, answers, log):
    if answers.asked_password:
        if "password" in wanted:
            return JobError("input_password_wrong", PASSWORD_WRONG, log=log)
        return JobError("input_password_needed", PASSWORD_NEEDED, log=log)
    return JobError("input_damaged", DAMAGED, log="; ".join([log, *answers.others]))


def save(document, job, store):
    properties = {"FilterName": store["filter"], "Overwrite": True}
    if "options" in store:
        properties["FilterOptions"] = store["options"]
    if "data" in store:
        import uno

        properties["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", values(store["data"]))
    path = os.path.join(job["folder"], store["name"])
    try:
        document.storeToURL(url_of(path), values(properties))
    except Exception as error:
        message = "LibreOffice could not write the file as %s." % store["filter"]
        raise JobError("conversion_failed", message, log=repr(error)) from None


def set_paper(document, paper):
    styles = document.StyleFamilies.getByName("PageStyles")
    for name in styles.ElementNames:
        style = styles.getByName(name)
        if style.isInUse():
            style.IsLandscape = paper["width"] > paper["height"]
            style.Width, style.Height = paper["width"], paper["height"]


def is_encrypted(document):
    return any(argument.Name in ("EncryptionData", "Password") for argument in document.Args)


def make_handler():
    """Answers LibreOffice's questions, as nobody is there to be asked: passwords are refused, all else is agreed to, such as the
    repair of a broken package. Made here, as UNO's modules can be imported only when LibreOffice runs."""
    import unohelper
    from com.sun.star.task import XInteractionHandler

    def short_name(each):
        return each.typeName.rpartition(".")[2]

    def kind_of(request):
        try:
            return type(request.getRequest()).__name__.rpartition(".")[2]
        except Exception:
            return "unknown"  # Python's UNO cannot represent some of LibreOffice's exceptions.

    class Answers(unohelper.Base, XInteractionHandler):
        def __init__(self):
            self.asked_password = self.repaired = False
            self.others = []

        def handle(self, request):
            choices = {name: each for each in request.getContinuations() for name in (short_name(t) for t in each.Types)}
            if any(name.startswith("XInteractionPassword") for name in choices):
                self.asked_password = True
                return choices["XInteractionAbort"].select()
            kind = kind_of(request)
            self.repaired |= kind == "BrokenPackageRequest"
            self.others.append("%s (%s)" % (kind, ", ".join(choices)))
            if "XInteractionApprove" in choices:
                choices["XInteractionApprove"].select()

    return Answers()


def values(properties):
    from com.sun.star.beans import PropertyValue

    made = []
    for name, value in properties.items():
        one = PropertyValue()
        one.Name, one.Value = name, value
        made.append(one)
    return tuple(made)


def url_of(path):
    from urllib.parse import quote

    return "file://" + quote(path)
