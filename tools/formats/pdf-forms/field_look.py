"""What a widget looks like besides its text: background, border, and the mark of a check box or radio button."""

from dataclasses import dataclass
from math import cos, pi, sin

from form_fields import Field
from objects import box_of, get, integer_of, items_of, number_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LARGEST = 20_000.0
# Distance of the control points of a quarter of a circle, in radii.
_KAPPA = 0.5523


@dataclass
class Look:
    """A widget's own place, upright, with its lower left corner at 0, 0; points."""

    width: float
    height: float
    # Maps it to the rectangle of the widget, if its content is turned.
    matrix: "list[float] | None"
    background: "list[float]"
    border_color: "list[float]"
    # 0 without a border.
    border: float
    # S(olid), D(ashed), B(eveled), I(nset), U(nderline).
    style: str
    # Letter of ZapfDingbats for the mark of a button.
    mark: str

    @property
    def inset(self) -> float:
        """Space that the border takes."""
        return self.border * (2 if self.style in ("B", "I") else 1)


def look_of(one: Field, annotation: "Any") -> "Look | None":
    """Returns None for a widget without an area."""
    box = box_of(get(annotation, "/Rect"))
    if box is None or not 0 < box[2] - box[0] <= LARGEST or not 0 < box[3] - box[1] <= LARGEST:
        return None
    width, height = box[2] - box[0], box[3] - box[1]
    wanted = get(annotation, "/MK")
    turn = integer_of(get(wanted, "/R")) % 360
    matrix = {90: [0, 1, -1, 0, width, 0], 180: [-1, 0, 0, -1, width, height], 270: [0, -1, 1, 0, 0, height]}.get(turn)
    if turn in (90, 270):
        width, height = height, width
    border = get(annotation, "/BS")
    line = number_of(get(border, "/W"))
    if line is None:
        old = items_of(get(annotation, "/Border"))
        line = number_of(old[2]) if len(old) > 2 else 1
    color = _components(get(wanted, "/BC"))
    mark = text_of(get(wanted, "/CA"))[:1] or ("l" if one.kind == "radio" else "4")
    thickness = max(0.0, min(line or 0, width / 4, height / 4)) if color else 0
    return Look(width, height, matrix, _components(get(wanted, "/BG")), color, thickness, text_of(get(border, "/S")) or "S", mark)


def _components(value: object) -> "list[float]":
    numbers = [min(max(number_of(each) or 0, 0), 1) for each in items_of(value)]
    return numbers if len(numbers) in (1, 3, 4) else []


def numbers(*values: float) -> str:
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)


def _set(components: "list[float]", stroke: bool) -> str:
    operator = {1: "gG", 3: ("rg", "RG"), 4: "kK"}[len(components)][stroke]
    return f"{numbers(*components)} {operator}"


def box_content(look: Look, cells: int, is_round: bool) -> str:
    """Returns the operators of background and border. cells: of a comb, which has lines between them."""
    made: list[str] = []
    width, height, line = look.width, look.height, look.border
    if look.background:
        shape = _circle(width, height, 0) if is_round else f"0 0 {numbers(width, height)} re"
        made.append(f"q {_set(look.background, False)} {shape} f Q")
    if line > 0 and look.style in ("B", "I"):
        light, dark = ([1.0], [0.5]) if look.style == "B" else ([0.5], [0.75])
        inner, far = line, 2 * line
        for color, corner in ((light, (far, height - far)), (dark, (width - far, far))):
            outer = (inner, height - inner) if corner[0] == far else (width - inner, inner)
            points = (
                *((inner, inner), outer, (width - inner, height - inner)),
                *((width - far, height - far), corner, (far, far)),
            )
            path = " ".join(f"{numbers(*point)} {'m' if index == 0 else 'l'}" for index, point in enumerate(points))
            made.append(f"q {_set(color, False)} {path} f Q")
    if line > 0:
        dash = "[3] 0 d " if look.style == "D" else ""
        edges = f"{numbers(line / 2, line / 2, width - line, height - line)} re"
        if is_round:
            edges = _circle(width, height, line / 2)
        elif look.style == "U":
            edges = f"0 {numbers(line / 2)} m {numbers(width, line / 2)} l"
        for index in range(1, cells):
            x = numbers(index * width / cells)
            edges += f" {x} 0 m {x} {numbers(height)} l"
        made.append(f"q {_set(look.border_color, True)} {numbers(line)} w {dash}{edges} S Q")
    return "\n".join(made)


def mark_content(look: Look, color: str) -> str:
    """Returns the operators of the mark of a button that is on. color: operators that set it."""
    side = min(look.width, look.height) - 2 * look.inset
    left, bottom = (look.width - side) / 2, (look.height - side) / 2

    def path(*points: "tuple[float, float]") -> str:
        places = [numbers(left + x * side, bottom + y * side) for x, y in points]
        return " ".join(f"{place} {'m' if index == 0 else 'l'}" for index, place in enumerate(places)) + " f"

    if look.mark == "l":
        shape = _circle(look.width, look.height, (min(look.width, look.height) - side / 2) / 2) + " f"
    elif look.mark == "n":
        shape = path((0.25, 0.25), (0.25, 0.75), (0.75, 0.75), (0.75, 0.25))
    elif look.mark == "u":
        shape = path((0.5, 0.15), (0.2, 0.5), (0.5, 0.85), (0.8, 0.5))
    elif look.mark == "H":
        radii = [(0.42 if step % 2 == 0 else 0.17, pi / 2 + step * pi / 5) for step in range(10)]
        shape = path(*((0.5 + radius * cos(angle), 0.48 + radius * sin(angle)) for radius, angle in radii))
    elif look.mark == "8":
        arm = [(0.5, 0.58), (0.76, 0.84), (0.84, 0.76), (0.58, 0.5)]
        shape = path(*(_turned(point, quarter) for quarter in range(4) for point in arm))
    else:
        shape = path((0.16, 0.46), (0.28, 0.54), (0.42, 0.36), (0.76, 0.84), (0.86, 0.78), (0.46, 0.14), (0.38, 0.14))
    return f"q {color} {shape} Q"


def _turned(point: "tuple[float, float]", quarters: int) -> "tuple[float, float]":
    """Turns a point clockwise around 0.5, 0.5."""
    x, y = point
    for _ in range(quarters):
        x, y = y, 1 - x
    return x, y


def _circle(width: float, height: float, inset: float) -> str:
    """Returns a circle around the middle, that far from the nearest edges."""
    x, y, r = width / 2, height / 2, max(min(width, height) / 2 - inset, 0)
    c = r * _KAPPA
    quarters = (
        *((x + r, y + c, x + c, y + r, x, y + r), (x - c, y + r, x - r, y + c, x - r, y)),
        *((x - r, y - c, x - c, y - r, x, y - r), (x + c, y - r, x + r, y - c, x + r, y)),
    )
    return f"{numbers(x + r, y)} m " + " ".join(f"{numbers(*quarter)} c" for quarter in quarters)
