"""Leaves diagonal text, such as watermarks, out of the words of a PDF.

Usage: level_words.py ALL LEVEL RESULT

ALL is the output of `pdftotext -bbox-layout`, LEVEL that with `-nodiag`. Poppler 22 leaves out with diagonal text all letters that follow
it up to the next space, which is the rest of the page where a document has no spaces. So LEVEL is right only for pages on which nothing
else is missing; of others, RESULT has the words of ALL without those that stand diagonally. Prints JSON: {"pages": numbers of pages with
diagonal text}.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = re.compile(r'\s*<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>\s*$')
# Diagonal text comes in pieces of so many letters: each letter has a line of its own.
LONGEST_PIECE = 3
# Distance to the next piece, in sizes of the letters, in both directions.
NEAREST, FARTHEST = 0.1, 2.0
# Fewest pieces: two can be a letter with its index.
FEWEST = 3
# More pieces on a page are a drawing of letters.
MOST = 5000

Piece = tuple[float, float, float]


def pages_of(path: str) -> Iterator[list[str]]:
    """Yields the lines of each page; what stands before and after the pages belongs to the first and last."""
    lines: list[str] = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            lines.append(line)
            if "</page>" in line:
                yield lines
                lines = []
    if lines:
        yield lines


def words_of(lines: list[str]) -> Counter[str]:
    """Returns the words of a page, with their places."""
    return Counter(line for line in lines if WORD.match(line))


def pieces_of(lines: list[str]) -> dict[str, Piece]:
    """Returns the words of a page that are as short as pieces of diagonal text and do not stand on the same height as their line."""
    pieces: dict[str, Piece] = {}
    words: list[tuple[str, float, float, Piece]] = []
    for line in lines:
        found = WORD.match(line)
        if found is not None:
            x0, y0, x1, y1 = (float(found[index]) for index in range(1, 5))
            piece = (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0, 1)
            words.append((line, len(re.sub(r"&\w+;", "&", found[5])), y1, piece))
        elif "</line>" in line:
            bottoms = sorted(bottom for _, _, bottom, _ in words)
            for word, length, bottom, piece in words:
                near = NEAREST * piece[2]
                beside = bisect_right(bottoms, bottom + near) - bisect_left(bottoms, bottom - near)
                if length <= LONGEST_PIECE and beside == 1:
                    pieces[word] = piece
            words = []
    return pieces


def diagonal_of(pieces: dict[str, Piece]) -> set[str]:
    """Returns the pieces that stand on diagonals with others."""
    if not pieces or len(pieces) > MOST:
        return set(pieces)
    largest = max(size for _, _, size in pieces.values()) * FARTHEST
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for word, (x, y, _) in pieces.items():
        cells[int(x // largest), int(y // largest)].append(word)

    def neighbours(word: str) -> Iterator[str]:
        x, y, size = pieces[word]
        column, row = int(x // largest), int(y // largest)
        for near in ((column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)):
            for other in cells.get(near, ()):
                other_x, other_y, other_size = pieces[other]
                unit = max(size, other_size)
                if NEAREST * unit < abs(x - other_x) < FARTHEST * unit and NEAREST * unit < abs(y - other_y) < FARTHEST * unit:
                    yield other

    found: set[str] = set()
    seen: set[str] = set()
    for first in pieces:
        if first in seen:
            continue
        group, waiting = {first}, [first]
        while waiting:
            for other in neighbours(waiting.pop()):
                if other not in group:
                    group.add(other)
                    waiting.append(other)
        seen |= group
        if len(group) >= FEWEST:
            found |= group
    return found


def main() -> None:
    """Runs the program."""
    everything, level, result = sys.argv[1:]
    with_diagonals: list[int] = []
    with open(result, "w", encoding="utf-8") as file:
        for number, (whole, part) in enumerate(zip(pages_of(everything), pages_of(level), strict=False), 1):
            missing = words_of(whole) - words_of(part)
            diagonal = diagonal_of({word: piece for word, piece in pieces_of(whole).items() if word in missing})
            if diagonal:
                with_diagonals.append(number)
            is_right = len(diagonal) == len(missing)
            file.writelines(part if is_right else (line for line in whole if line not in diagonal))
    print(json.dumps({"pages": with_diagonals}))


main()
