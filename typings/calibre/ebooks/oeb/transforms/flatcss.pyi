from collections.abc import Callable
from typing import Any

FontMapper: Callable[..., Any]

def ScaleMapper(sbase: float, dbase: float) -> Any: ...
