from collections.abc import Callable
from typing import Any

epub_2_to_3: Callable[..., Any]
