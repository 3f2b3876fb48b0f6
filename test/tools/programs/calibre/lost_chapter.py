"""Whether what is read of a book that calibre has made shows that a chapter is missing. For calibre-debug.

lost_chapter.py TOOLS WHOLE.epub SHORT.epub TARGET...

Converts both books to each target. Prints a line of JSON a target: what of WHOLE is not in either result, by losses.py.
"""

import contextlib
import json
import os
import sys
import tempfile
from dataclasses import asdict

sys.path[:0] = [os.path.join(sys.argv[1], name) for name in ("programs/calibre", "formats/epub")]


def main(whole: str, short: str, *targets: str) -> None:
    # They lie in the folders of the arguments.
    import inspect_output
    import losses
    import take_inventory
    from calibre.ebooks.conversion import cli

    source = take_inventory.of_epub(whole)
    assert source is not None
    for target in targets:
        found: dict[str, object] = {"target": target}
        for name, book in (("whole", whole), ("short", short)):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, f"made.{target}")
                with contextlib.redirect_stdout(sys.stderr):
                    cli.main(["ebook-convert", book, path])
                result = inspect_output.inventory_of(path, target)
            assert result is not None
            found[name] = asdict(losses.compare(source, result))
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[2:])
