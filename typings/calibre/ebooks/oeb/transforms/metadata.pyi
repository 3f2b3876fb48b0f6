from collections.abc import Callable
from typing import Any

meta_info_to_oeb_metadata: Callable[..., None]

def __getattr__(name: str) -> Any: ...
