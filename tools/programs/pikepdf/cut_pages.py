"""cut_pages.py CUT MADE: writes the complete pages of a PDF that ends early to the PDF MADE.

The page list is usually at the end and lost: objects are found by scanning the file, also in object streams.
Pages keep the order of the page lists that are left, otherwise that of the file. Bookmarks, tags and form fields are lost.

Prints JSON: {"pages": pages of MADE, "claimed": page count according to the file, or null}; null if nothing is made: no page is complete,
the file is encrypted, or all its pages can be read without this.
"""

import io
import json
import re
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pikepdf import Object

_OBJECT = re.compile(rb"(?<![0-9])([0-9]{1,9})[ \t\r\n]+([0-9]{1,5})[ \t\r\n]+obj\b")
_STREAM = re.compile(rb"\bstream\r?\n|endobj")
_REFERENCE = re.compile(rb"(?<![0-9])([0-9]{1,9})[ \t\r\n]+([0-9]{1,5})[ \t\r\n]+R\b")
_ENCRYPTED = re.compile(rb"/Encrypt[ \r\n]+[0-9]+[ \r\n]+[0-9]+[ \r\n]+R|/Filter[ \r\n]*/(?:Standard|Adobe\.PubSec)\b")
_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
# Keys that lead from a page to others.
_ELSEWHERE = ("/Parent", "/B", "/StructParents", "/Tabs", "/PieceInfo", "/Metadata", "/AA", "/Thumb")
_LETTER = (0, 0, 612, 792)
_DEEPEST = 64
# Largest number of objects in a PDF (ISO 32000-1, annex C).
_MOST = 8_388_608


