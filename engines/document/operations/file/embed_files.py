"""Attaches files to a PDF as associated files of the document.

Usage: embed_files.py SOURCE RESULT

The standard input is a JSON list of files: {"path", "name", "relationship": name of ISO 32000-2 (7.11.3), "type": media type,
"description"}. Prints JSON: {"taken": a name that the PDF or another file has already, in which case nothing is written, or null}.
"""

import json
import sys
from datetime import UTC, datetime

import pikepdf
from pikepdf import Array, AttachedFileSpec, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def attach(pdf: pikepdf.Pdf, file: "dict[str, str]", date: str) -> "Any":
    """Returns the description of the file, which is an object of the PDF."""
    with open(file["path"], "rb") as source:
        data = source.read()
    spec = AttachedFileSpec(
        pdf,
        data,
        filename=file["name"],
        description=file["description"],
        mime_type=file["type"],
        creation_date=date,
        mod_date=date,
    )
    pdf.attachments[file["name"]] = spec
    described = spec.obj
    described["/AFRelationship"] = Name("/" + file["relationship"])
    return described


def main() -> None:
    files: list[dict[str, str]] = json.load(sys.stdin)
    date = datetime.now(UTC).strftime("D:%Y%m%d%H%M%SZ")
    with pikepdf.open(sys.argv[1]) as pdf:
        names = set(pdf.attachments)
        for file in files:
            if file["name"] in names:
                print(json.dumps({"taken": file["name"]}))
                return
            names.add(file["name"])
        described = [attach(pdf, file, date) for file in files]
        associated = pdf.Root.get("/AF")
        if not isinstance(associated, Array):
            associated = pdf.Root["/AF"] = Array()
        for each in described:
            associated.append(each)
        pdf.save(sys.argv[2])
    print(json.dumps({"taken": None}))


main()
