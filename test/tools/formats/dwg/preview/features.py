# Makes the drawings of features.detail.ts and options.detail.ts with ezdxf: `features.py FOLDER`.
# A frame of 400 x 200 units shows a drawing at one millimetre a unit, with 10 mm around it.
import sys

import ezdxf
from ezdxf.entities import factory
from ezdxf.lldxf.const import MTEXT_TOP_LEFT
from ezdxf.lldxf.extendedtags import ExtendedTags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = sys.argv[1]
THICK = {"lineweight": 100}


def new(version: str = "R2018") -> "tuple[Any, Any]":
    doc = ezdxf.new(version, setup=True)
    msp = doc.modelspace()
    msp.add_lwpolyline([(0, 0), (400, 0), (400, 200), (0, 200)], close=True)
    return doc, msp


def save(doc: "Any", name: str) -> None:
    doc.saveas("%s/%s.dxf" % (FOLDER, name))


def stored(doc: "Any", text: str) -> "Any":
    """An entity or object that ezdxf cannot make, of its tags."""
    entity = factory.load(ExtendedTags.from_text(text), doc)
    entity.dxf.handle = doc.entitydb.next_handle()
    doc.entitydb.add(entity)
    return entity


def tags(*pairs: "tuple[int, object]") -> str:
    return "".join("%3d\n%s\n" % pair for pair in pairs)


def points(*places: "tuple[float, float]") -> "list[tuple[int, object]]":
    return [tag for x, y in places for tag in ((10, x), (20, y))]


def moved(x: float, y: float) -> "list[tuple[int, object]]":
    return [(40, value) for value in (1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0)]


def clip(doc: "Any", insert: "Any", boundary: "list[tuple[float, float]]", hidden: bool = False) -> None:
    """Clips a block reference at its place; the boundary is in world coordinates."""
    x, y, _ = insert.dxf.insert
    text = tags(
        (0, "SPATIAL_FILTER"), (5, "FFFF"), (330, "0"), (100, "AcDbFilter"), (100, "AcDbSpatialFilter"),
        (70, len(boundary)), *points(*boundary), (210, 0), (220, 0), (230, 1), (11, 0), (21, 0), (31, 0),
        (71, 1), (72, 0), (73, 0), *moved(-x, -y), *moved(0, 0),
    )  # fmt: skip
    spatial = stored(doc, text)
    doc.objects.add_object(spatial)
    filters = insert.new_extension_dict().dictionary.add_new_dict("ACAD_FILTER", hard_owned=True)
    filters["SPATIAL"] = spatial
    spatial.dxf.owner = filters.dxf.handle
    if hidden:
        record = spatial.new_extension_dict().dictionary.add_xrecord("ACAD_XREC_ROUNDTRIP")
        record.reset([(102, "ACAD_INVERTEDCLIP_ROUNDTRIP"), *[(10, (x, y, 0)) for x, y in boundary]])


SAT = """400 8 1 0
16 Autodesk AutoCAD 19 ASM 217.0.0.4503 NT 0
1 9.9999999999999995e-007 1e-010
body $-1 $-1 $-1 $1 #
transform $-1 1 0 0 0 1 0 0 0 1 200 100 0 1 no_rotate no_reflect no_shear #
edge $-1 $3 $3 $-1 $4 forward #
vertex $-1 $2 $5 #
ellipse-curve $-1 0 0 0 0 0 1 20 0 0 1 I I #
point $-1 20 0 0 #
edge $-1 $7 $8 $-1 $9 forward #
vertex $-1 $6 $10 #
vertex $-1 $6 $11 #
straight-curve $-1 -40 0 0 1 0 0 I I #
point $-1 -40 0 0 #
point $-1 -40 40 0 #"""


