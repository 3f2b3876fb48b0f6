import typing
from collections.abc import Callable

_uno_struct__setattr__: Callable[[object, str, object], None]

class Any:
    """A value with its UNO type."""

    def __init__(self, type: str, value: object) -> None: ...

def systemPathToFileUrl(path: str) -> str: ...
def getComponentContext() -> typing.Any: ...
