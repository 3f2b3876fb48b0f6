"""ebook-convert with what convertd does otherwise (book_pdf.py, patches.py), for one book in a process of its own.

calibre-debug --run-without-debug -e book_once.py -- INPUT OUTPUT OPTION…
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import patches
from calibre.ebooks.conversion import cli

if __name__ == "__main__":
    arguments = patches.apply(sys.argv[1:])
    if arguments[1].endswith(".pdf"):
        import book_pdf

        book_pdf.change()
    sys.exit(cli.main(["ebook-convert", *arguments]))
