"""Reads pages of a LIT in runs of text: calibre reads single characters, which takes most of the time of counting the words."""

from calibre.ebooks.lit.reader import UnBinary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

# As calibre's reader writes them before it separates text from markup.
_WRITTEN = str.maketrans({"\v": "\n", ">": ">>", "<": "<<"})
# Indices in the tuples of the stack: the name of the tag, whether it is dynamic, the next state.
_TAG, _DYNAMIC, _STATE = 1, 3, 7


def hurry() -> None:
    """Call once, in a process that does not need calibre's own way of reading LIT afterwards."""
    as_calibre_reads = UnBinary.binary_to_text_inner

    def in_runs(self: "Any", data: bytes, buffer: "IO[bytes]", stack: "list[tuple[Any, ...]]") -> None:
        top = list(stack[-1])
        if top[_STATE] == "close tag" and top[_TAG]:
            buffer.write(f"</{top[_TAG]}>".encode("ascii", "xmlcharrefreplace"))
            top[_TAG], top[_DYNAMIC], top[_STATE] = None, 0, "text"
            stack[-1] = tuple(top)
        if top[_STATE] == "text":
            self.cpos = _write_run(data, self.cpos, buffer)
        as_calibre_reads(self, data, buffer, stack)

    UnBinary.binary_to_text_inner = in_runs


def _write_run(data: bytes, start: int, buffer: "IO[bytes]") -> int:
    """Writes up to the next markup; returns its position. Text that is not UTF-8 is left to calibre."""
    end = data.find(0, start)
    try:
        text = data[start : max(start, end)].decode()
    except UnicodeDecodeError:
        return start
    buffer.write(text.translate(_WRITTEN).encode("ascii", "xmlcharrefreplace"))
    return max(start, end)
