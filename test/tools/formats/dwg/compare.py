# Compares two DXF files of the same drawing attribute by attribute, by handle: `compare.py EXPECTED MADE`.
# Blocks by name as well: their base points; and layers: whether they are off, frozen or locked.
# One JSON object: {same, different: {TYPE: {attribute: number}}, missing: {TYPE: number}}.
import json
import math
import re
import sys
from collections import Counter, defaultdict

import ezdxf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

expected, made = (ezdxf.readfile(path) for path in sys.argv[1:3])
# Belongs to the file, not to the drawing.
IGNORED = {"handle", "owner", "paperspace"}


def decoded(text: str) -> str:
    """Files before 2007 have what their code page has not by its number."""
    return re.sub(r"\\U\+([0-9A-F]{4})", lambda match: chr(int(match[1], 16)), text)


def equal(one: "Any", other: "Any") -> bool:
    if isinstance(one, str):
        return decoded(one).lower() == decoded(str(other)).lower()
    if hasattr(one, "isclose"):
        return other is not None and one.isclose(other, abs_tol=1e-6)
    if isinstance(one, float):
        return other is not None and math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)
    return one == other


def value_of(entity: "Any", name: str) -> "Any":
    if entity.dxf.hasattr(name):
        return entity.dxf.get(name)
    return entity.dxf.get_default(name) if entity.dxf.is_supported(name) else None


def rounded(numbers: "Iterable[float]") -> "list[float]":
    return [round(number, 6) + 0.0 for number in numbers]


def corner(vertex: "Any", polyline: "Any") -> "list[float]":
    """A vertex of a POLYLINE: whose it is, where, and the corners that a face has."""
    widths = [
        vertex.dxf.get("start_width", polyline.get("default_start_width", 0)),
        vertex.dxf.get("end_width", polyline.get("default_end_width", 0)),
    ]
    faces = [vertex.dxf.get(name, 0) for name in ("vtx0", "vtx1", "vtx2", "vtx3")]
    place = [0, 0, 0] if vertex.is_face_record else rounded(vertex.dxf.location)
    return place + rounded([vertex.dxf.get("bulge", 0), *widths]) + faces


def attribute_of(attribute: "Any") -> "tuple[Any, ...]":
    dxf = attribute.dxf
    return dxf.tag, dxf.text, rounded(dxf.insert), rounded([dxf.height, dxf.rotation])


def path_of(path: "Any") -> "list[Any]":
    """A boundary of a HATCH: the vertices of a polyline, or what each edge has."""
    if hasattr(path, "vertices"):
        return [rounded(vertex) for vertex in path.vertices]
    names = ("start", "end", "center", "major_axis", "radius", "ratio", "ccw", "control_points", "knot_values")
    angles = ("start_angle", "end_angle")
    return [
        {
            **{name: rounded_all(getattr(edge, name)) for name in names if hasattr(edge, name)},
            **{name: round(getattr(edge, name) % 360, 6) for name in angles if hasattr(edge, name)},
        }
        for edge in path.edges
    ]


def rounded_all(value: "Any") -> "Any":
    """Numbers and points, also in lists."""
    if isinstance(value, (int, float)):
        return round(value, 6) + 0.0
    return [rounded_all(each) for each in value]


def columns_of(text: "Any") -> "list[Any]":
    """Of an MTEXT: their type, number, sizes and flow."""
    columns = text.columns
    if columns is None:
        return []
    return [
        columns.column_type,
        columns.count,
        *rounded([columns.width, columns.gutter_width, columns.defined_height]),
        columns.auto_height,
    ]


def context_of(context: "Any") -> "list[Any]":
    """Of a MULTILEADER: the ends of its landings, the points of its lines, and what they lead to."""
    shown = context.mtext or context.block
    place = None if shown is None else rounded(shown.insert)
    leaders = [
        [
            rounded(leader.last_leader_point),
            rounded(leader.dogleg_vector),
            round(leader.dogleg_length, 6),
            [[rounded(point) for point in line.vertices] for line in leader.lines],
        ]
        for leader in context.leaders
    ]
    return [place, rounded(context.base_point), context.scale, leaders, None if context.block is None else rounded(context.block._matrix)]


def clip_of(reference: "Any") -> "list[Any]":
    """The boundary to which a block reference is clipped (XCLIP)."""
    if not reference.has_extension_dict:
        return []
    filters = reference.get_extension_dict().dictionary.get("ACAD_FILTER")
    spatial = None if filters is None else filters.get("SPATIAL")
    if spatial is None:
        return []
    return [rounded(tag.value) for subclass in spatial.xtags.subclasses for tag in subclass if tag.code == 10]


def parts(entity: "Any") -> "dict[str, Any]":
    """What an entity holds besides its attributes."""
    kind = entity.dxftype()
    if kind == "LWPOLYLINE":
        return {"points": [rounded(point) for point in entity]}
    if kind == "MTEXT":
        return {"text": decoded(entity.text), "columns": columns_of(entity)}
    if kind in ("DIMENSION", "ARC_DIMENSION"):
        return {"block": len(entity.get_geometry_block() or ())}
    if kind == "MULTILEADER":
        return {"context": context_of(entity.context), "block_attribs": [attribute.text for attribute in entity.block_attribs]}
    if kind == "POLYLINE":
        return {"vertices": [corner(vertex, entity.dxf) for vertex in entity.vertices]}
    if kind == "SPLINE":
        return {"control_points": [rounded(point) for point in entity.control_points], "knots": rounded(entity.knots)}
    if kind == "INSERT":
        return {"attributes": [attribute_of(attribute) for attribute in entity.attribs], "clip": clip_of(entity)}
    if kind == "MESH":
        return {"vertices": [rounded(v) for v in entity.vertices], "faces": [list(face) for face in entity.faces]}
    if kind == "HATCH":
        pattern: list[Any] = entity.pattern.lines if entity.pattern else []
        return {
            "paths": [path_of(path) for path in entity.paths.paths],
            "pattern": [(round(line.angle, 6), rounded(line.offset)) for line in pattern],
        }
    return {}


def differences(entity: "Any", other: "Any") -> "Iterator[str]":
    for name, value in entity.dxfattribs().items():
        if name not in IGNORED and not equal(value, value_of(other, name)):
            yield name
    others = parts(other)
    yield from (name for name, value in parts(entity).items() if others.get(name) != value)


same = 0
different: "defaultdict[str, Counter[str]]" = defaultdict(Counter)
missing: "Counter[str]" = Counter()
for block in expected.blocks:
    for entity in block:
        other = made.entitydb.get(entity.dxf.handle)
        if other is None or other.dxftype() != entity.dxftype():
            missing[entity.dxftype()] += 1
            continue
        found = list(differences(entity, other))
        different[entity.dxftype()].update(found)
        same += not found
for layer in expected.layers:
    if not made.layers.has_entry(layer.dxf.name):
        continue
    other = made.layers.get(layer.dxf.name)
    different["LAYER"].update(name for name in ("is_off", "is_frozen", "is_locked") if getattr(layer, name)() != getattr(other, name)())
for block in expected.blocks:
    other = made.blocks.get(block.name)
    if other is not None and not equal(block.block.dxf.base_point, other.block.dxf.base_point):
        different["BLOCK"]["base_point"] += 1
print(json.dumps({"same": same, "different": {kind: names for kind, names in different.items() if names}, "missing": missing}))