class Found:
    """Objects by number, in file order: the offset of each, or the text of one from an object stream."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.places: dict[int, int | bytes] = {}
        self.generations: dict[int, int] = {}
        self.object_streams: list[int] = []
        for number, generation, start, end in _objects_in(data):
            self.places.pop(number, None)
            self.places[number] = start
            self.generations[number] = generation
            if b"/ObjStm" in data[start : min(end, start + 1024)]:
                self.object_streams.append(number)

    def opened(self) -> Pdf:
        """Returns the objects as a PDF, with a table after them."""
        out = io.BytesIO()
        out.write(self.data)
        places: dict[int, int] = {}
        for number, place in self.places.items():
            if isinstance(place, bytes):
                out.write(b"\n%d 0 obj\n" % number)
                places[number] = out.tell() - len(b"%d 0 obj\n" % number)
                out.write(place + b"\nendobj")
            else:
                places[number] = place
        lost = self._lost()
        for number, generation in lost.items():
            out.write(b"\n")
            places[number] = out.tell()
            out.write(b"%d %d obj\n<< >>\nendobj" % (number, generation))
        table = out.tell() + 1
        out.write(b"\nxref\n0 1\n0000000000 65535 f \n")
        for number, place in places.items():
            generation = lost[number] if number in lost else self.generations[number]
            out.write(b"%d 1\n%010d %05d n \n" % (number, place, generation))
        size = max(places, default=0) + 1
        out.write(b"trailer\n<< /Size %d /Root << /Type /Catalog /Pages << /Type /Pages /Kids [] /Count 0 >> >> >>\n" % size)
        out.write(b"startxref\n%d\n%%%%EOF\n" % table)
        out.seek(0)
        return Pdf.open(out)

    def _lost(self) -> "dict[int, int]":
        """Returns missing objects that others refer to. They become empty objects, because qpdf reads a reference to nothing as null."""
        texts = [self.data, *(place for place in self.places.values() if isinstance(place, bytes))]
        named = {int(match[1]): int(match[2]) for text in texts for match in _REFERENCE.finditer(text)}
        return {number: generation for number, generation in named.items() if 0 < number < _MOST and number not in self.places}

    def unfold(self) -> None:
        """Takes the objects out of object streams."""
        with self.opened() as pdf:
            for number in self.object_streams:
                stream = pdf.get_object((number, self.generations[number]))
                try:
                    content, count, first = stream.read_bytes(), int(stream.N), int(stream.First)
                except (pikepdf.PdfError, AttributeError, ValueError):
                    continue
                numbers = [int(each) for each in content[:first].split()[: 2 * count]]
                starts = [first + at for at in numbers[1::2]]
                for inner, start, end in zip(numbers[0::2], starts, [*starts[1:], len(content)], strict=False):
                    self.places.pop(inner, None)
                    self.places[inner] = content[start:end]
                    self.generations[inner] = 0


def _objects_in(data: bytes) -> "Iterator[tuple[int, int, int, int]]":
    """Yields number, generation, start and end of each complete object."""
    at = 0
    while (match := _OBJECT.search(data, at)) is not None:
        inside = _STREAM.search(data, match.end())
        if inside is None:
            return
        end = inside.end()
        if inside.group() != b"endobj":
            end = data.find(b"endstream", end)
            if end == -1:
                return
        yield int(match[1]), int(match[2]), match.start(), end
        at = end


class Pages:
    """Determines the complete pages and their order."""

    def __init__(self, pdf: Pdf, found: Found) -> None:
        self.objects: dict[int, Object] = {number: pdf.get_object((number, found.generations[number])) for number in found.places}
        self.order = {number: at for at, number in enumerate(found.places)}
        self._known: dict[int, list[int]] = {}

    def of_type(self, name: str) -> "list[int]":
        return [number for number, each in self.objects.items() if isinstance(each, Dictionary) and each.get("/Type") == Name(name)]

    def listed(self) -> "list[int]":
        """Returns all pages, ordered by the remaining page lists."""
        kids = {number: _references(self.objects[number].get("/Kids", Array())) for number in self.of_type("/Pages")}
        inner = {kid for each in kids.values() for kid in each}
        pages = set(self.of_type("/Page"))
        groups: list[list[int]] = []
        reached: set[int] = set()
        for top in [number for number in kids if number not in inner]:
            group = [number for number in _leaves(top, kids) if number in pages and number not in reached]
            reached.update(group)
            if group:
                groups.append(group)
        groups += [[number] for number in pages - reached]
        return [number for group in sorted(groups, key=lambda group: self.order[group[0]]) for number in group]

    def claimed(self) -> "int | None":
        counts = [each.get("/Count") for each in (self.objects[number] for number in self.of_type("/Pages")) if "/Parent" not in each]
        linear = [each.get("/N") for each in self.objects.values() if isinstance(each, Dictionary) and "/Linearized" in each]
        numbers = [count for count in [*counts, *linear] if isinstance(count, int)]
        return max(numbers, default=None)

    def is_whole(self, page: "Object") -> bool:
        """Whether everything that the page is drawn with exists."""
        if not _decodes(page.get("/Contents")):
            return False
        pending = [number for key in _INHERITED for number in _references(_inherited(page, key))]
        text = _without(page, (*_ELSEWHERE, "/Annots")).unparse(resolved=True)
        pending += [int(match[1]) for match in _REFERENCE.finditer(text)]
        seen: set[int] = set()
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            if number not in self.objects:
                return False
            if number not in self._known:
                self._known[number] = _references(self.objects[number])
            pending += self._known[number]
        return _inherited(page, "/Resources") is not None or "/Contents" not in page


def _decodes(contents: "object") -> bool:
    """Whether the streams can be unpacked, which those of an encrypted file cannot."""
    try:
        for stream in contents if isinstance(contents, Array) else [contents]:
            if isinstance(stream, pikepdf.Stream):
                stream.read_bytes()
    except pikepdf.PdfError:
        return False
    return True


def _references(value: "object") -> "list[int]":
    """Returns the numbers of the objects that a value refers to, except for pages and page lists."""
    if not isinstance(value, pikepdf.Object):
        return []
    if isinstance(value, (pikepdf.Stream, Dictionary)):
        shown = _without(value, ("/Parent", "/P", "/StructParent", "/StructParents"))
        return [int(match[1]) for match in _REFERENCE.finditer(shown.unparse(resolved=True))]
    own = [value.objgen[0]] if value.is_indirect else []
    return own + [int(match[1]) for match in _REFERENCE.finditer(value.unparse(resolved=True))]


def _without(value: "Object", keys: "tuple[str, ...]") -> "Object":
    copy = Dictionary()
    for key, each in value.items():
        if key not in keys:
            copy[key] = each
    return copy


def _leaves(top: int, kids: "dict[int, list[int]]") -> "Iterator[int]":
    pending, seen = [top], set[int]()
    while pending:
        number = pending.pop()
        if number in seen:
            continue
        seen.add(number)
        if number in kids:
            pending += reversed(kids[number])
        else:
            yield number


def _inherited(page: "Object", key: str) -> "Object | None":
    node = page
    for _ in range(_DEEPEST):
        if not isinstance(node, Dictionary):
            return None
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None


def write(pdf: Pdf, pages: "list[Object]", made: str) -> None:
    sizes = [size for size in (_inherited(page, "/MediaBox") for page in pages) if size is not None]
    top = pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array(pages), Count=len(pages)))
    for page in pages:
        values = {key: _inherited(page, key) for key in _INHERITED}
        values["/MediaBox"] = values["/MediaBox"] or (sizes[0] if sizes else Array(_LETTER))
        for key in (*_ELSEWHERE, "/Annots"):
            if key in page:
                del page[key]
        for key, value in values.items():
            if value is not None:
                page[key] = value
        page.Parent = top
    pdf.trailer.Root = pdf.make_indirect(Dictionary(Type=Name.Catalog, Pages=top))
    pdf.save(made)


def main(cut: str, made: str) -> "dict[str, int | None] | None":
    with open(cut, "rb") as file:
        data = file.read()
    if _ENCRYPTED.search(data):
        return None
    found = Found(data)
    if found.object_streams:
        found.unfold()
    with found.opened() as pdf:
        pages = Pages(pdf, found)
        whole = [page for page in (pages.objects[number] for number in pages.listed()) if pages.is_whole(page)]
        if not whole:
            return None
        if len(whole) == _reachable(cut):
            return None
        claimed = pages.claimed()
        write(pdf, whole, made)
    return {"pages": len(whole), "claimed": claimed if claimed is None or claimed >= len(whole) else None}


def _reachable(path: str) -> int:
    """Returns the number of pages that can be read without this script."""
    try:
        with Pdf.open(path) as pdf:
            return len(pdf.pages)
    except pikepdf.PdfError:
        return 0


print(json.dumps(main(*sys.argv[1:])))
