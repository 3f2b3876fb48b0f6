from typing import Any

factory: Any
