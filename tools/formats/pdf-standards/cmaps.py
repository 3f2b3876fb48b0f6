"""CMaps, which tell the characters of codes (ISO 32000-1, 9.7.5)."""

from bisect import bisect_right

from objects import data_of, name_of
from pikepdf import Stream
from tokens import Instructions, Members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Those that need not be in the file, by the collection of their characters (table 118).
PREDEFINED = {
    "GB1": "GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V UniGB-UCS2-H UniGB-UCS2-V"
    " UniGB-UTF16-H UniGB-UTF16-V",
    "CNS1": "B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H"
    " UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V",
    "Japan1": "83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H"
    " Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V",
    "Korea1": "KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V"
    " UniKS-UTF16-H UniKS-UTF16-V",
}
COLLECTIONS = {f"/{name}": collection for collection, names in PREDEFINED.items() for name in names.split()}
IDENTITIES = ("/Identity-H", "/Identity-V")
MOST_BYTES = 8 * 1024**2


class CMap:
    """The CMap of a font, by name or in the file. `characters` of predefined ones are unknown."""

    def __init__(self, encoding: "Any") -> None:
        self.name = name_of(encoding)
        self.is_embedded = isinstance(encoding, Stream)
        self.used: list[str] = []
        self.mode: int | None = None
        self.largest = 0
        # Lengths of codes, bytes.
        self.lengths: set[int] = set()
        # First and last code, and the first character.
        self.ranges: list[tuple[int, int, int]] = []
        if self.is_embedded:
            self.read(data_of(encoding)[:MOST_BYTES])
            self.ranges.sort()
        self.starts = [first for first, _, _ in self.ranges]

    def read(self, data: bytes) -> None:
        for operator, operands in Instructions(data):
            last = operands[-1] if operands else None
            if operator == "usecmap" and isinstance(last, str):
                self.used.append(last)
            elif operator == "def" and operands[-2:-1] == ["/WMode"] and isinstance(last, int):
                self.mode = last
            elif operator == "endcodespacerange":
                self.lengths |= {len(each) if isinstance(each, bytes) else 0 for each in operands}
            elif operator == "endcidrange":
                for first, end, character in zip(operands[::3], operands[1::3], operands[2::3], strict=False):
                    self.add(first, end, character)
            elif operator == "endcidchar":
                for code, character in zip(operands[::2], operands[1::2], strict=False):
                    self.add(code, code, character)

    def add(self, first: object, end: object, character: object) -> None:
        if isinstance(first, bytes) and isinstance(end, bytes) and isinstance(character, int):
            start, stop = int.from_bytes(first, "big"), int.from_bytes(end, "big")
            self.ranges.append((start, stop, character))
            self.largest = max(self.largest, character + stop - start)

    @property
    def length(self) -> int:
        """Length of codes, bytes; 2 where they differ, which is not followed."""
        return 1 if self.lengths == {1} else 2

    def character(self, code: int) -> "int | None":
        """Returns the number of the character (CID) of a code; None if it is unknown."""
        if self.name in IDENTITIES:
            return code
        if not self.is_embedded or self.used or len(self.lengths) > 1:
            return None
        at = bisect_right(self.starts, code) - 1
        if at < 0 or self.ranges[at][1] < code:
            return 0
        first, _, character = self.ranges[at]
        return character + code - first


class TextMap:
    """The texts of codes that a font states (ToUnicode; ISO 32000-1, 9.10.3)."""

    def __init__(self, stream: "Any") -> None:
        self.texts: dict[int, bytes] = {}
        # First and last code, and the text of the first.
        self.ranges: list[tuple[int, int, bytes]] = []
        for operator, operands in Instructions(data_of(stream)[:MOST_BYTES]):
            if operator == "endbfchar":
                for code, text in zip(operands[::2], operands[1::2], strict=False):
                    if isinstance(code, bytes) and isinstance(text, bytes):
                        self.texts[int.from_bytes(code, "big")] = text
            elif operator == "endbfrange":
                for first, last, text in zip(operands[::3], operands[1::3], operands[2::3], strict=False):
                    if isinstance(first, bytes) and isinstance(last, bytes):
                        self.add(int.from_bytes(first, "big"), int.from_bytes(last, "big"), text)

    def add(self, first: int, last: int, text: "Any") -> None:
        if isinstance(text, bytes):
            self.ranges.append((first, last, text))
        elif isinstance(text, Members):
            self.texts.update((first + index, each) for index, each in enumerate(text[: last - first + 1]) if isinstance(each, bytes))

    def text(self, code: int) -> "str | None":
        """Returns the text of a code; None without one."""
        found = self.texts.get(code)
        for first, last, text in self.ranges if found is None else ():
            if first <= code <= last and text:
                number = int.from_bytes(text, "big") + code - first
                found = number.to_bytes(len(text) + 1, "big")[1:]
        return None if found is None else found.decode("utf-16-be" if len(found) > 1 else "latin-1", "replace")
