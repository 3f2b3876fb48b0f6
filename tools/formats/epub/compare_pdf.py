"""Finds what a PDF made of a book lacks.

Usage: compare_pdf.py INVENTORY PDF TEXT [--no-cover] [--printed-contents]

TEXT: file with the text of the PDF. --no-cover: the cover picture was left out on request. --printed-contents: the PDF has a list of
contents with links that the source does not have, so links are not compared. Prints JSON: {"losses": losses.py}.
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
    # Drawings become lines and text in a PDF.
    before.pictures = None if before.pictures is None else before.pictures - before.drawings
    if NO_COVER in flags and made.pictures is not None:
        made.pictures += 1
    if PRINTED_CONTENTS in flags:
        made.links = None
    print(json.dumps({"losses": asdict(losses.compare(before, made))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
