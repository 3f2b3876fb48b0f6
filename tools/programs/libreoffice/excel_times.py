"""Times that Excel shows differently from LibreOffice.

Excel has a day 0 and a 29 February 1900, so LibreOffice shows dates before March 1900 as other days. They become texts in their number
formats, unless a format has more than English date and time parts. Excel rounds seconds and their fractions, while LibreOffice truncates
them, so they are rounded first.
"""

import datetime
import functools
import html
import math
import re

import date_formats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    # By style: the code of its format if it shows days counted from 1900; the decimals of its seconds if it shows seconds.
    Times: TypeAlias = dict[int, tuple[str | None, int | None]]

# The first day with the same number in both.
MARCH_1900 = 61
DAY_SECONDS = 86_400
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()

# Formats that are only numbers in the file (ECMA-376-1, 18.8.30).
CODES = {**date_formats.CODES, 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0"}
PART = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[s+\](?:\.0+)?|\[[^\]]*\]|AM/PM|A/P|y+|m+|d+|h+|s+(?:\.0+)?|.', re.IGNORECASE | re.DOTALL)
# Brackets for English or no language, and for colours; other brackets are elapsed times and conditions.
PLAIN_BRACKET = re.compile(
    r"\[(?:\$-?(?:\d?0?409|\d?0?809|F800)?|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d+)\]", re.IGNORECASE
)
LONGEST_CODE = 255
# 31 December 9999.
MOST_DAYS = 2_958_466
NEXT = 1 - 1e-5

# The styles of SpreadsheetML (18.8): formats, and cell styles, which cells refer to by index.
FORMAT = re.compile(rb"<(?:\w+:)?numFmt\s[^<>]*>")
CELL_FORMATS = re.compile(rb"<(?P<prefix>(?:\w+:)?)cellXfs[\s>](?P<all>.*?)</(?P=prefix)cellXfs", re.DOTALL)
CELL_FORMAT = re.compile(rb"<(?:\w+:)?xf\s[^<>]*>")
NUMBER = re.compile(rb"\snumFmtId=[\"'](\d{1,5})[\"']")
CODE = re.compile(rb"\sformatCode=(?:\"([^\"]*)\"|'([^']*)')")
# A cell with one of some styles and a number without a formula, which is below 100 or has a fraction of a day.
CELL = (
    rb"<(?P<prefix>|\w+:)c(?P<attributes>\s(?:[^<>]*\s)?s=[\"'](?P<style>%s)[\"'][^<>]*)>"
    rb"\s*<(?P=prefix)v>(?P<number>\d\d?|\d{1,7}\.\d{1,20}(?:[eE]-\d{1,3})?)</(?P=prefix)v>"
)
# A pattern with more styles would be slower than one that matches any style.
MOST_STYLES = 200
TYPE = re.compile(rb"\st=[\"'](\w+)[\"']")


def of_xlsx(styles: bytes, is_from_1904: bool) -> "Times":
    """styles: the part of an xlsx."""
    codes: dict[int, str] = {}
    for found in FORMAT.findall(styles):
        number, code = NUMBER.search(found), CODE.search(found)
        if number and code:
            codes[int(number[1])] = html.unescape((code[1] or code[2] or b"").decode("utf-8", "replace"))
    cells = CELL_FORMATS.search(styles)
    numbers = [NUMBER.search(each) for each in CELL_FORMAT.findall(cells["all"] if cells else b"")]
    return times_of((int(number[1]) if number else 0 for number in numbers), codes, is_from_1904)


def is_changed(piece: bytes, times: "Times") -> bool:
    """Whether the piece of a sheet, with whole cells, has a time that has to change."""
    return any(shown_cell(cell, times) for cell in cells_of(tuple(times)).finditer(piece))


def show_in_xlsx(piece: bytes, times: "Times") -> bytes:
    """piece: part of a sheet, with whole cells."""
    return cells_of(tuple(times)).sub(lambda cell: shown_cell(cell, times) or cell[0], piece) if times else piece


@functools.lru_cache(maxsize=1)
def cells_of(styles: "tuple[int, ...]") -> "re.Pattern[bytes]":
    """Returns a pattern for cells with one of these styles; it may match other styles too."""
    return re.compile(CELL % (b"|".join(b"%d" % each for each in styles) if len(styles) <= MOST_STYLES else rb"\d{1,5}"))


def shown_cell(cell: "re.Match[bytes]", times: "Times") -> "bytes | None":
    """Returns the cell's replacement; None if the cell stays."""
    attributes, prefix = cell["attributes"], cell["prefix"]
    kind = TYPE.search(attributes)
    made = changed(times, int(cell["style"]), float(cell["number"])) if kind is None or kind[1] == b"n" else None
    if made is None:
        return None
    if isinstance(made, float):
        return b"<%sc%s><%sv>%s</%sv>" % (prefix, attributes, prefix, repr(made).encode(), prefix)
    return b'<%sc%s t="str"><%sv>%s</%sv>' % (prefix, TYPE.sub(b"", attributes), prefix, html.escape(str(made)).encode(), prefix)


