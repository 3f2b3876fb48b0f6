# Makes a drawing with ezdxf of what depends on the tables and flags around entities: `make_blocks.py RELEASE PATH`.
# Two blocks with base points, one of them with an attribute that is placed scaled and turned; layers that are off and
# frozen, and two with the names of a block and a linetype; POLYLINEs of each kind with flags, widths and an elevation.
import sys

import ezdxf

release, path = sys.argv[1:]
document = ezdxf.new(release, setup=True)
space = document.modelspace()

document.layers.add("OFF", color=3).off()
document.layers.add("FROZEN", color=5).freeze()
for layer in ("OFF", "FROZEN"):
    space.add_line((0, 0), (1, 1), dxfattribs={"layer": layer})
for layer in ("FIRST", "DASHED"):
    document.layers.add(layer, color=2)
    space.add_line((0, 0), (1, 1), dxfattribs={"layer": layer, "linetype": "DASHED"})

for name, base in (("FIRST", (5, 0, 0)), ("SECOND", (0, 7, 1)), ("THIRD", (0, 0, 0))):
    document.blocks.new(name, base_point=base).add_line((0, 0), (2, 1))
    space.add_blockref(name, (1, 2))
document.blocks.get("SECOND").add_attdef("TAG", (1, 1), height=2)
reference = space.add_blockref("SECOND", (100, 50), dxfattribs={"xscale": 3, "yscale": 3, "rotation": 30})
reference.add_attrib("TAG", "tagged", (103, 53), dxfattribs={"height": 6, "rotation": 30})

flat = {"elevation": (0, 0, 4), "default_start_width": 0.5, "default_end_width": 0.5, "extrusion": (0, 0, -1)}
space.add_polyline2d([(0, 0), (4, 0), (4, 2)], close=True, dxfattribs=flat)
space.add_polyline2d([(0, 0, 0.1, 0.2, 1), (4, 0, 0.2, 0.3, 0)], format="xyseb")
space.add_polyline3d([(0, 0, 0), (1, 1, 1), (2, 0, 2)], close=True)
mesh = space.add_polymesh((3, 2))
mesh.m_close()
for row in range(3):
    for column in range(2):
        mesh.set_mesh_vertex((row, column), (row, column, row * column))
faces = space.add_polyface()
faces.append_faces([[(0, 0, 0), (1, 0, 0), (1, 1, 0)], [(1, 1, 0), (1, 0, 0), (2, 0, 1), (2, 1, 1)]])

document.saveas(path)