def features() -> None:
    doc, msp = new()
    block = doc.blocks.new("FILLED")
    block.add_solid([(0, 0), (40, 0), (0, 40), (40, 40)], dxfattribs={"color": 1})
    clip(doc, msp.add_blockref("FILLED", (20, 20)), [(30, 30), (50, 50)])
    clip(doc, msp.add_blockref("FILLED", (80, 20)), [(90, 30), (110, 50)], hidden=True)

    doc.blocks.new("NUMBERED").add_solid([(0, 0), (5, 0), (0, 5), (5, 5)], dxfattribs={"color": 3})
    grid = {"column_count": 3, "column_spacing": 30, "row_count": 2, "row_spacing": 20}
    numbered = msp.add_blockref("NUMBERED", (150, 20), dxfattribs=grid)
    numbered.add_attrib("N", "HH", (156, 20), dxfattribs={"height": 10, "color": 5})

    gradient = msp.add_hatch()
    gradient.paths.add_polyline_path([(260, 20), (300, 20), (300, 40), (260, 40)], is_closed=True)
    gradient.set_gradient((255, 0, 0), (0, 0, 255), name="LINEAR")
    ellipse = msp.add_hatch(color=6)
    edges = ellipse.paths.add_edge_path()
    edges.add_ellipse((350, 40), major_axis=(30, 0), ratio=0.5, start_angle=0, end_angle=180)
    edges.add_line((320, 40), (380, 40))

    text = {"char_height": 10, "attachment_point": MTEXT_TOP_LEFT, "width": 100}
    msp.add_mtext("H{\\C1;H}{\\H2x;\\C3;H}", dxfattribs={"insert": (20, 110), **text})
    msp.add_mtext("{\\C5;\\LHHHH\\l}", dxfattribs={"insert": (20, 140), **text})
    msp.add_mtext("\\pqr;{\\C6;HH}", dxfattribs={"insert": (20, 170), **text})
    msp.add_mtext("HHHHH HHHHH HHHHH", dxfattribs={"insert": (130, 170), **text, "color": 4})

    msp.add_line((20, 180), (60, 180), dxfattribs={"true_color": 0xFFFFFF, **THICK})
    msp.add_solid([(70, 175), (90, 175), (70, 185), (90, 185)], dxfattribs={"color": 1})
    msp.add_solid([(75, 175), (85, 175), (75, 185), (85, 185)], dxfattribs={"true_color": 0xFFFFFF})

    # Without render() it has no block.
    doc.dimstyles.new("BIG", dxfattribs={"dimtxt": 8, "dimasz": 6, "dimexo": 1, "dimexe": 2, "dimscale": 1})
    msp.add_linear_dim(base=(0, 170), p1=(250, 150), p2=(350, 150), dimstyle="BIG", dxfattribs={"color": 1, **THICK})
    save(doc, "features")


def solid() -> None:
    doc, msp = new("R2000")
    made = msp.add_3dsolid(dxfattribs={"color": 1, **THICK})
    made.sat = SAT.splitlines()
    save(doc, "solid")


def table() -> None:
    doc, msp = new("R2010")
    block = doc.blocks.new("*T1")
    block.add_solid([(0, 0), (40, 0), (0, 20), (40, 20)], dxfattribs={"color": 1})
    text = tags(
        (0, "ACAD_TABLE"), (5, "FFFF"), (330, msp.layout_key), (100, "AcDbEntity"), (8, "0"), (100, "AcDbBlockReference"),
        (2, "*T1"), (10, 100), (20, 100), (30, 0), (100, "AcDbTable"), (280, 0), (342, "0"), (343, "0"), (11, 1), (21, 0),
        (31, 0), (90, 22), (91, 1), (92, 1), (141, 20), (142, 40), (171, 1), (172, 0), (173, 0), (174, 0), (175, 1),
        (176, 1), (91, 262144), (178, 0), (145, 0), (92, 0), (301, "CELL_VALUE"), (93, 0), (90, 0), (91, 0), (94, 0),
        (300, ""), (302, ""), (304, "ACVALUE_END"),
    )  # fmt: skip
    msp.add_entity(stored(doc, text))
    save(doc, "table")


def layouts() -> None:
    doc, msp = new()
    doc.header["$INSUNITS"] = 4
    for name, color in (("RED", 1), ("GREEN", 3), ("OFF", 5)):
        doc.layers.add(name, color=color)
    doc.layers.get("OFF").off()
    msp.add_solid([(0, 0), (100, 0), (0, 200), (100, 200)], dxfattribs={"layer": "RED"})
    msp.add_solid([(300, 0), (400, 0), (300, 200), (400, 200)], dxfattribs={"layer": "GREEN"})
    msp.add_solid([(150, 0), (250, 0), (150, 200), (250, 200)], dxfattribs={"layer": "OFF"})
    msp.add_line((0, 100), (400, 100), dxfattribs={"lineweight": 211})
    sheet = doc.layout("Layout1")
    sheet.page_setup(size=(297, 210), margins=(0, 0, 0, 0), units="mm")
    sheet.add_viewport(center=(150, 100), size=(200, 100), view_center_point=(200, 100), view_height=200)
    other = doc.layouts.new("Detail")
    other.page_setup(size=(210, 297), margins=(0, 0, 0, 0), units="mm")
    other.add_viewport(center=(100, 150), size=(100, 100), view_center_point=(50, 100), view_height=100)
    doc.layouts.new("Unused")
    save(doc, "layouts")


features()
solid()
table()
layouts()
