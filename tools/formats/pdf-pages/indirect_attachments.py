"""Turns descriptions of attached files that are part of the list of names into separate objects, which qpdf needs to copy them.

Usage: indirect_attachments.py SOURCE RESULT

Prints JSON: {"changed": number}.
"""

import json
import sys

import pikepdf
from pikepdf import NameTree


def main(source: str, result: str) -> None:
    with pikepdf.open(source) as pdf:
        files = NameTree(pdf.Root.Names.EmbeddedFiles)
        direct = [(name, description) for name, description in files.items() if not description.is_indirect]
        for name, description in direct:
            files[name] = pdf.make_indirect(description)
        pdf.save(result, fix_metadata_version=False, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
        print(json.dumps({"changed": len(direct)}))


main(*sys.argv[1:])
