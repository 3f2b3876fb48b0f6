import typing
from collections.abc import Callable

_uno_struct__setattr__: Callable[[object, str, object], None]

class Any:
    """A value with its UNO type."""

    def __init__(self, type: str, value: object) -> None: ...

class ByteSequence:
    def __init__(self, value: bytes) -> None: ...

def systemPathToFileUrl(path: str) -> str: ...
def getComponentContext() -> typing.Any: ...
