"""What is in a book and not in the result made of it."""

from collections import Counter
from dataclasses import asdict, dataclass

import inventory
from facts import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from inventory import Inventory, Part

# Consecutive words are looked up as a whole, wherever they are in the result.
_RUN = 3


@dataclass
class LostText:
    """Words of one part of the source that are missing in the result."""

    name: str
    words: int
    lost: int


@dataclass
class Losses:
    text: list[LostText]
    # Each as (lost, all); null if the result's format does not say.
    words: tuple[int, int]
    pictures: tuple[int, int] | None
    links: tuple[int, int] | None
    contents: tuple[int, int] | None
    media: tuple[int, int]
    scripts: tuple[int, int]
    fixed_pages: tuple[int, int]
    page_numbers: tuple[int, int]
    # Number of documents.
    read_aloud: tuple[int, int]
    # Names of the facts.
    facts: list[str]
    formulas: int
    unsearched: int


def compare(source: "Inventory", made: "Inventory", ascii_alone: bool = False) -> Losses:
    """Returns the losses as (lost, in the source). A word is lost if the result has it less often than the source, and it is not in a run
    of words that the result has too: order and division of parts may change, and added text (a page of contents) hides little.

    ascii_alone: letters outside ASCII were replaced in the result; words with such letters are not compared.
    """
    counts = [Counter(part.words) for part in source.parts]
    missing = _missing(counts, made)
    made_runs = _runs_with(missing, made)
    lost: list[LostText] = []
    for part, words in zip(source.parts, counts, strict=True):
        count = _lost_in(part, made_runs, missing, ascii_alone) if missing else 0
        if count:
            lost.append(LostText(part.name, words.total(), count))
    return Losses(
        lost,
        (sum(each.lost for each in lost), sum(words.total() for words in counts)),
        _difference(source.pictures, _pictures_without_new_cover(source, made)),
        _difference(source.links, made.links),
        _difference(source.contents, made.contents),
        _less(source.media, made.media),
        _less(source.scripts, made.scripts),
        _less(source.fixed_pages, made.fixed_pages),
        _less(source.page_numbers, made.page_numbers),
        _less(source.read_aloud, made.read_aloud),
        sorted({name_of(fact) for fact in source.facts} - {name_of(fact) for fact in made.facts}),
        source.formulas,
        source.unsearched,
    )


def _pictures_without_new_cover(source: "Inventory", made: "Inventory") -> "int | None":
    """A cover that the source does not show takes the place of no picture."""
    return made.pictures if made.pictures is None or source.shows_cover else made.pictures - made.on_cover_page


def since(path: "str | None", take: "Callable[[], Inventory | None]") -> "dict[str, Any] | None":
    """Returns the losses compared to the inventory at the path, as JSON; None without an inventory, or if the result cannot be read."""
    if path is None:
        return None
    made = take()
    return None if made is None else asdict(compare(inventory.read(path), made))


def _missing(counts: "Iterable[Counter[str]]", made: "Inventory") -> "Counter[str]":
    """Returns words that the result has less often than the source, and by how much."""
    source, result = Counter[str](), Counter[str]()
    for words in counts:
        source.update(words)
    for part in made.parts:
        result.update(part.words)
    return Counter({word: count - result[word] for word, count in source.items() if count > result[word]})


def _runs_with(missing: "Counter[str]", made: "Inventory") -> "set[tuple[str, ...]]":
    """Returns the result's runs with a word that it has less often than the source: no other word is lost."""
    if not missing:
        return set()
    words = [word for part in made.parts for word in part.words]
    places = (place for place, word in enumerate(words) if word in missing)
    return {run for place in places for run in _runs_around(words, place)}


def _runs_around(words: "Sequence[str]", place: int) -> "Iterable[tuple[str, ...]]":
    """Yields only complete runs."""
    starts = range(max(0, place - _RUN + 1), min(place, len(words) - _RUN) + 1)
    return (tuple(words[start : start + _RUN]) for start in starts)


def _lost_in(part: "Part", made_runs: "set[tuple[str, ...]]", missing: "Counter[str]", ascii_alone: bool) -> int:
    """Removes lost words from `missing`, so that they count once."""
    lost = 0
    words = part.words
    for place, word in [(place, word) for place, word in enumerate(words) if word in missing]:
        if missing[word] <= 0 or (ascii_alone and not word.isascii()):
            continue
        if not any(run in made_runs for run in _runs_around(words, place)):
            missing[word] -= 1
            lost += 1
    return lost


def _difference(source: "int | None", made: "int | None") -> "tuple[int, int] | None":
    return None if source is None or made is None else _less(source, made)


def _less(source: int, made: int) -> "tuple[int, int]":
    return max(0, source - made), source
