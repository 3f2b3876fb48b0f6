"""Date formats that workbooks refer to only by number (ECMA-376-1, 18.8.30), as Excel shows them in its own language.

LibreOffice takes them from the locale of its system, even those that are the same everywhere. A workbook that defines them keeps its own
definitions.
"""

import re
import struct

CODES = {
    14: "m/d/yyyy",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "m/d/yyyy h:mm",
}

XLS_FORMAT = 0x041E

# The styles of SpreadsheetML: where a format is used, where one is defined, and where the formats are listed (18.8.39).
STYLES = re.compile(rb"<(?P<prefix>(?:\w+:)?)styleSheet[\s>][^<]*")
USED = re.compile(rb"<(?:\w+:)?xf\s[^<>]*?\bnumFmtId=[\"'](\d{1,5})[\"']")
DEFINED = re.compile(rb"<(?:\w+:)?numFmt\s[^<>]*?\bnumFmtId=[\"'](\d{1,5})[\"']")
FORMATS = re.compile(rb"<(?:\w+:)?numFmts(?:\s[^<>]*)?(?<!/)>")


def define_in_xlsx(part: bytes) -> "bytes | None":
    """part: the styles of an xlsx. Returns None if no format has to be defined."""
    root = STYLES.search(part)
    missing = sorted(numbers(USED, part) & CODES.keys() - numbers(DEFINED, part))
    if root is None or not missing:
        return None
    prefix = root["prefix"]
    made = b"".join(b'<%snumFmt numFmtId="%d" formatCode="%s"/>' % (prefix, each, CODES[each].encode()) for each in missing)
    formats = FORMATS.search(part)
    if formats is None:
        made = b"<%snumFmts>%s</%snumFmts>" % (prefix, made, prefix)
    at = (formats or root).end()
    return part[:at] + made + part[at:]


def numbers(pattern: "re.Pattern[bytes]", part: bytes) -> "set[int]":
    return {int(number) for number in pattern.findall(part)}


def xls_record(number: int, is_version_8: bool) -> bytes:
    """Returns the format as a record of an xls ([MS-XLS] 2.4.126); before version 8, texts have a shorter header."""
    code = CODES[number].encode()
    text = struct.pack("<HB", len(code), 0) if is_version_8 else struct.pack("<B", len(code))
    body = struct.pack("<H", number) + text + code
    return struct.pack("<HH", XLS_FORMAT, len(body)) + body


def xlsb_body(number: int) -> bytes:
    """Returns the format as the body of a record of an xlsb ([MS-XLSB] 2.4.700)."""
    code = CODES[number]
    return struct.pack("<HI", number, len(code)) + code.encode("utf-16-le")
