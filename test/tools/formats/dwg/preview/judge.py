# Draws DXF files by the drawing add-on of ezdxf: `judge.py FOLDER FILE…` writes FILE.svg of each into the folder.
# A drawing is judged coarsely: lines are all thin, and letters are of one font.
import os
import sys

from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.backend import Backend
from ezdxf.math import Vec3
from ezdxf.tools.fonts import MonospaceFont

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CAPITALS = 0.69


class Svg(Backend):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []

    def data(self, points: "Any") -> str:
        places = list(points)
        self.xs += [p.x for p in places]
        self.ys += [p.y for p in places]
        return "M" + "L".join("%.6f %.6f" % (p.x, p.y) for p in places)

    def stroke(self, data: str) -> None:
        self.parts.append('<path d="%s" fill="none"/>' % data)

    def set_background(self, color: str) -> None:
        pass

    def clear(self) -> None:
        pass

    def draw_point(self, pos: "Any", _properties: "Any") -> None:
        self.stroke(self.data([pos, pos]))

    def draw_line(self, start: "Any", end: "Any", _properties: "Any") -> None:
        self.stroke(self.data([start, end]))

    def draw_filled_polygon(self, points: "Any", _properties: "Any") -> None:
        self.parts.append('<path d="%sZ"/>' % self.data(points))

    def draw_filled_paths(self, paths: "Any", holes: "Any", _properties: "Any") -> None:
        data = "".join(self.data(path.flattening(0.01)) + "Z" for path in [*paths, *holes])
        self.parts.append('<path fill-rule="evenodd" d="%s"/>' % data)

    def draw_text(self, text: str, transform: "Any", _properties: "Any", cap_height: float) -> None:
        x, y, at = transform.ux, transform.uy, transform.origin
        matrix = "matrix(%f %f %f %f %f %f)" % (x.x, x.y, -y.x, -y.y, at.x, at.y)
        letters = text.replace("&", "&amp;").replace("<", "&lt;")
        size = cap_height / CAPITALS
        font = 'stroke="none" font-family="Liberation Sans" font-size="%f"' % size
        width = self.get_text_line_width(text, cap_height)
        self.data(transform.transform(Vec3(*corner)) for corner in ((0, 0), (width, 0), (width, cap_height), (0, cap_height)))
        self.parts.append('<text xml:space="preserve" transform="%s" %s>%s</text>' % (matrix, font, letters))

    # One font for all: what ezdxf passes by the name `font` is not asked.
    def get_font_measurements(self, cap_height: float, **_: "Any") -> "Any":
        return MonospaceFont(cap_height).measurements

    def get_text_line_width(self, text: str, cap_height: float, **_: "Any") -> float:
        return len(text) * cap_height * 0.8


def draw(path: str, output: str) -> None:
    doc, _ = recover.readfile(path)
    svg = Svg()
    Frontend(RenderContext(doc), svg).draw_layout(doc.modelspace())
    left, right, bottom, top = min(svg.xs), max(svg.xs), min(svg.ys), max(svg.ys)
    width, height = right - left, top - bottom
    with open(output, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="%f %f %f %f" ' % (left, -top, width, height))
        file.write('width="1000" height="%d">' % max(1, round(1000 * height / width)))
        pen = max(width, height) / 1000
        file.write('<g transform="scale(1 -1)" stroke="#000" stroke-width="%f">' % pen)
        file.write("\n".join(svg.parts))
        file.write("</g></svg>")


for name in sys.argv[2:]:
    draw(name, os.path.join(sys.argv[1], os.path.basename(name) + ".svg"))
