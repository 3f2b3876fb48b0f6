"""Pages as pictures: where their ink lies, and where their bitmaps are."""

import re
import subprocess
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from common import run

# Smaller pictures are signs and spacers. Points.
SMALLEST_PICTURE = 20.0


def look(source: str, rendered: str, pages: int) -> float:
    """How much of the ink of 50-dpi pages lies at the same place, within two pixels: the harmonic mean of both directions."""
    with tempfile.TemporaryDirectory() as folder:
        scores: list[float] = []
        for page in range(1, min(pages, 12) + 1):
            sheets = [ink(pdf, page, Path(folder)) for pdf in (source, rendered)]
            scores.append(similarity(*sheets))
    return sum(scores) / max(1, len(scores))


def ink(pdf: str, page: int, folder: Path) -> set[tuple[int, int]]:
    target = folder / "page"
    # A document of fewer pages has none of this number.
    pages = ("-f", str(page), "-l", str(page), "-singlefile")
    subprocess.run(("pdftoppm", "-gray", "-r", "50", *pages, pdf, str(target)), check=False, capture_output=True)
    file = target.with_suffix(".pgm")
    if not file.exists():
        return set()
    data = file.read_bytes()
    file.unlink()
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    if head is None:
        return set()
    width, pixels = int(head[1]), data[head.end() :]
    return {(index % width, index // width) for index, value in enumerate(pixels) if value < 200}


def similarity(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> float:
    if not one and not other:
        return 1.0
    shares = [covered(one, other), covered(other, one)]
    return 0.0 if min(shares) == 0 else 2 / sum(1 / share for share in shares)


def covered(these: set[tuple[int, int]], by: set[tuple[int, int]]) -> float:
    if not these:
        return 0.0
    grown = {(x + dx, y + dy) for x, y in by for dx in (-2, 0, 2) for dy in (-2, 0, 2)} | by
    return len(these & grown) / len(these)


def pictures_of(pdf: str) -> list[tuple[int, float, float, float, float]]:
    """Page and box of each bitmap."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "runs.xml"
        run("pdftohtml", "-xml", "-q", "-nodrm", "-zoom", "1", pdf, str(out))
        tree = ElementTree.fromstring(re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", out.read_bytes()))
    boxes: set[tuple[int, float, float, float, float]] = set()
    for page in tree.iter("page"):
        for image in page.iter("image"):
            x, y, width, height = (float(image.get(key, "0")) for key in ("left", "top", "width", "height"))
            if min(width, height) >= SMALLEST_PICTURE:
                boxes.add((int(page.get("number", "0")), x, y, x + width, y + height))
    return sorted(boxes)


def pictures_in_place(source: str, rendered: str) -> tuple[int, int]:
    """Of how many pictures one lies over most of the same place."""
    wanted, found = pictures_of(source), pictures_of(rendered)
    return sum(any(common(one, other) > 0.5 for other in found) for one in wanted), len(wanted)


def common(one: tuple[int, float, float, float, float], other: tuple[int, float, float, float, float]) -> float:
    """The share of the area of both that both cover."""
    if one[0] != other[0]:
        return 0.0
    width = min(one[3], other[3]) - max(one[1], other[1])
    height = min(one[4], other[4]) - max(one[2], other[2])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box[3] - box[1]) * (box[4] - box[2]) for box in (one, other)]
    return width * height / (sum(areas) - width * height)
