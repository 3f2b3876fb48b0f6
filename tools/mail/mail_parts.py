"""Writes what is attached to a mail, or saved with a web page, into a folder, each under a number.

mail_parts.py MAIL FOLDER

Prints a JSON array: {"name": str, "type": str, "file": str}
"""

import email
import email.policy
import json
import sys

MOST = 10_000


def main():
    path, folder = sys.argv[1:]
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    made = []
    for part in attached(message):
        if len(made) >= MOST:
            raise SystemExit(f"more than {MOST} files are attached")
        data = content(part)
        if not data:
            continue
        name = f"attached-{len(made)}"
        with open(f"{folder}/{name}", "wb") as target:
            target.write(data)
        made.append({"name": name_of(part), "type": part.get_content_type(), "file": name})
    print(json.dumps(made))


def attached(message):
    """All parts but the texts of the mail itself; what is inside an attached mail goes with it."""
    if message.get_content_type() == "message/rfc822":
        yield message
    elif message.is_multipart():
        for part in message.iter_parts():
            yield from attached(part)
    elif message.get_filename() or message.get_content_maintype() not in ("text", "multipart"):
        yield message


def content(part):
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload()
        return inner[0].as_bytes() if isinstance(inner, list) and inner else b""
    return part.get_payload(decode=True) or b""


def name_of(part):
    try:
        name = part.get_filename()
    except (LookupError, ValueError):
        name = None
    # Pages that are saved with their pictures have addresses for names.
    return name or (part.get("Content-Location") or "").split("?")[0].rsplit("/", 1)[-1]


main()
