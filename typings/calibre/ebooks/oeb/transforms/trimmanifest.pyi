from collections.abc import Callable
from typing import Any

class ManifestTrimmer:
    __call__: Callable[[Any, Any, Any], None]
