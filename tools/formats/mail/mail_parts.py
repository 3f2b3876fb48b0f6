"""Writes the files attached to a mail, or saved with a web page, into a folder, with numbers as names.

mail_parts.py MAIL FOLDER

Prints a JSON array: {"name": str, "file": str}
"""

import email
import email.policy
import json
import sys
from email.message import EmailMessage, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST = 10_000


def _attached(message: Message) -> "Iterator[Message]":
    """Yields all parts except the mail's own texts; an attached mail is kept with its content."""
    if message.get_content_type() == "message/rfc822":
        yield message
    elif message.is_multipart() and isinstance(message, EmailMessage):
        for part in message.iter_parts():
            yield from _attached(part)
    elif message.get_filename() or message.get_content_maintype() not in ("text", "multipart"):
        yield message


def _content(part: Message) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inside = [each for each in part.walk() if each is not part]
        return inside[0].as_bytes() if inside else b""
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _name_of(part: Message) -> str:
    try:
        name = part.get_filename()
    except (LookupError, ValueError):
        name = None
    # The parts of a saved web page have addresses as names.
    return name or str(part.get("Content-Location") or "").split("?")[0].rsplit("/", 1)[-1]


def main() -> None:
    path, folder = sys.argv[1:]
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    made: list[dict[str, str]] = []
    for part in _attached(message):
        if len(made) >= _MOST:
            sys.exit(f"more than {_MOST} files are attached")
        data = _content(part)
        if not data:
            continue
        name = f"attached-{len(made)}"
        with open(f"{folder}/{name}", "wb") as target:
            target.write(data)
        made.append({"name": _name_of(part), "file": name})
    print(json.dumps(made))


main()
