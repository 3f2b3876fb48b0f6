from collections.abc import Callable
from typing import Any

class OEBOutput:
    migrate_lang_code: Callable[[Any, Any], None]
