"""Puts the form of a PDF aside while qpdf lays a page on all others, and back afterwards.

Usage: form_aside.py away SOURCE OTHER RESULT
       form_aside.py back SOURCE RESULT

OTHER is what will be laid on the pages. If its first page has fields or notes of its own, which become part of the form,
nothing is written. Prints JSON: {"written": whether RESULT was written}.
"""

import json
import sys

import pikepdf

ASIDE = "/ConvertdForm"


def rename(source: str, result: str, old: str, new: str) -> None:
    with pikepdf.open(source) as pdf:
        if old in pdf.Root:
            pdf.Root[new] = pdf.Root[old]
            del pdf.Root[old]
        pdf.save(
            result,
            fix_metadata_version=False,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            object_stream_mode=pikepdf.ObjectStreamMode.preserve,
        )


def has_annotations(path: str) -> bool:
    with pikepdf.open(path) as pdf:
        annotations = pdf.pages[0].obj.get("/Annots")
        return annotations is not None and (not isinstance(annotations, pikepdf.Array) or len(annotations) > 0)


def main(action: str, source: str, *rest: str) -> None:
    written = True
    if action == "back":
        rename(source, rest[0], ASIDE, "/AcroForm")
    elif has_annotations(rest[0]):
        written = False
    else:
        rename(source, rest[1], "/AcroForm", ASIDE)
    print(json.dumps({"written": written}))


main(*sys.argv[1:])
