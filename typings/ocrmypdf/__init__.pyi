from collections.abc import Callable
from typing import Any, TypeVar

_Hook = TypeVar("_Hook", bound=Callable[..., Any])

def hookimpl(function: _Hook) -> _Hook: ...
