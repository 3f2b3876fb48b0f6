from collections.abc import Callable
from typing import Any

class EPUBOutput:
    workaround_ade_quirks: Callable[[Any], None]
