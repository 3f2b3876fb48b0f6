# Makes a drawing of 2018 with ezdxf: each kind of entity on a layer named after it. Usage: make_drawing.py PATH
import math
import sys

import ezdxf
from ezdxf.math import Vec2, Vec3
from ezdxf.render.forms import cube
from ezdxf.render.mleader import ConnectionSide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

document = ezdxf.new("R2018", setup=True)
document.header["$EXTMIN"] = (0, 0, 0)
document.header["$EXTMAX"] = (100, 100, 0)
space = document.modelspace()


def on(layer: str, **more: "Any") -> "dict[str, Any]":
    return {"layer": layer, **more}


space.add_line((0, 0), (10, 0), dxfattribs=on("LINE", color=3))
space.add_point((1, 1, 1), dxfattribs=on("POINT"))
space.add_circle((5, 5), 3, dxfattribs=on("CIRCLE", extrusion=(0, 0, -1)))
space.add_arc((5, 5), 3, 10, 200, dxfattribs=on("ARC"))
space.add_solid([(0, 0), (4, 0), (0, 4), (4, 4)], dxfattribs=on("SOLID"))
space.add_3dface([(0, 0, 0), (4, 0, 1), (4, 4, 2), (0, 4, 3)], dxfattribs=on("FACE"))
space.add_text("über 日本", dxfattribs=on("TEXT", height=2, rotation=30)).set_placement((3, 3))
space.add_text("x" * 600, dxfattribs=on("LONGTEXT", height=2, insert=(0, 50)))

for layer, width in (("LWPOLYLINE", 0), ("WIDEPOLYLINE", 0.5)):
    points = [(0, 0, width, width, 0), (10, 0, 0, 0, 0.5), (10, 10, 0, 0, -1), (0, 10)]
    space.add_lwpolyline(points, format="xyseb", close=True, dxfattribs=on(layer))
tilted = space.add_lwpolyline([(0, 0), (5, 0, 0, 0, 1), (5, 5)], dxfattribs=on("TILTEDPOLYLINE", elevation=7))
tilted.dxf.extrusion = Vec3(1, 1, 1).normalize()
space.add_polyline3d([(0, 0, 0), (5, 0, 2), (5, 5, 4)], dxfattribs=on("POLYLINE3D"))
cube(center=True).render_polyface(space, dxfattribs=on("POLYFACE"))

space.add_spline([(0, 0), (10, 20), (30, -5), (40, 10)], dxfattribs=on("FITSPLINE"))
spline = space.add_open_spline([(0, 0, 0), (5, 10, 3), (10, 0, 6), (15, 10, 0), (20, 5, 1)], dxfattribs=on("SPLINE"))
space.add_rational_spline([(0, 0), (10, 0), (10, 10)], [1, math.sqrt(0.5), 1], degree=2, dxfattribs=on("RATIONAL"))
space.add_ellipse((0, 0), (10, 5), 0.4, dxfattribs=on("ELLIPSE"))
space.add_ellipse((0, 0), (10, 0), 0.5, 1, 4, dxfattribs=on("ELLIPSEARC"))
space.add_ellipse((1, 2, 3), (10, 0, 0), 0.5, dxfattribs=on("TILTEDELLIPSE", extrusion=Vec3(0, 1, 1).normalize()))
space.add_mline([(0, 0), (20, 0), (20, 20)], dxfattribs=on("MLINE", scale_factor=2))
space.add_leader([(0, 0), (20, 20), (30, 20)], override={"dimasz": 2}, dxfattribs=on("LEADER"))
space.add_ray((0, 0), (1, 1), dxfattribs=on("RAY"))
space.add_xline((0, 0), (0, 1), dxfattribs=on("XLINE"))

mtext = space.add_mtext(
    r"{\fArial|b0;Erste \H2x;Zeile}\PTabelle \S1/2; \{x\}\~\\y",
    dxfattribs=on("MTEXT", char_height=2, insert=(50, 50), rotation=90, attachment_point=5),
)

solid = space.add_hatch(dxfattribs=on("SOLIDHATCH"))
solid.paths.add_polyline_path([(0, 0), (10, 0), (10, 10), (0, 10)], is_closed=True)
solid.paths.add_polyline_path([(3, 3), (7, 3), (7, 7), (3, 7)], is_closed=True, flags=16)
pattern = space.add_hatch(dxfattribs=on("PATTERNHATCH"))
pattern.set_pattern_fill("ANSI33", scale=1.5, angle=20)
edges = pattern.paths.add_edge_path()
edges.add_line((0, 0), (20, 0))
edges.add_arc((20, 10), 10, -90, 90)
edges.add_line((20, 20), (0, 20))
edges.add_ellipse((0, 10), (0, 10), 0.5, 0, 180)

mesh = space.add_mesh(dxfattribs=on("MESH"))
with mesh.edit_data() as data:
    data.vertices = [(0, 0, 0), (4, 0, 0), (6, 3, 0), (2, 6, 0), (-2, 3, 0), (2, 3, 5)]
    data.faces = [[0, 1, 2, 3, 4], [0, 1, 5], [1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 0, 5]]

space.add_image(document.add_image_def("x.png", (100, 50)), (5, 5), (20, 10), dxfattribs=on("IMAGE"))
space.add_wipeout([(0, 0), (5, 5)], dxfattribs=on("WIPEOUT"))
leader = space.add_multileader_mtext("Standard", dxfattribs=on("MULTILEADER"))
leader.set_content("Hinweis", char_height=2)
leader.add_leader_line(ConnectionSide.left, [Vec2(-20, -15)])
leader.build(insert=Vec2(10, 0))

block = document.blocks.new("Möbel und ein sehr langer Name, länger als R12 ihn hat")
block.add_lwpolyline([(0, 0), (1, 0), (1, 1)])
block.add_attdef("NR", (0, 0), dxfattribs={"height": 1, "prompt": "Nummer?"})
document.blocks.new("Möbel und ein sehr langer Name, anders").add_circle((0, 0), 1)
insert = space.add_blockref(block.name, (20, 20), dxfattribs=on("INSERT", xscale=2, rotation=45))
insert.add_auto_attribs({"NR": "17"})
space.add_blockref("Möbel und ein sehr langer Name, anders", (30, 30), dxfattribs=on("OTHERINSERT"))
space.add_linear_dim((0, 5), (0, 0), (10, 0), dxfattribs=on("DIMENSION")).render()

space.add_line((0, 0), (1, 1), dxfattribs=on("INVISIBLE", invisible=1))
space.add_line((0, 0), (1, 1), dxfattribs=on("TRUECOLOR", true_color=ezdxf.rgb2int((255, 10, 10)), lineweight=50))
document.layers.add("Ebene mit Leerzeichen und Ümläuten 1", color=5)
document.layers.add("Ebene mit Leerzeichen und Ümläuten 2", true_color=ezdxf.rgb2int((0, 0, 250)))
space.add_line((0, 0), (1, 1), dxfattribs=on("Ebene mit Leerzeichen und Ümläuten 2"))

sheet = document.layout("Layout1")
sheet.add_viewport((5, 5), (8, 6), (50, 50), 100, dxfattribs=on("VIEWPORT"))
sheet.add_line((0, 0), (3, 3), dxfattribs=on("SHEET"))
document.layouts.new("Blatt 2").add_line((0, 0), (3, 3), dxfattribs=on("SECONDSHEET"))
document.saveas(sys.argv[1])
