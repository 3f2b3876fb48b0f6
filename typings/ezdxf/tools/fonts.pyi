from typing import Any

class MonospaceFont:
    measurements: Any
    def __init__(self, cap_height: float) -> None: ...
