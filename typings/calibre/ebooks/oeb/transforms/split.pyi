from collections.abc import Callable
from typing import Any

class SplitError(ValueError): ...

class FlowSplitter:
    split_to_size: Callable[[Any, Any], None]
