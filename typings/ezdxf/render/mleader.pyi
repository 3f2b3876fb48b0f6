from typing import Any

ConnectionSide: Any
