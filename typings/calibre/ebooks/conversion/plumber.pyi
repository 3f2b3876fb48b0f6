from collections.abc import Callable
from typing import Any

create_oebbook: Callable[..., Any]

class Plumber:
    opts_to_mi: Callable[[Any, Any], None]
