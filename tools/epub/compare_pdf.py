"""What of a book is not in the PDF that was made of it.

Usage: compare_pdf.py INVENTORY PDF TEXT [--no-cover] [--printed-contents]

TEXT: the text of the PDF, as a file. --no-cover: the picture of the cover was to be left out. --printed-contents: the PDF has a list of
contents whose links the source has not, so that links are not compared. Prints JSON: {"losses": losses.py}.
"""

import json
import os
import sys
from dataclasses import asdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import inventory
import losses
import pdf_inventory

NO_COVER, PRINTED_CONTENTS = "--no-cover", "--printed-contents"


def main(source: str, pdf: str, text: str, *flags: str) -> None:
    before, made = inventory.read(source), pdf_inventory.of_pdf(pdf, text)
    # Drawings are lines and text in a PDF.
    before.pictures = None if before.pictures is None else before.pictures - before.drawings
    if NO_COVER in flags and made.pictures is not None:
        made.pictures += 1
    if PRINTED_CONTENTS in flags:
        made.links = None
    print(json.dumps({"losses": asdict(losses.compare(before, made))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
