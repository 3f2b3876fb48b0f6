"""What of a book is not in what was made of it."""

from collections import Counter
from dataclasses import asdict, dataclass

import inventory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from inventory import Inventory, Part

# Words that follow one another are found again as a whole, wherever they come to stand.
_RUN = 3


@dataclass
class LostText:
    """Words of one part of the source that are nowhere in the result."""

    name: str
    words: int
    lost: int


@dataclass
class Losses:
    text: list[LostText]
    # Of how many each; null where the result's format does not say.
    words: tuple[int, int]
    pictures: tuple[int, int] | None
    links: tuple[int, int] | None
    contents: tuple[int, int] | None
    formulas: int


def compare(source: "Inventory", made: "Inventory", ascii_alone: bool = False) -> Losses:
    """
    Numbers are (lost, in the source). A word is lost where the result has it less often than the source, and where it does not stand in a
    run of words that the result has too: order and division of parts may change, and what is added (a page of contents) hides little.

    ascii_alone: letters outside ASCII were replaced in the result; words with such are not compared.
    """
    made_runs, made_words = _runs_of(made)
    missing = Counter(source.words())
    missing.subtract(made_words)
    lost: list[LostText] = []
    total = 0
    for part in source.parts:
        total += len(part.words)
        count = _lost_in(part, made_runs, missing, ascii_alone)
        if count:
            lost.append(LostText(part.name, len(part.words), count))
    return Losses(
        lost,
        (sum(each.lost for each in lost), total),
        _difference(source.pictures, made.pictures),
        _difference(source.links, made.links),
        _difference(source.contents, made.contents),
        source.formulas,
    )


def since(path: "str | None", take: "Callable[[], Inventory | None]") -> "dict[str, Any] | None":
    """What is lost since the inventory at the path, as JSON has it; None where there is none, or the result cannot be read."""
    if path is None:
        return None
    made = take()
    return None if made is None else asdict(compare(inventory.read(path), made))


def _runs_of(made: "Inventory") -> "tuple[set[int], Counter[str]]":
    words = [word for part in made.parts for word in part.words]
    runs = {hash(run) for run in zip(*(words[start:] for start in range(_RUN)), strict=False)}
    return runs, Counter(words)


def _lost_in(part: "Part", made_runs: "set[int]", missing: "Counter[str]", ascii_alone: bool) -> int:
    """Takes what is lost out of `missing`, so that it counts once."""
    words = part.words
    if not any(missing[word] > 0 for word in words):
        return 0
    found = bytearray(len(words))
    for start, run in enumerate(zip(*(words[start:] for start in range(_RUN)), strict=False)):
        if hash(run) in made_runs:
            found[start : start + _RUN] = b"\1" * _RUN
    lost = 0
    for index, word in enumerate(words):
        if missing[word] <= 0 or found[index] or (ascii_alone and not word.isascii()):
            continue
        missing[word] -= 1
        lost += 1
    return lost


def _difference(source: "int | None", made: "int | None") -> "tuple[int, int] | None":
    return None if source is None or made is None else (max(0, source - made), source)
