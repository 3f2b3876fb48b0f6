"""The structure of a tagged PDF (ISO 32000-1, 14.7)."""

from objects import bytes_of, get, has, items_of, keys_of, name_of
from pikepdf import Array, Dictionary
from uses import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import pikepdf

# Types of ISO 32000-1, 14.8.4; those of PDF 1.4 are fewer.
ADDED_BY_1_5 = set("Annot Ruby RB RT RP Warichu WT WP THead TBody TFoot".split())
STANDARD_TYPES = ADDED_BY_1_5 | set(
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD"
    " Span Quote Note Reference BibEntry Code Link Figure Formula Form".split()
)
MOST_ELEMENTS = 500_000
MOST_NAMES = 100


class Element:
    """An element of the structure. `kind`: its type without the slash, as a standard one where it stands for one."""

    def __init__(self, obj: "Any", named: str, kind: str, parent: "Element | None") -> None:
        self.obj, self.named, self.kind, self.parent = obj, named, kind, parent
        self.children: list[Element] = []
        self.has_content = False
        self.page = get(obj, "/Pg") if get(obj, "/Pg") is not None or parent is None else parent.page
        self.has_language = has(obj, "/Lang") or (parent is not None and parent.has_language)
        self.has_text = has(obj, "/ActualText") or (parent is not None and parent.has_text)

    def text(self, key: str) -> bool:
        """Whether it has a text that is not empty."""
        return len(bytes_of(get(self.obj, key))) > 0

    def attributes(self) -> "Iterator[Any]":
        """Yields its attributes, one dictionary an owner (14.7.5)."""
        given = get(self.obj, "/A")
        yield from (each for each in (items_of(given) if isinstance(given, Array) else [given]) if isinstance(each, Dictionary))


class StructureTree:
    """All elements in their order; those of marked content (`parts`, by page or form and number) and of annotations (`objects`)."""

    def __init__(self, pdf: "pikepdf.Pdf") -> None:
        self.root = get(pdf.Root, "/StructTreeRoot")
        self.has_language = has(pdf.Root, "/Lang")
        self.roles = {key[1:]: name_of(get(get(self.root, "/RoleMap"), key))[1:] for key in keys_of(get(self.root, "/RoleMap"))}
        self.elements: list[Element] = []
        self.parts: dict[tuple[Any, int], Element] = {}
        self.objects: dict[Any, Element] = {}
        self.top: list[Element] = []
        self.read()

    def read(self) -> None:
        waiting: list[tuple[Any, Element | None]] = [(kid, None) for kid in reversed(kids_of(self.root))]
        seen: set[Any] = set()
        while waiting and len(self.elements) < MOST_ELEMENTS:
            obj, parent = waiting.pop()
            if isinstance(obj, int):
                self.add_part(obj, None, parent)
            elif get(obj, "/Type") == "/MCR":
                self.add_part(get(obj, "/MCID"), obj, parent)
            elif get(obj, "/Type") == "/OBJR":
                if parent is not None and get(obj, "/Obj") is not None:
                    parent.has_content = True
                    self.objects[key_of(get(obj, "/Obj"))] = parent
            elif isinstance(obj, Dictionary) and obj.objgen not in seen:
                if obj.objgen != (0, 0):
                    seen.add(obj.objgen)
                named = name_of(get(obj, "/S"))[1:]
                element = Element(obj, named, self.standard(named), parent)
                self.elements.append(element)
                (self.top if parent is None else parent.children).append(element)
                waiting += [(kid, element) for kid in reversed(kids_of(obj))]

    def pages(self) -> "dict[Any, Any]":
        """Returns the page of each element, or of the first element in it that names one."""
        found: dict[Any, Any] = {}
        for element in reversed(self.elements):
            page = element.page if element.page is not None else found.get(element.obj.objgen)
            if page is not None:
                found[element.obj.objgen] = page
                if element.parent is not None:
                    found[element.parent.obj.objgen] = page
        return found

    def add_part(self, number: "Any", reference: "Any", parent: "Element | None") -> None:
        if parent is None or not isinstance(number, int):
            return
        parent.has_content = True
        stream, page = get(reference, "/Stm"), get(reference, "/Pg")
        holder = stream if stream is not None else page if page is not None else parent.page
        if holder is not None:
            self.parts[(key_of(holder), number)] = parent

    def standard(self, named: str) -> str:
        """Returns the standard type that a type stands for; itself if it stands for none."""
        kind = named
        for _ in range(MOST_NAMES):
            if kind in STANDARD_TYPES or kind not in self.roles:
                break
            kind = self.roles[kind]
        return kind

    def is_circular(self, named: str) -> bool:
        """Whether a type stands for itself, by way of others."""
        seen: set[str] = set()
        while named in self.roles and named not in seen:
            seen.add(named)
            named = self.roles[named]
        return named in seen


def kids_of(holder: object) -> "list[Any]":
    kids = get(holder, "/K")
    return items_of(kids) if isinstance(kids, Array) else [] if kids is None else [kids]
