from typing import Any

RingBuilder: Any