def times_of(formats: "Iterable[int]", codes: "Mapping[int, str]", is_from_1904: bool) -> "Times":
    """Returns the formats with days of 1900 or with seconds. formats: each style's number; codes: the workbook's own formats."""
    every = {**CODES, **codes}
    found: Times = {}
    for style, number in enumerate(formats):
        code = every.get(number, "")
        days, digits = None if is_from_1904 or shown(code, 1) is None else code, digits_of_seconds(code)
        if days is not None or digits is not None:
            found[style] = days, digits
    return found


def changed(times: "Times", style: int, serial: float) -> "str | float | None":
    """Returns the replacement of a number, a text or another number; None if the number stays."""
    code, digits = times.get(style, (None, None))
    text = None if code is None else shown(code, serial)
    if text is not None or digits is None or not 0 <= serial < MOST_DAYS:
        return text
    units = serial * DAY_SECONDS * 10**digits
    # A value nearer to the next unit is that unit already, apart from rounding errors.
    return (math.floor(units) + 1) / DAY_SECONDS / 10**digits if 0.5 <= units % 1 < NEXT else None


def moved(times: "Times", style: int, serial: float) -> "float | None":
    """Like `changed`, for a number that only another number can replace: a date before 29 February 1900 becomes the next day."""
    made = changed(times, style, serial)
    if isinstance(made, str):
        return serial + 1 if 1 <= serial < MARCH_1900 - 1 else None
    return made


def digits_of_seconds(code: str) -> "int | None":
    """Returns None if the format has no seconds."""
    if len(code) > LONGEST_CODE:
        return None
    found = [len(part.partition(".")[2]) for part in PART.findall(code) if part.lstrip("[")[:1] in tuple("sS")]
    return max(found, default=None)


def shown(code: str, serial: float) -> "str | None":
    """Returns None if it is not a date before March 1900, or its format shows no date."""
    if not 0 <= serial < MARCH_1900 or len(code) > LONGEST_CODE or (parts := first_section(code)) is None:
        return None
    digits = max((len(part.partition(".")[2]) for part in parts if part[0] in "sS"), default=0)
    days, seconds = divmod(round(serial * DAY_SECONDS, digits), DAY_SECONDS)
    if days >= MARCH_1900:
        return None
    has_noon = any(part.upper() in ("AM/PM", "A/P") for part in parts)
    return "".join(text_of(part, is_minute, int(days), seconds, has_noon) for part, is_minute in zip(parts, minutes(parts), strict=True))


@functools.lru_cache(maxsize=256)
def first_section(code: str) -> "list[str] | None":
    """Returns its parts without brackets. None if it has no date, or anything besides dates and times."""
    parts: list[str] = []
    for part in PART.findall(code):
        if part == ";":
            break
        if part[0] == "[":
            if not PLAIN_BRACKET.fullmatch(part):
                return None
        elif (part.isalpha() and part[0].lower() not in "ymdhs") or part in tuple("#0?@"):
            return None
        else:
            parts.append(part)
    is_date = any(part[0] in "yYdD" for part in parts) or any(
        part[0] in "mM" and not is_minute for part, is_minute in zip(parts, minutes(parts), strict=True)
    )
    return parts if is_date else None


def minutes(parts: "list[str]") -> "list[bool]":
    """Returns for each part whether it is minutes: an m after hours or before seconds."""
    units = [(index, part[0].lower()) for index, part in enumerate(parts) if part.isalpha() or part[0] in "sS"]
    found = [False] * len(parts)
    for at, (index, unit) in enumerate(units):
        before = units[at - 1][1] if at else ""
        after = units[at + 1][1] if at + 1 < len(units) else ""
        found[index] = unit == "m" and len(parts[index]) <= 2 and (before == "h" or after == "s")
    return found


def text_of(part: str, is_minute: bool, days: int, seconds: float, has_noon: bool) -> str:
    unit, length = part[0].lower(), len(part)
    hour, minute = int(seconds // 3600), int(seconds // 60 % 60)
    if part.upper() in ("AM/PM", "A/P"):
        return part.split("/")[hour >= 12]
    if unit == '"':
        return part.strip('"')
    if unit in "\\_*" and length == 2:
        return {"\\": part[1], "_": " ", "*": ""}[unit]
    if unit == "h":
        return str((hour + 11) % 12 + 1 if has_noon else hour).zfill(min(length, 2))
    if unit == "s":
        whole, _, fraction = part.partition(".")
        width = min(len(whole), 2)
        return "%0*.*f" % (width + 1 + len(fraction) if fraction else width, len(fraction), seconds % 60)
    if is_minute:
        return str(minute).zfill(length)
    return date_part(unit, length, days) if unit in ("y", "m", "d") else part


def date_part(unit: str, length: int, days: int) -> str:
    year, month, day = calendar(days)
    if unit == "y":
        return "%d" % year if length > 2 else "%02d" % (year % 100)
    name = MONTHS[month - 1] if unit == "m" else DAYS[(days - 1) % 7]
    if length <= 2:
        return str(month if unit == "m" else day).zfill(length)
    return name[:1] if length == 5 else name[:3] if length == 3 else name


def calendar(days: int) -> "tuple[int, int, int]":
    if days in (0, MARCH_1900 - 1):
        return (1900, 1, 0) if days == 0 else (1900, 2, 29)
    date = datetime.date(1899, 12, 31) + datetime.timedelta(days)
    return date.year, date.month, date.day
