"""One job of job.ts in a process that has LibreOffice: load the file once, store it as often as asked."""

import functools
import os
import urllib.parse

import asides
import hidden
import office_package
import soffice
import stored_values
import tracked_changes
from forked_job import JobError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from com.sun.star.beans import PropertyValue
    from forked_job import Answer, Job

# Files are named relative to the folder of the process: fields, links and formulas show the whole path of a document, and a result must not
# contain paths of this machine. TEMPORARY is the descriptor of the folder for LibreOffice's temporary files, so TMPDIR is the same in each
# process.
FOLDER = "/proc/self/cwd"
TEMPORARY = 100

KINDS = (
    ("calc", "com.sun.star.sheet.SpreadsheetDocument"),
    ("impress", "com.sun.star.presentation.PresentationDocument"),
    ("draw", "com.sun.star.drawing.DrawingDocument"),
    ("writer", "com.sun.star.text.GenericTextDocument"),
)
PRESENTATION = "Impress MS PowerPoint 2007 XML"  # and "... VBA"
NEVER_EXECUTE_MACROS = NO_UPDATE_OF_LINKS = 0

# LibreOffice's errors (ErrCode) that come without a question about a password: see soffice-outcome.ts, which has the same texts.
WRONG_PASSWORD = 65551
ENCRYPTED_POWERPOINT = 68369

TEXT_PROTECTED = "The file is protected by a password; give it as decrypt_password."
TEXT_WRONG_PASSWORD = "The decrypt_password does not open the file."  # noqa: S105 - a message
TEXT_ENCRYPTED_POWERPOINT = (
    "The presentation is encrypted in the old PowerPoint format, which LibreOffice cannot decrypt. Save it without a password, or as pptx."
)
TEXT_NOT_STORED = "LibreOffice read the file, but could not write it in the new format."
TEXT_DAMAGED = "LibreOffice cannot read the file: it is damaged, or not what its content says."


