# What ezdxf finds in a drawing: observe.py PATH [SOURCE]. Prints {errors, version, layers: {LAYER: {types, box, texts,
# area, length, distance}}}. distance: of the points of the layer's curves in SOURCE to those in PATH, and the other way
# round, whichever is larger.
import itertools
import json
import sys
from collections import Counter, defaultdict

import ezdxf
from ezdxf import disassemble
from ezdxf.math import BoundingBox, Vec3
from ezdxf.render import hatching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

CURVES = {"LINE", "CIRCLE", "ARC", "LWPOLYLINE", "POLYLINE", "SPLINE", "ELLIPSE", "MLINE", "LEADER"}


def read(path: str) -> "tuple[Any, Any]":
    document = ezdxf.readfile(path)
    for entity in document.entitydb.values():
        # ezdxf cannot turn an entity whose thickness is given as 0.
        if entity.dxf.hasattr("thickness") and entity.dxf.thickness == 0:
            entity.dxf.discard("thickness")
    return document, document.audit()


def flat(entities: "Iterable[Any]") -> "list[list[Any]]":
    """Lines of points of all curves of these entities, those of their blocks as well."""
    lines: list[list[Any]] = []
    curves = (e for e in disassemble.recursive_decompose(entities) if e.dxftype() in CURVES)
    for primitive in disassemble.to_primitives(curves, max_flattening_distance=0.01):
        if primitive.path is not None:
            lines.append(list(primitive.path.flattening(0.005)))
        elif not primitive.is_empty:
            lines.append([Vec3(v) for v in primitive.vertices()])
    return lines


# Nearer than this is the same place.
SAME = 1e-9


def farthest(points: "Iterable[Any]", lines: "Sequence[Sequence[Any]]") -> float:
    """The largest distance of a point from the lines. Points of a curve follow each other: each looks first where the last was near."""
    worst, start = 0.0, 0
    segments = [(a, b) for line in lines for a, b in itertools.pairwise(line)]
    for p in points:
        # Farther than anything, where there is no line at all.
        best, nearest = 1e9, start
        for index in (*range(start, len(segments)), *range(start)):
            a, b = segments[index]
            d = b - a
            t = 0 if d.magnitude_square == 0 else max(0, min(1, (p - a).dot(d) / d.magnitude_square))
            distance = p.distance(a + d * t)
            if distance < best:
                best, nearest = distance, index
            if best < SAME:
                break
        worst, start = max(worst, best), nearest
    return worst


def by_layer(document: "Any") -> "dict[str, list[Any]]":
    layers: defaultdict[str, list[Any]] = defaultdict(list)
    for layout in document.layouts:
        for entity in layout:
            layers[entity.dxf.layer.upper()].append(entity)
    return layers


def area(entities: "Iterable[Any]") -> float:
    total = 0.0
    for solid in disassemble.recursive_decompose(entities):
        if solid.dxftype() == "SOLID":
            a, b, c, d = solid.dxf.vtx0, solid.dxf.vtx1, solid.dxf.vtx3, solid.dxf.vtx2
            total += ((c - a).cross(d - b)).magnitude / 2
    return total


def length(entities: "Iterable[Any]") -> float:
    total = 0.0
    for entity in disassemble.recursive_decompose(entities):
        if entity.dxftype() == "LINE":
            total += entity.dxf.start.distance(entity.dxf.end)
        elif entity.dxftype() == "HATCH" and not entity.dxf.solid_fill:
            total += sum(start.distance(end) for start, end in hatching.hatch_entity(entity))
    return total


def describe(entities: "Sequence[Any]", source: "Sequence[Any] | None") -> "dict[str, Any]":
    lines = flat(entities)
    box = BoundingBox(p for line in lines for p in line)
    report = {
        "types": dict(Counter(e.dxftype() for e in entities)),
        "drawn": dict(Counter(e.dxftype() for e in disassemble.recursive_decompose(entities))),
        "box": [list(box.extmin), list(box.extmax)] if box.has_data else None,
        "texts": [e.dxf.text for e in entities if e.dxftype() == "TEXT"],
        "places": [list(e.dxf.insert) for e in entities if e.dxftype() == "TEXT"],
        "area": area(entities),
        "length": length(entities),
        "colors": [e.dxf.color for e in entities],
    }
    if source:
        there = flat(source)
        if there and lines:
            report["distance"] = max(
                farthest([p for line in there for p in line], lines), farthest([p for line in lines for p in line], there)
            )
    return report


document, audit = read(sys.argv[1])
source = by_layer(read(sys.argv[2])[0]) if len(sys.argv) > 2 else {}
print(
    json.dumps(
        {
            "version": document.dxfversion,
            "errors": [error.message for error in audit.errors],
            "layers": {name: describe(list(es), source.get(name)) for name, es in by_layer(document).items()},
            "layerNames": [layer.dxf.name for layer in document.layers],
            "blockNames": [b.name for b in document.blocks],
            "sheet": [e.dxf.layer for e in document.layout()] if document.dxfversion == "AC1009" else [],
        }
    )
)
