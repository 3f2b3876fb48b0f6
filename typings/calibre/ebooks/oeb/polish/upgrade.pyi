from collections.abc import Callable
from typing import Any

epub_2_to_3: Callable[..., Any]
get_toc: Callable[[Any], Any]

def find_existing_ncx_toc(container: Any) -> str | None: ...
