"""Converts a text in Textile to HTML with calibre's own reader.

calibre-debug --run-without-debug -e textile.py -- TEXT
"""

import sys

from calibre.ebooks.textile import textile

if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace", newline=None) as file:
        text = file.read()
    page = '<!DOCTYPE html><html><head><meta charset="utf-8"><title></title></head><body>%s</body></html>'
    sys.stdout.buffer.write((page % textile(text)).encode("utf-8"))
