"""Documents that refer to what is not theirs: each names a file `secret.*` of one folder or one server.

    python3 links.py FOLDER BASE-URL                writes the documents, prints [{name, path, filter, family}]
    python3 links.py secrets FOLDER PICTURE TEXT    writes what they refer to; PICTURE in base64

An http base gets the name of the attack added, so that a server knows who asked.
"""

import base64
import functools
import json
import os
import sys

# Each of these adds to ATTACKS.
# Each adds its attacks.
import link_entities  # noqa: F401  # pyright: ignore[reportUnusedImport]
import link_sheets  # noqa: F401  # pyright: ignore[reportUnusedImport]
import link_texts  # noqa: F401  # pyright: ignore[reportUnusedImport]
from link_attacks import ATTACKS, SHEET
from packages import docx, odf

TEXT_CELLS = "44,34,76,1"


def secrets(folder: str, picture: str, text: str) -> None:
    """What a server or another file of the user has: secret.*, the picture and the text in the formats that are asked for."""

    def name(extension: str) -> str:
        return os.path.join(folder, "secret." + extension)

    contents = {
        "png": base64.b64decode(picture),
        "txt": text,
        "csv": text + ",1\n",
        "html": "<html><body><table><tr><td>%s</table></body></html>" % text,
        "css": "body:before { content: '%s' }" % text,
        "rtf": r"{\rtf1 %s}" % text,
        "dtd": '<!ENTITY more "%s">' % text,
        "xml": "<x>%s</x>" % text,
    }
    for extension, content in contents.items():
        with open(name(extension), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
    odf(name("odt"), "text", "<text:p>%s</text:p>" % text)
    odf(
        name("ods"),
        "spreadsheet",
        SHEET
        % (
            '<table:table-row><table:table-cell office:value-type="string"><text:p>%s</text:p></table:table-cell></table:table-row>' % text,
            "",
        ),
    )
    docx(name("docx"), "<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % text)


def address(prefix: str, kind: str) -> str:
    return prefix + "secret." + kind


def main(folder: str, base: str) -> None:
    made: list[dict[str, str | None]] = []
    for function, make, filter_name, family, extension in ATTACKS:
        name = function.replace("_", " ")
        prefix = base + (name.replace(" ", "-") + "/" if base.startswith("http") else "")
        path = os.path.join(folder, "%s.%s" % (name.replace(" ", "-"), extension))
        make(path, functools.partial(address, prefix))
        made.append(
            {"name": name, "path": path, "filter": filter_name, "family": family, **({"options": TEXT_CELLS} if extension == "csv" else {})}
        )
    print(json.dumps(made))


if __name__ == "__main__":
    if sys.argv[1] == "secrets":
        secrets(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
