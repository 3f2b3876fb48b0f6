"""Finds what is to be redacted in a text: texts, patterns and expressions of an option, however a document writes them.

A document breaks words over lines, joins letters to ligatures, and sets apart letters. So a text is compared in a folded form (NFKD,
without accents and invisible characters), whose characters know where they came from.
"""

import re
import signal
import sys
import traceback
import unicodedata
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import FrameType, TracebackType
    from typing import Any, TypeAlias

    # Beginning and end of a match, in characters of the source.
    Span: TypeAlias = tuple[int, int]

# Processor time of all searches by the customer's expressions in one run, seconds.
EXPRESSION_SECONDS = 10
MOST_MATCHES = 50_000

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
INVISIBLES = re.compile(f"[{INVISIBLE}]")
ACCENTS = re.compile("[\u0300-\u036f]")
DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
QUOTES = re.compile("[\u2018\u2019\u201b\u02bc\u0060\u00b4]")
# A word may go on in the next line, with a hyphen or without.
BREAK = r"(?:-?\s*\n\s*)?"
DATE = re.compile(r"\b\d{1,2}([./-])\d{1,2}\1\d{2,4}\b|\b\d{4}([./-])\d{1,2}\2\d{1,2}\b")
AMERICAN = re.compile(r"\d{3}[ .-]\d{3}[ .-]\d{4}")
RIGHT_TO_LEFT = ("R", "AL")


class InvalidItem(Exception):
    """An item that cannot be searched for: its index, and the reason without its text."""

    def __init__(self, item: int, reason: str) -> None:
        super().__init__(reason)
        self.item = item
        self.reason = reason


class TooManyMatches(Exception):
    """More matches than anybody redacts by an option."""


def print_without_values(kind: type[BaseException], _error: BaseException, trace: "TracebackType | None") -> None:
    """Prints an uncaught exception without its message, which may quote the document or what is searched for."""
    traceback.print_tb(trace)
    print(kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}", file=sys.stderr)


def fold_character(character: str, is_cased: bool) -> str:
    folded = ACCENTS.sub("", unicodedata.normalize("NFKD", character))
    folded = QUOTES.sub("'", DASHES.sub("-", INVISIBLES.sub("", folded)))
    return folded if is_cased else folded.casefold()


def fold(characters: "Sequence[str]", folded: "Callable[[str], str]") -> "tuple[str, list[int]]":
    """Returns the text, and for each of its characters the index of its source."""
    text: list[str] = []
    sources: list[int] = []
    known: dict[str, str] = {}
    for index, character in enumerate(characters):
        if character not in known:
            known[character] = folded(character)
        text.append(known[character])
        sources.extend([index] * len(known[character]))
    return "".join(text), sources


def joined_lines(text: str, sources: "list[int]") -> "tuple[str, list[int]]":
    """Returns the text without line breaks: a hyphen before one goes too."""
    parts: list[str] = []
    kept: list[int] = []
    end = 0
    for match in re.finditer(r"(?<=\w)-\s*\n\s*(?=\w)|\s*\n\s*", text):
        gap = "" if match.group().startswith("-") else " "
        parts.append(text[end : match.start()] + gap)
        kept += sources[end : match.start()] + [sources[match.start()]] * len(gap)
        end = match.end()
    return "".join([*parts, text[end:]]), kept + sources[end:]


def text_expression(text: str, is_cased: bool, is_whole: bool) -> "re.Pattern[str] | None":
    folded = "".join(fold_character(character, is_cased) for character in text)
    words = folded.split()
    if not words:
        return None
    found = r"\s*".join(BREAK.join(map(re.escape, word)) for word in words)
    letters = "".join(words)
    # Letters set apart, as in a heading: only for words that no other words contain by chance.
    if len(letters) >= 4:
        found = f"{found}|" + r"\s{1,3}".join(map(re.escape, letters))
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in letters):
        found = f"{found}|" + r"\s*".join(map(re.escape, reversed(letters)))
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)" if is_whole else found)


def digits_of(text: str) -> str:
    return "".join(character for character in text if character.isdecimal())


def is_iban(text: str) -> bool:
    code = re.sub(r"[\s-]", "", text).upper()
    if not 15 <= len(code) <= 34 or not code.isascii():
        return False
    return int("".join(str(int(character, 36)) for character in code[4:] + code[:4])) % 97 == 1


def is_card(text: str) -> bool:
    """Luhn's checksum (ISO/IEC 7812-1, annex B)."""
    digits = [int(digit) for digit in reversed(digits_of(text))]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return 13 <= len(digits) <= 19 and any(digits) and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def is_phone(text: str) -> bool:
    most = 15 if text.startswith(("+", "(+")) else 13
    begins = text.startswith(("+", "(", "0")) or AMERICAN.fullmatch(text) is not None
    return begins and 7 <= len(digits_of(text)) <= most and DATE.search(text) is None