def convert(desktop: "Any", job: "Job", close: bool = False) -> "Answer":
    """Returns OfficeResult of job.ts; raises JobError. job: as sent by pool.ts. close: closes the document, for a process that goes on."""
    enter(job["folder"], job["scratch"])
    if job.get("examine"):
        return {"damaged": office_package.first_damaged(os.path.join(FOLDER, job["input"]))}
    answers = handler_class()(job["load"].get("password"))
    path, repaired = readable(job)
    document = load(desktop, path, job["load"], answers)
    found = describe(document, path)
    if needs_edits(job, found):
        document.close(True)
        soffice.make_writable(path)
        document = load(desktop, path, job["load"], handler_class()(job["load"].get("password")), editable=True)
        edit(document, job, found["kind"])
    if job.get("plainPages") and found["kind"] == "calc":
        leave_out_headers(document)
    if job.get("fitWidth") and found["kind"] == "calc":
        fit_width(document)
    if job.get("updateIndexes") and found["kind"] == "writer":
        update_indexes(document)
    for index, store in enumerate(job["store"]):
        refuse_foreign(document, store["filter"])
        save(document, store)
        job["progress"](100 * (index + 1) // len(job["store"]))
    repaired = repaired or any(kind == "BrokenPackageRequest" for kind, _ in answers.asked)
    if close:
        document.close(True)
    return {**found, "repaired": repaired, "encrypted": answers.encrypted}


def describe(document: "Any", path: str) -> "dict[str, Any]":
    """Returns the fields of OfficeResult (job.ts) that describe the document."""
    kind = next((name for name, service in KINDS if document.supportsService(service)), "other")
    return {
        "kind": kind,
        "sheets": hidden.sheets_of(document) if kind == "calc" else [],
        "hiddenSlides": hidden.hidden_slides(document) if kind == "impress" else 0,
        "changes": tracked_changes.count(document) if kind == "writer" else 0,
        "asides": asides.of(document, kind, path),
    }


def needs_edits(job: "Job", found: "Mapping[str, Any]") -> bool:
    """Whether something in the document has to be changed before it is stored."""
    hides = found["hiddenSlides"] or any(hidden.hides(sheet) for sheet in found["sheets"])
    return bool(found["changes"] and job.get("changes", "show") != "show") or bool(job.get("showHidden") and hides)


def edit(document: "Any", job: "Job", kind: str) -> None:
    """document: needs a change and is not read-only."""
    if kind == "writer":
        tracked_changes.settle(document, job["changes"])
    else:
        hidden.show_all(document, kind)


def leave_out_headers(document: "Any") -> None:
    """For targets without pages: LibreOffice prints the sheet's name and "Page 1" on each page of a spreadsheet."""
    for style in page_styles(document):
        style.HeaderIsOn = style.FooterIsOn = False


def fit_width(document: "Any") -> None:
    """Makes sheets smaller whose columns are on more than one page; their rows go on as many pages as they need."""
    for style in page_styles(document):
        style.ScaleToPagesX, style.ScaleToPagesY = 1, 0


def page_styles(document: "Any") -> "list[Any]":
    styles = document.StyleFamilies.getByName("PageStyles")
    return [styles.getByIndex(index) for index in range(styles.Count)]


def update_indexes(document: "Any") -> None:
    """Twice: the entries of the first time may move the pages that they name."""
    indexes = document.DocumentIndexes
    for _ in range(2):
        for index in range(indexes.Count):
            indexes.getByIndex(index).update()


def enter(folder: str, temporary: str) -> None:
    """Makes `folder` the working directory, and `temporary` the folder for temporary files."""
    descriptor = os.open(temporary, os.O_PATH | os.O_DIRECTORY)
    os.dup2(descriptor, TEMPORARY)
    os.close(descriptor)
    os.chdir(folder)


def readable(job: "Job") -> "tuple[str, bool]":
    """Returns the path that LibreOffice loads, and whether it is a repaired copy of the input."""
    path = os.path.join(FOLDER, job["input"])
    if job.get("storedValues"):
        stored_values.keep(path)
    if not (job["load"].get("filter") or "").startswith(PRESENTATION):
        return path, False
    copy = os.path.join("/proc/self/fd/%d" % TEMPORARY, job["input"])
    is_repaired = office_package.write_without_damaged_properties(path, copy)
    return (copy if is_repaired else path), is_repaired


def load(desktop: "Any", path: str, wanted: "Mapping[str, Any]", answers: "Any", editable: bool = False) -> "Any":
    properties = {
        "Hidden": True,
        "ReadOnly": not editable,
        "MacroExecutionMode": NEVER_EXECUTE_MACROS,
        "UpdateDocMode": NO_UPDATE_OF_LINKS,
        "InteractionHandler": answers,
    }
    for name, key in (("FilterName", "filter"), ("FilterOptions", "options")):
        if wanted.get(key) is not None:
            properties[name] = wanted[key]
    try:
        document = desktop.loadComponentFromURL(url_of(path), "_blank", 0, values(properties))
    except Exception as error:
        raise refusal(wanted, answers, repr(error)) from None
    if document is None:
        raise refusal(wanted, answers, "load returned null")
    return document


def refusal(wanted: "Mapping[str, Any]", answers: "Any", log: str) -> JobError:
    log = "; ".join([log, *("%s %s" % (kind, code or "") for kind, code in answers.asked)])
    if answers.encrypted or WRONG_PASSWORD in answers.codes():
        if "password" in wanted:
            return JobError("input_password_wrong", TEXT_WRONG_PASSWORD, log=log)
        return JobError("input_password_needed", TEXT_PROTECTED, log=log)
    if ENCRYPTED_POWERPOINT in answers.codes():
        return JobError("input_wrong_type", TEXT_ENCRYPTED_POWERPOINT, log=log)
    return JobError("input_damaged", TEXT_DAMAGED, log=log)


def refuse_foreign(document: "Any", filter_name: str) -> None:
    """Exporting with the filter of another kind of document crashes LibreOffice (7.4: Writer with the filter of xlsx)."""
    factory = filter_factory()
    wanted = {each.Name: each.Value for each in factory.getByName(filter_name)} if factory.hasByName(filter_name) else {}
    if not document.supportsService(wanted.get("DocumentService", "none")):
        raise JobError("conversion_failed", TEXT_NOT_STORED, log="%s is not a filter of this document" % filter_name)


@functools.cache
def filter_factory() -> "Any":
    import uno

    return uno.getComponentContext().ServiceManager.createInstance("com.sun.star.document.FilterFactory")


def save(document: "Any", store: "Mapping[str, Any]") -> None:
    properties = {"FilterName": store["filter"], "Overwrite": True}
    if "options" in store:
        properties["FilterOptions"] = store["options"]
    if "data" in store:
        import uno

        properties["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", values(store["data"]))
    try:
        document.storeToURL(url_of(os.path.join(FOLDER, store["name"])), values(properties))
    except Exception as error:
        raise JobError("conversion_failed", TEXT_NOT_STORED, log=repr(error)) from None


@functools.cache
def handler_class() -> "Any":
    """Answers LibreOffice's questions without a user: gives the password once and agrees to everything else, such as the repair of a broken
    package. A password that is given without being asked for would not show whether the file is protected. The class is defined here
    because UNO's modules can be imported only while LibreOffice runs."""
    import unohelper
    from com.sun.star.task import XInteractionHandler

    represent_exceptions()

    class Answers(unohelper.Base, XInteractionHandler):
        def __init__(self, password: "str | None") -> None:
            self.password, self.encrypted = password, False
            self.asked: list[tuple[str, int | None]] = []

        def codes(self) -> "list[int | None]":
            return [code for _, code in self.asked]

        def handle(self, request: "Any") -> None:
            choices = {each.typeName.rpartition(".")[2]: choice for choice in request.getContinuations() for each in choice.Types}
            question = request.getRequest()
            self.asked.append((type(question).__name__.rpartition(".")[2], getattr(question, "ErrCode", None)))
            give = choices.get("XInteractionPassword") or choices.get("XInteractionPassword2")
            if give is None:
                if "XInteractionApprove" in choices:
                    choices["XInteractionApprove"].select()
                return
            self.encrypted = True
            if self.password is None:
                choices["XInteractionAbort"].select()
                return
            give.setPassword(self.password)
            self.password = None
            give.select()

    return Answers


def represent_exceptions() -> None:
    """Some questions are exceptions, and Python sets `args` on them, which UNO's Python refuses (Python 3.11, LibreOffice 7.4)."""
    import uno

    original: Any = uno._uno_struct__setattr__  # pyright: ignore[reportPrivateUsage] - UNO has no other place for it
    if original.__name__ == "set_attribute":
        return

    def set_attribute(self: object, name: str, value: object) -> None:
        return None if name == "args" else original(self, name, value)

    uno._uno_struct__setattr__ = set_attribute  # pyright: ignore[reportPrivateUsage]


@functools.cache
def property_value() -> "type[PropertyValue]":
    """Cached, because Python searches its whole path for a module of this name first."""
    from com.sun.star.beans import PropertyValue

    return PropertyValue


def values(properties: "Mapping[str, object]") -> "tuple[PropertyValue, ...]":
    make = property_value()
    made: list[PropertyValue] = []
    for name, value in properties.items():
        one = make()
        one.Name, one.Value = name, value
        made.append(one)
    return tuple(made)


def url_of(path: str) -> str:
    return "file://" + urllib.parse.quote(path)
