from typing import Any

class PropertyValue:
    Name: str
    Value: Any

class NamedValue:
    Name: str
    Value: Any
    def __init__(self, name: str = "", value: object = None) -> None: ...
