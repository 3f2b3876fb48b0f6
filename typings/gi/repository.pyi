from typing import Any

Pango: Any
PangoCairo: Any
