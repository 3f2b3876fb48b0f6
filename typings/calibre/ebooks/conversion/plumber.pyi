from collections.abc import Callable
from typing import Any

create_oebbook: Callable[..., Any]
