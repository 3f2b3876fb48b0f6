# Makes the drawings of preview.test.ts with ezdxf: `drawings.py FOLDER`.
# A frame of 400 x 200 units shows a drawing at one millimetre a unit, with 10 mm around it.
import sys

import ezdxf
from ezdxf.lldxf.const import MTEXT_TOP_LEFT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = sys.argv[1]
THICK = {"lineweight": 100}


def new(version: str = "R2018") -> "tuple[Any, Any]":
    doc = ezdxf.new(version, setup=True)
    return doc, doc.modelspace()


def save(doc: "Any", name: str) -> None:
    doc.saveas("%s/%s.dxf" % (FOLDER, name))


def sheet(name: str, dx: float = 0.0, dy: float = 0.0) -> None:
    doc, msp = new()

    def at(*points: "tuple[float, float]") -> "list[tuple[float, float]]":
        return [(x + dx, y + dy) for x, y in points]

    msp.add_lwpolyline(at((0, 0), (400, 0), (400, 200), (0, 200)), close=True)
    msp.add_line(*at((20, 20), (60, 20)), dxfattribs={"color": 1, **THICK})
    msp.add_line(*at((20, 30), (60, 30)), dxfattribs={"color": 7, **THICK})
    fill = msp.add_hatch()
    fill.rgb = (0, 128, 255)
    for radius in (20, 8):
        edges = fill.paths.add_edge_path()
        edges.add_arc(at((100, 50))[0], radius, 0, 360)
    msp.add_arc(at((160, 50))[0], 20, 0, 90, dxfattribs={"color": 6, **THICK})
    for index, layer in enumerate(("Off", "Frozen", "Unplotted")):
        made = doc.layers.add(layer, color=1)
        made.off() if layer == "Off" else made.freeze() if layer == "Frozen" else setattr(made.dxf, "plot", 0)
        msp.add_line(*at((20, 40 + index), (60, 40 + index)), dxfattribs={"layer": layer, **THICK})
    doc.layers.add("Green", color=3)
    block = doc.blocks.new("PAIR", base_point=(5, 0))
    block.add_solid([(5, 0), (10, 0), (5, 5), (10, 5)], dxfattribs={"color": 0})
    block.add_solid([(15, 0), (20, 0), (15, 5), (20, 5)])
    place = {"color": 5, "layer": "Green", "xscale": 2, "yscale": 2, "rotation": 90}
    msp.add_blockref("PAIR", at((340, 20))[0], dxfattribs=place)
    spline = [(200, 100, 0), (220, 140, 0), (240, 100, 0)]
    msp.add_open_spline([(x + dx, y + dy, z) for x, y, z in spline], degree=2, dxfattribs=THICK)
    msp.add_ellipse(at((220, 50))[0], major_axis=(0, 20), ratio=0.5, dxfattribs=THICK)
    arc = [(20 + dx, 100 + dy, 1), (60 + dx, 100 + dy, 0)]
    msp.add_lwpolyline(arc, format="xyb", dxfattribs={"const_width": 2})
    wide = [(80 + dx, 100 + dy, 0, 10), (120 + dx, 100 + dy, 0, 0)]
    msp.add_lwpolyline(wide, format="xyse")
    msp.add_text("HHHH", dxfattribs={"height": 20, "rotation": 90}).set_pos(at((290, 20))[0])
    msp.add_text("%%c40 %%p1", dxfattribs={"height": 5}).set_pos(at((20, 180))[0])
    text = {"char_height": 5, "attachment_point": MTEXT_TOP_LEFT, "insert": at((100, 190))[0]}
    msp.add_mtext("Upper line\\PLower \\C1;line", dxfattribs=text)
    lines = msp.add_hatch(color=2)
    lines.set_pattern_fill("ANSI31", scale=1)
    lines.paths.add_polyline_path(at((340, 100), (390, 100), (390, 150), (340, 150)), is_closed=True)
    msp.add_linear_dim(base=at((0, 160))[0], p1=at((200, 150))[0], p2=at((240, 150))[0], override={"dimtxt": 5, "dimasz": 3}).render()
    msp.add_line(*at((150, 120), (190, 120)), dxfattribs={"color": 1, **THICK})
    msp.add_wipeout(at((160, 110), (180, 110), (180, 130), (160, 130)))
    msp.add_line(*at((300, 190), (390, 190)), dxfattribs={"linetype": "DASHED", "ltscale": 20, **THICK})
    msp.add_ray(at((0, 0))[0], (1, 1), dxfattribs={"color": 4, **THICK})
    msp.add_3dsolid()
    save(doc, name)


def empty() -> None:
    doc, msp = new()
    save(doc, "empty")
    doc.layers.add("Off").off()
    msp.add_line((0, 0), (10, 10), dxfattribs={"layer": "Off"})
    save(doc, "hidden")


def on_paper_only() -> None:
    doc, _ = new()
    doc.layout("Layout1").add_line((0, 0), (10, 5), dxfattribs={"color": 1, **THICK})
    save(doc, "paper")


def bombs() -> None:
    doc, msp = new()
    doc.blocks.new("B0").add_line((0, 0), (1, 1))
    for depth in range(1, 40):
        block = doc.blocks.new("B%d" % depth)
        for x in (0, 1):
            block.add_blockref("B%d" % (depth - 1), (x, depth))
    msp.add_blockref("B39", (0, 0))
    save(doc, "doubling")
    doc, msp = new()
    doc.blocks.new("EMPTY")
    msp.add_blockref("EMPTY", (0, 0), dxfattribs={"column_count": 32000, "row_count": 32000})
    msp.add_line((0, 0), (1, 1))
    save(doc, "array")


def old() -> None:
    doc, msp = new("R12")
    msp.add_polyline2d([(0, 0), (400, 0), (400, 200), (0, 200)], close=True, dxfattribs={"color": 1})
    save(doc, "closed-r12")


sheet("sheet")
sheet("far", 1e7, -2e7)
empty()
on_paper_only()
bombs()
old()
