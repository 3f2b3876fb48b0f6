"""Limits calibre's heuristics, which look for chapters and join broken lines: some texts keep their patterns busy for hours."""

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Processor time for all parts of a book together, seconds. A novel of 1 MB takes five.
SECONDS = 60.0


class OutOfTime(BaseException):
    """Not an Exception, which calibre would treat as an error of the text."""


class Limited:
    """Leaves a part of the book that would take longer as it is, and counts it as skipped."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Call before ebook-convert, in a process that runs it only once: the changes are permanent."""
        from calibre.ebooks.conversion.utils import HeuristicProcessor

        self.left, self.skipped = seconds, 0
        look = HeuristicProcessor.__call__

        def look_for_a_time(processor: "Any", html: str) -> str:
            if self.left > 0:
                signal.setitimer(signal.ITIMER_VIRTUAL, self.left)
                try:
                    return look(processor, html)
                except OutOfTime:
                    pass
                finally:
                    self.left = signal.setitimer(signal.ITIMER_VIRTUAL, 0)[0]
            self.skipped += 1
            return html

        signal.signal(signal.SIGVTALRM, give_up)
        HeuristicProcessor.__call__ = look_for_a_time


def give_up(*_: "Any") -> None:
    raise OutOfTime
