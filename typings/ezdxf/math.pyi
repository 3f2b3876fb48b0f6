from typing import Any

Vec2: Any
Vec3: Any
BoundingBox: Any
