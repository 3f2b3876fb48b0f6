"""What calibre's heuristics make of texts within two seconds of processor time, and what convertd says of a book without them.
For calibre-debug.

limited_heuristics.py TOOLS

Prints JSON: for each text whether it changed, its chapters, and how many were skipped so far; the seconds of processor time of all; and
of two books, in how many parts chapters were not looked for: one with time left, one without.
"""

import contextlib
import json
import os
import sys
import tempfile
import time
from types import SimpleNamespace

sys.path[:0] = [os.path.join(sys.argv[1], name) for name in ("programs/calibre", "formats/epub")]

PLAIN = "<html><head><title>t</title></head><body>%s</body></html>"
STORY = "".join("<p>It was a dark night, and nobody came of those whom they had asked.</p>\n" for _ in range(400))
TEXTS = {
    "usual": PLAIN % f"<p>Chapter 1</p>\n{STORY}<p>Chapter 2</p>\n{STORY}",
    # A pattern for numbers with titles tries each way to cut the words into five.
    "endless": PLAIN % ("".join(f"<p>1 {'a' * 3000}</p>\n" for _ in range(40)) + STORY),
    "after": PLAIN % f"<p>Chapter 3</p>\n{STORY}",
}


def main() -> None:
    import heuristics
    from calibre.ebooks.conversion.utils import HeuristicProcessor
    from calibre.utils.logging import DevNull

    limited = heuristics.Limited(2.0)
    began = time.process_time()
    options = SimpleNamespace(markup_chapter_headings=True)
    found: dict[str, object] = {}
    for name, text in TEXTS.items():
        made = HeuristicProcessor(options, DevNull())(text)
        found[name] = {"changed": made != text, "chapters": made.count("<h2"), "skipped": limited.skipped}
    found["seconds"] = time.process_time() - began
    found["unsearched"] = [unsearched_parts(seconds) for seconds in (60.0, 0.0)]
    print(json.dumps(found))


def unsearched_parts(seconds: float) -> int:
    """Of a book that calibre makes of a text with heuristics, as the losses have it."""
    from calibre.ebooks.conversion import cli
    from content import LOSSES, Content

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        paths = [os.path.join(folder, name) for name in ("story.txt", "book.htmlz")]
        with open(paths[0], "w") as file:
            file.write("It was a dark night.\n\n" * 400)
        content = Content([*paths, "--enable-heuristics", "--inventory=source.json"])
        content.heuristics.left = seconds
        cli.main(["ebook-convert", *content.prepare()])
        content.finish()
        with open(os.path.join(folder, LOSSES)) as file:
            return json.load(file)["unsearched"]


if __name__ == "__main__":
    main()
