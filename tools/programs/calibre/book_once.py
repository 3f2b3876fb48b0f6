"""Runs ebook-convert with convertd's changes (book_pdf.py, content.py, patches.py), for one book in its own process.

calibre-debug --run-without-debug -e book_once.py -- INPUT OUTPUT OPTION…
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import patches
from calibre.ebooks.conversion import cli
from content import Content

if __name__ == "__main__":
    content = Content(sys.argv[1:])
    arguments = patches.apply(content.prepare())
    if arguments[1].endswith(".pdf"):
        import book_pdf

        book_pdf.change()
    code = cli.main(["ebook-convert", *arguments])
    if not code:
        content.finish()
    sys.exit(code)
