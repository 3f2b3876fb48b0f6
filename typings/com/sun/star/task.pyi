from typing import Any

class XInteractionHandler:
    def handle(self, request: Any) -> None: ...
