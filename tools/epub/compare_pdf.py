"""What of a book is not in the PDF that was made of it.

Usage: compare_pdf.py INVENTORY TEXT

TEXT: the text of the PDF, as a file. Prints JSON: {"losses": losses.py}.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import losses
import take_inventory


def main(inventory: str, text: str) -> None:
    print(json.dumps({"losses": losses.since(inventory, lambda: take_inventory.of_pdf_text(text))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
