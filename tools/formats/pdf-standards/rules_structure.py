"""Rules of PDF/A about how a file is written, which its bytes show: ISO 19005-1, 6.1.2 to 6.1.8; ISO 19005-2, 6.1.2 to 6.1.9."""

import re

from objects import get, items_of
from pikepdf import String
from problem import Problem, located
from tokens import is_odd, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap
    from typing import Any

    import pikepdf

# Part 1 has no rule about the version.
HEADER = re.compile(rb"%PDF-(\d\.\d)(?:\r\n|\r|\n)%[\x80-\xff]{4}[^\r\n]*(?:\r\n|\r|\n)")
OBJECT = re.compile(rb"(?<![0-9])(\d{1,10})([\0\t\n\f\r ]+)(\d{1,5})([\0\t\n\f\r ]+)obj(?![A-Za-z])")
END_OF_STREAM = re.compile(rb"(\r\n|\n|\r)?endstream")
LAST = re.compile(rb"%%EOF(?:\r\n|\r|\n)?$")
START_OF_TABLE = re.compile(rb"startxref[\0\t\n\f\r ]+(\d{1,15})")
TABLE = re.compile(rb"xref(?:\r\n|\r|\n)(?=\d)")
SUBSECTION = re.compile(rb"(\d{1,10}) (\d{1,8}) ?(?:\r\n|\r|\n)")
EARLIER = re.compile(rb"/Prev[\0\t\n\f\r ]+(\d{1,15})")
EOL = b"\r\n"
MOST_TABLES = 1000
# What is read of a trailer, and before the end of a file.
TAIL = 2048


def problems_of_structure(data: "bytes | mmap", pdf: "pikepdf.Pdf", part: int) -> "Iterator[Problem]":
    """Yields what is wrong. data: the file, part: of the standard."""
    header = HEADER.match(data)
    if header is None or (part > 1 and not b"1.0" <= header[1] <= b"1.7"):
        yield Problem("6.1.2 6.1.2", "it does not begin as a PDF/A begins: %PDF-1.n, and a comment of four bytes above 127")
    if LAST.search(data[-TAIL:]) is None:
        yield Problem("6.1.3 6.1.3", "something follows its last end-of-file marker")
    identifier = items_of(get(pdf.trailer, "/ID"))
    if len(identifier) != 2 or not all(isinstance(each, String) and len(bytes(each)) > 0 for each in identifier):
        yield Problem("6.1.3 6.1.3", "it has no identifier")
    yield from problems_of_tables(data, part)
    found: dict[tuple[int, int], list[Problem]] = {}
    for objgen, problems in objects_of(data, pdf):
        # A later one replaces an earlier one.
        found[objgen] = problems
    if part == 1 and any(get(each, "/Type") == "/ObjStm" for each in pdf.objects):
        yield Problem("6.1.4", "its objects are packed together")
    for objgen, problems in found.items():
        if problems and pdf.get_object(objgen) is not None:
            yield from located(problems, objgen)


def problems_of_tables(data: "bytes | mmap", part: int) -> "Iterator[Problem]":
    """Cross reference tables, from the last one on."""
    starts = START_OF_TABLE.findall(data[-TAIL:])
    waiting = [int(starts[-1])] if starts else []
    seen: set[int] = set()
    while waiting and len(seen) < MOST_TABLES:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        if data[at : at + 4] != b"xref":
            if part == 1 and OBJECT.match(data, at) is not None:
                yield Problem("6.1.4", "its cross reference table is a stream")
            continue
        end = end_of_table(data, at)
        if end is None:
            yield Problem("6.1.4 6.1.4", "its cross reference table is not written as PDF/A needs it")
            end = data.find(b"trailer", at)
        waiting += [int(each) for each in EARLIER.findall(data[end : data.find(b"startxref", end)][:TAIL])]


def end_of_table(data: "bytes | mmap", start: int) -> "int | None":
    """Returns where a table ends; None if it is not as the standard wants it."""
    found = TABLE.match(data, start)
    if found is None:
        return None
    at = found.end()
    while (section := SUBSECTION.match(data, at)) is not None:
        at = section.end() + 20 * int(section[2])
    return at if re.compile(rb"[\0\t\n\f\r ]*trailer").match(data, at) is not None else None


def objects_of(data: "bytes | mmap", pdf: "pikepdf.Pdf") -> "Iterator[tuple[tuple[int, int], list[Problem]]]":
    """Yields the objects that are not packed, with what is wrong with how they are written."""
    at = 0
    while (found := OBJECT.search(data, at)) is not None:
        problems: list[Problem] = []
        is_apart = found.start() == 0 or data[found.start() - 1] in EOL
        if len(found[2]) > 1 or len(found[4]) > 1 or not is_apart or data[found.end()] not in EOL:
            problems.append(Problem("6.1.8 6.1.9", "objects do not begin as PDF/A needs it: with their numbers on a line"))
        at = end_of_object(data, found.end(), pdf, problems)
        yield (int(found[1]), int(found[3])), problems


def end_of_object(data: "bytes | mmap", start: int, pdf: "pikepdf.Pdf", problems: "list[Problem]") -> int:
    depth, length = 0, list[bytes]()
    is_length = False
    for kind, token, end in tokens(data, start):
        if kind == "dict":
            depth += 1 if token == b"<<" else -1
        elif kind == "hex" and is_odd(token):
            problems.append(Problem("6.1.6 6.1.6", "a hexadecimal text is not written in full"))
        elif token == b"stream":
            return end_of_stream(data, end, length_of(length, pdf), problems)
        elif token == b"endobj":
            return end_of_last_word(data, end - len(token), problems)
        elif token == b"obj":
            return end
        if depth == 1 and kind == "name":
            is_length, length = token == b"/Length", [] if token == b"/Length" else length
        elif is_length:
            length.append(token)
    return len(data)


def length_of(words: "list[bytes]", pdf: "pikepdf.Pdf") -> "int | None":
    numbers = [int(word) for word in words[:2] if re.fullmatch(rb"\d{1,10}", word)]
    if len(words) > 2 and words[2] == b"R" and len(numbers) == 2:
        value: Any = pdf.get_object((numbers[0], numbers[1]))
        return value if isinstance(value, int) else None
    return numbers[0] if numbers else None


def end_of_stream(data: "bytes | mmap", start: int, length: "int | None", problems: "list[Problem]") -> int:
    eol = re.compile(rb"\r\n|\n").match(data, start)
    if eol is None:
        problems.append(Problem("6.1.7 6.1.7.1", "the data of a stream do not begin on a line of their own"))
    begin = start if eol is None else eol.end()
    end = END_OF_STREAM.match(data, begin + length) if length is not None else None
    if end is None:
        problems.append(Problem("6.1.7 6.1.7.1", "the length of a stream is wrong"))
        end = END_OF_STREAM.search(data, begin)
    elif end[1] is None:
        problems.append(Problem("6.1.7 6.1.7.1", "the end of a stream is not on a line of its own"))
    if end is None:
        return len(data)
    last = data.find(b"endobj", end.end())
    return len(data) if last == -1 else end_of_last_word(data, last, problems)


def end_of_last_word(data: "bytes | mmap", start: int, problems: "list[Problem]") -> int:
    end = start + len(b"endobj")
    if data[start - 1] not in EOL or (end < len(data) and data[end] not in EOL):
        problems.append(Problem("6.1.8 6.1.9", "the end of an object is not on a line of its own"))
    return end
