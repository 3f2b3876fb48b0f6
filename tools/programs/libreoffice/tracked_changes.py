"""Tracked changes of a text. Deleted text stays in the document until the change is accepted, and LibreOffice writes it into most
formats."""

import soffice
from forked_job import JobError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMANDS = {"accept": ".uno:AcceptAllTrackedChanges", "reject": ".uno:RejectAllTrackedChanges"}
TEXT_NOT_SETTLED = "The tracked changes of the file could not be settled. Accept or reject them in it, then convert it again."


def count(document: "Any") -> int:
    """document: a text."""
    changes = document.getRedlines().createEnumeration()
    number = 0
    while changes.hasMoreElements():
        changes.nextElement()
        number += 1
    return number


def settle(document: "Any", how: str) -> None:
    """Accepts or rejects all changes. document: a text, not read-only. Raises JobError `conversion_failed` if one stays."""
    import uno

    # A password against accepting changes is for people; the text can be read without it.
    document.RedlineProtectionKey = uno.ByteSequence(b"")
    soffice.allow_commands(True)
    try:
        dispatch(document, COMMANDS[how])
    finally:
        soffice.allow_commands(False)
    if count(document):
        raise JobError("conversion_failed", TEXT_NOT_SETTLED)


def dispatch(document: "Any", command: str) -> None:
    import uno
    from com.sun.star.beans import PropertyValue

    services = uno.getComponentContext().ServiceManager
    synchronous = PropertyValue()
    synchronous.Name, synchronous.Value = "SynchronMode", True
    helper = services.createInstance("com.sun.star.frame.DispatchHelper")
    helper.executeDispatch(document.CurrentController.Frame, command, "", 0, (synchronous,))
