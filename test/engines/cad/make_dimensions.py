# Makes a drawing with ezdxf of dimensions of every kind, each with the block that draws it: `make_dimensions.py RELEASE PATH`.
import sys

import ezdxf

release, path = sys.argv[1:]
document = ezdxf.new(release, setup=True)
space = document.modelspace()

MOVED = 128
space.add_linear_dim(base=(3, 2), p1=(0, 0), p2=(3, 0), text="level").render()
space.add_linear_dim(base=(8, 2), p1=(0, 0), p2=(3, 4), angle=90, text="upright").render()
space.add_aligned_dim(p1=(0, 0), p2=(3, 3), distance=1, text="aligned").render()
space.add_radius_dim(center=(0, 0), radius=3, angle=45, text="radius").render()
space.add_diameter_dim(center=(9, 9), radius=2, angle=30, text="diameter").render()
space.add_angular_dim_2l(base=(5, 5), line1=((0, 0), (4, 0)), line2=((0, 0), (0, 4)), text="lines").render()
space.add_angular_dim_3p(base=(5, 5), center=(0, 0), p1=(4, 0), p2=(0, 4), text="points").render()
for dtype in (0, 1):
    space.add_ordinate_dim(feature_location=(2, 3), offset=(1, 4), dtype=dtype, text=f"ordinate {dtype}").render()
for dimension in space.query("DIMENSION").entities[::2]:
    dimension.dxf.dimtype |= MOVED

document.saveas(path)