# Expression and check of each pattern. Parts between spaces and hyphens are tried as ends and beginnings, as other words may be next to it.
PATTERNS: "dict[str, tuple[re.Pattern[str], Callable[[str], bool]]]" = {
    "email": (re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,128}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}"), lambda _: True),
    "iban": (re.compile(r"(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[\s-]?[A-Z0-9]){11,40}", re.IGNORECASE), is_iban),
    "card": (re.compile(r"(?<!\d)\d(?:[\s-]?\d){12,40}"), is_card),
    "phone": (
        re.compile(r"(?<!\w)(?:(?:\+|\(\+?\d|0)[\d ().\u00a0/-]{5,24}\d|\d{3}[ .-]\d{3}[ .-]\d{4})(?!\w)"),
        is_phone,
    ),
}


def checked_parts(text: str, is_right: "Callable[[str], bool]") -> "Iterator[Span]":
    """Yields the longest parts that are right, from left to right."""
    begins = [0, *(match.end() for match in re.finditer(r"[\s-]+", text))]
    ends = [*(match.start() for match in re.finditer(r"[\s-]+", text)), len(text)]
    done = 0
    for begin in begins:
        found = next((end for end in reversed(ends) if begin >= done and end > begin and is_right(text[begin:end])), None)
        if found is not None:
            yield begin, found
            done = found


class Item:
    """One item of the option that is searched for in texts."""

    def __init__(self, index: int, given: "dict[str, Any]") -> None:
        self.index = index
        self.is_cased = bool(given.get("case_sensitive", False))
        self.pattern = PATTERNS.get(given.get("pattern", ""))
        self.text: str | None = given.get("text")
        self.expression: re.Pattern[str] | None = None
        if self.text is not None:
            self.expression = text_expression(self.text, self.is_cased, bool(given.get("whole_words", False)))
            if self.expression is None:
                raise InvalidItem(index, "has no visible characters")
        elif "expression" in given:
            try:
                self.expression = re.compile(given["expression"])
            except (re.error, OverflowError, RecursionError) as error:
                raise InvalidItem(index, f"is not a valid expression of Python's re{position_of(error)}") from None

    def spans(self, characters: "Sequence[str]") -> "list[Span]":
        """Returns the matches in a text that is given by its characters, each of one or several letters.

        Throws InvalidItem, TooManyMatches.
        """
        if self.text is not None and self.expression is not None:
            text, sources = fold(characters, lambda character: fold_character(character, self.is_cased))
            return found_in(((match.start(), match.end()) for match in self.expression.finditer(text)), sources)
        text, sources = fold(characters, plain)
        joined = joined_lines(text, sources)
        if self.pattern is not None:
            return [*self.pattern_spans(text, sources), *self.pattern_spans(*joined)]
        return self.expression_spans([(text, sources), joined])

    def pattern_spans(self, text: str, sources: "list[int]") -> "list[Span]":
        if self.pattern is None:
            return []
        expression, is_right = self.pattern
        return found_in(
            (
                (match.start() + begin, match.start() + end)
                for match in expression.finditer(text)
                for begin, end in checked_parts(match.group(), is_right)
            ),
            sources,
        )

    def expression_spans(self, views: "Iterable[tuple[str, list[int]]]") -> "list[Span]":
        """The search is stopped when its time is over: sre asks for signals while it searches."""
        if self.expression is None:
            return []

        def stop(_number: int, _frame: "FrameType | None") -> None:
            raise InvalidItem(self.index, f"takes more than {EXPRESSION_SECONDS} seconds to search for")

        signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, Item.seconds_left)
        try:
            expression = self.expression
            return [
                span
                for text, sources in views
                for span in found_in(((match.start(), match.end()) for match in expression.finditer(text)), sources)
            ]
        finally:
            Item.seconds_left = max(0.001, signal.setitimer(signal.ITIMER_VIRTUAL, 0)[0])

    seconds_left: float = EXPRESSION_SECONDS


def position_of(error: Exception) -> str:
    position = error.pos if isinstance(error, re.error) else None
    return "" if position is None else f" (at character {position + 1})"


def plain(character: str) -> str:
    return DASHES.sub("-", INVISIBLES.sub("", unicodedata.normalize("NFKC", character)))


def found_in(matches: "Iterable[Span]", sources: "list[int]") -> "list[Span]":
    spans: list[Span] = []
    for begin, end in matches:
        if end > begin:
            spans.append((sources[begin], sources[end - 1] + 1))
        if len(spans) > MOST_MATCHES:
            raise TooManyMatches
    return spans


def items_of(given: "list[dict[str, Any]]") -> "list[Item]":
    """Returns the items that are searched for in texts. Throws InvalidItem."""
    return [Item(index, one) for index, one in enumerate(given) if any(key in one for key in ("text", "pattern", "expression"))]


def without(text: str, spans: "Iterable[Span]", instead: str) -> str:
    """Returns the text with something else in place of what was found."""
    ends: list[list[int]] = []
    for begin, end in sorted(spans):
        if ends and begin <= ends[-1][1]:
            ends[-1][1] = max(ends[-1][1], end)
        else:
            ends.append([begin, end])
    kept = pairwise([0, *(number for span in ends for number in span), len(text)])
    return instead.join(text[begin:end] for index, (begin, end) in enumerate(kept) if index % 2 == 0)
