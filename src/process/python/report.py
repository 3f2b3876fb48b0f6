"""A supervisor's reports to convertd: lines over the socket at descriptor 3, listed in supervise.py."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

REPORT = 3


def report(*words: object) -> None:
    try:
        os.write(REPORT, (" ".join(map(str, words)) + "\n").encode("utf-8", "replace"))
    except OSError:
        pass  # convertd is gone; the watch sees that too


class reporting:
    """Reports an error to convertd and ends the process, which must not go on unsandboxed."""

    def __init__(self, stage: str) -> None:
        self.stage = stage

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None") -> None:
        if error is not None:
            report("failed", self.stage, error)
            os._exit(126)
