"""What of a book is not in what was made of it, for formats that are made outside of calibre or read by another program.

Usage: compare_made.py INVENTORY MADE KIND

KIND: html, or pdf for the text of a PDF. Prints JSON: {"losses": losses.py}.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import losses
import take_inventory


def main(inventory: str, made: str, kind: str) -> None:
    print(json.dumps({"losses": losses.since(inventory, lambda: take_inventory.MADE[kind](made))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
