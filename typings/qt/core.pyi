from collections.abc import Callable

class QTimer:
    @staticmethod
    def singleShot(milliseconds: int, then: Callable[[], None]) -> None: ...
