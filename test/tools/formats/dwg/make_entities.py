# Makes a drawing with ezdxf of entities that conversions have lost or changed: `make_entities.py RELEASE PATH`.
# RELEASE is R2000 … R2018.
import sys

import ezdxf
from ezdxf.math import Vec2
from ezdxf.render.mleader import ConnectionSide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

release, path = sys.argv[1:]
document: "Any" = ezdxf.new(release, setup=True)
space: "Any" = document.modelspace()

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]


def hatch() -> "Any":
    return space.add_hatch(color=2).paths.add_edge_path()


# Hatches with each kind of edge.
hatch().add_ellipse((3, 4), (4, 2), 0.5, 0, 360)
for ccw in (True, False):
    edges = hatch()
    edges.add_ellipse((3, 4), (4, 2), 0.5, 20, 200, ccw=ccw)
    edges.add_line((0, 0), (1, 1))
    edges = hatch()
    edges.add_arc((0, 0), 3, 10, 170, ccw=ccw)
    edges.add_line((-2.9, 0.5), (2.9, 0.5))
hatch().add_spline(control_points=[(0, 0), (1, 2), (3, 1), (0, 0)], knot_values=[0, 0, 0, 0, 1, 1, 1, 1], degree=3)

# Dimensions, each with the block that draws it.
space.add_linear_dim(base=(3, 2), p1=(0, 0), p2=(3, 0)).render()
space.add_aligned_dim(p1=(0, 0), p2=(3, 3), distance=1).render()
space.add_radius_dim(center=(0, 0), radius=3, angle=45).render()
space.add_angular_dim_3p(base=(5, 5), center=(0, 0), p1=(4, 0), p2=(0, 4)).render()
space.add_arc_dim_cra(center=(0, 0), radius=5, start_angle=20, end_angle=80, distance=2, text="arc").render()

# Blocks in millimetres and metres, referred to once and as an array, with attributes.
for name, units in (("MILLIMETRES", 4), ("METRES", 6)):
    block = document.blocks.new(name)
    block.block_record.dxf.units = units
    block.add_line((0, 0), (1, 1))
    block.add_attdef("TAG", (0, 0), "default")
    space.add_blockref(name, (5, 5), dxfattribs={"rotation": 30}).add_attrib("TAG", "one", (5, 5))
    array = {"row_count": 2, "column_count": 3, "row_spacing": 4, "column_spacing": 5}
    space.add_blockref(name, (15, 5), dxfattribs=array).add_attrib("TAG", "many", (15, 5))

# Texts with colours, heights and fonts inside; in columns since 2018, which have had a form of their own since then.
text = space.add_mtext("{\\C1;red} {\\H2x;tall} plain\\P\\fArial|b1|i0;bold", dxfattribs={"width": 12, "line_spacing_factor": 1.3})
text.set_bg_color(2, scale=1.2)
if release == "R2018":
    space.add_mtext_static_columns(["one", "two", "three"], width=10, gutter_width=1, height=8)
    space.add_mtext_dynamic_auto_height_columns("word " * 80, width=10, gutter_width=1, height=8, count=3)

# Leaders to a text and to a block.
leader = space.add_multileader_mtext("Standard")
leader.set_content("multi leader", color=1)
leader.add_leader_line(ConnectionSide.left, [Vec2(-20, 15)])
leader.add_leader_line(ConnectionSide.right, [Vec2(40, 15), Vec2(35, 5)])
leader.build(insert=Vec2(5, 0))
leader = space.add_multileader_block("Standard")
leader.set_content("METRES")
leader.set_attribute("TAG", "in leader")
leader.add_leader_line(ConnectionSide.left, [Vec2(-10, -10)])
leader.build(insert=Vec2(5, 20))

# What becomes something else, or nothing, and is counted.
space.add_helix(2, 1, 5)
space.add_trace(SQUARE)
underlay = document.add_underlay_def("plan.dwf", "dwf", "1")
space.add_underlay(underlay, (0, 0), 1, 0)
if release == "R2018":
    space.add_extruded_surface().sab = b"ACIS BinaryFile" + bytes(range(100))
    space.add_body().sab = b"ACIS BinaryFile" + bytes(range(100))

# Names that are longer than R14 has them, two of them alike up to there; a group of entities that R14 lacks.
for end in ("one", "two"):
    name = f"Thirty-one letters are at most in it {end}"
    document.layers.add(name, color=3)
    document.blocks.new(name).add_circle((0, 0), 1)
    space.add_blockref(name, (0, 0), dxfattribs={"layer": name})
with document.groups.new("LEADERS").edit_data() as group:
    group.extend(space.query("MULTILEADER"))

sheet: "Any" = document.layout("Layout1")
sheet.add_viewport(center=(5, 5), size=(10, 10), view_center_point=(0, 0), view_height=20)
sheet.add_text("on the sheet")
document.new_layout("Second").add_circle((1, 1), 1)
document.saveas(path)
