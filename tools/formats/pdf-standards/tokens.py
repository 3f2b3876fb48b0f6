"""Reads the syntax of PDF (ISO 32000-1, 7.2): of content streams, and of a file between its streams."""

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap
    from typing import Any

REGULAR = rb"[^\0\t\n\f\r ()<>\[\]{}/%]"
TOKEN = re.compile(
    rb"(?P<space>[\0\t\n\f\r ]+|%[^\r\n]*)|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?!" + REGULAR + rb"))"
    rb"|(?P<name>/" + REGULAR + rb"*)|(?P<word>" + REGULAR + rb"+)|(?P<dict><<|>>)|(?P<hex><[^<>]*>)"
    rb"|(?P<text>\((?:[^()\\]|\\.)*+\))|(?P<nested>\()|(?P<other>.)",
    re.DOTALL,
)
PART_OF_TEXT = re.compile(rb"\\.|[()]", re.DOTALL)
ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|\r|\n)|(.))", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
HASH = re.compile(rb"#([0-9A-Fa-f]{2})")
INLINE_END = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)")
SPACES = b"\0\t\n\f\r "
DEEPEST = 50


def tokens(data: "bytes | mmap", start: int = 0) -> "Iterator[tuple[str, bytes, int]]":
    """Yields the kind of each token, its bytes and its end."""
    at = start
    while (found := TOKEN.match(data, at)) is not None:
        kind, at = found.lastgroup or "", found.end()
        if kind == "nested":
            at = end_of_text(data, found.start())
            yield "text", data[found.start() : at], at
        elif kind != "space":
            yield kind, found[0], at


def end_of_text(data: "bytes | mmap", start: int) -> int:
    """Returns the end of a text with brackets in it."""
    depth = 0
    for part in PART_OF_TEXT.finditer(data, start):
        depth += {b"(": 1, b")": -1}.get(part[0], 0)
        if depth == 0:
            return part.end()
    return len(data)


def name_in(token: bytes) -> str:
    """Returns a name with its slash, one character for each byte."""
    return HASH.sub(lambda found: bytes([int(found[1], 16)]), token).decode("latin-1")


def text_in(token: bytes) -> bytes:
    return ESCAPE.sub(unescaped, token[1:-1]) if b"\\" in token else token[1:-1]


def unescaped(found: "re.Match[bytes]") -> bytes:
    if found[1] is not None:
        return bytes([int(found[1], 8) & 255])
    return b"" if found[2] is not None else ESCAPES.get(found[3], found[3])


def is_odd(token: bytes) -> bool:
    """Whether a hexadecimal text lacks a digit or has something else in it (ISO 19005-1, 6.1.6)."""
    digits = token[1:-1].translate(None, SPACES)
    return len(digits) % 2 == 1 or re.fullmatch(rb"[0-9A-Fa-f]*", digits) is None


def hex_in(token: bytes) -> bytes:
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", token)
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


class Members(list["Any"]):
    """An array or dictionary among the operands of an operator."""


class Instructions:
    """The instructions of a content stream: operators with their operands. `odd`: whether it has incomplete hexadecimal texts."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.odd = False

    def __iter__(self) -> "Iterator[tuple[str, list[Any]]]":
        operands: list[Any] = []
        open_lists: list[Members] = []
        at = 0
        while True:
            for kind, token, end in tokens(self.data, at):
                if kind == "word" and token not in (b"true", b"false", b"null"):
                    yield token.decode("latin-1"), operands
                    operands, open_lists = [], []
                    if token == b"ID":
                        # The data of an inline image.
                        at = self.end_of_image(end)
                        break
                elif token in (b"[", b"<<"):
                    if len(open_lists) < DEEPEST:
                        inner = Members()
                        (open_lists[-1] if open_lists else operands).append(inner)
                        open_lists.append(inner)
                elif token in (b"]", b">>"):
                    open_lists = open_lists[:-1]
                else:
                    (open_lists[-1] if open_lists else operands).append(self.value(kind, token))
            else:
                return

    def end_of_image(self, start: int) -> int:
        found = INLINE_END.search(self.data, start)
        return len(self.data) if found is None else found.end()

    def value(self, kind: str, token: bytes) -> "Any":
        if kind == "number":
            return float(token) if b"." in token else int(token[:4000])
        if kind == "name":
            return name_in(token)
        if kind == "text":
            return text_in(token)
        if kind == "hex":
            self.odd = self.odd or is_odd(token)
            return hex_in(token)
        return token == b"true"
