"""Objects of PDFs as they come: in damaged files anything can be anywhere."""

from pikepdf import Array, Dictionary, Name, Stream, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Box = tuple[float, float, float, float]

MOST_ITEMS = 50_000


def get(holder: object, key: str) -> "Any":
    """Returns the value, or None if there is none."""
    return holder.get(key) if isinstance(holder, Dictionary) else None


def items_of(value: object) -> "list[Any]":
    """Returns the items of an array; none if it is something else."""
    return [each for each, _ in zip(value, range(MOST_ITEMS), strict=False)] if isinstance(value, Array) else []


def keys_of(value: object) -> "list[str]":
    """Returns the keys of a dictionary without their slash; none if one is not UTF-8, because pikepdf cannot name it."""
    try:
        return [key[1:] for key in value.keys()] if isinstance(value, Dictionary) else []  # noqa: SIM118
    except UnicodeDecodeError:
        return []


def text_of(value: object) -> str:
    """Returns a text, the name of a name, or the content of a stream; empty for anything else."""
    try:
        if isinstance(value, Name):
            return str(value)[1:]
        if isinstance(value, Stream):
            return str(String(value.read_bytes()))
        return str(value) if isinstance(value, String) else ""
    except (UnicodeError, RuntimeError):
        return ""


def number_of(value: object) -> "float | None":
    """Returns a number; None for anything else."""
    try:
        return None if value is None or isinstance(value, (bool, Dictionary, Array, Name, String)) else float(value)  # pyright: ignore[reportArgumentType]
    except (TypeError, ValueError, OverflowError):
        return None


def integer_of(value: object) -> int:
    """Returns a whole number; 0 for anything else."""
    number = number_of(value)
    return int(number) if number is not None and abs(number) < 2**32 else 0


def box_of(value: object) -> "Box | None":
    """Returns left, bottom, right and top; None if it is not a rectangle."""
    numbers = [number_of(each) for each in items_of(value)]
    if len(numbers) != 4 or not all(number is not None and abs(number) < 1e6 for number in numbers):
        return None
    first_x, first_y, second_x, second_y = (number or 0.0 for number in numbers)
    return min(first_x, second_x), min(first_y, second_y), max(first_x, second_x), max(first_y, second_y)


def key_of(value: object) -> "tuple[int, int] | None":
    """Returns what tells an indirect object from all others; None for a direct one."""
    return value.objgen if isinstance(value, Dictionary) and value.is_indirect else None


def listed(value: "Any") -> "list[Any]":
    """Returns a value of JSON as a list: itself, or of it alone."""
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
