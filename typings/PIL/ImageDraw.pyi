from typing import Any

from PIL.Image import Image

def Draw(im: Image, mode: str | None = None) -> Any: ...
