"""Completes and corrects a PDF that Ghostscript or LibreOffice wrote for PDF/A.

Usage: repair.py SETTINGS SOURCE RESULT

SETTINGS is JSON: {"part": 1, 2 or 3, "level": "A", "B" or "U", "version": of PDF, "profile": path of an ICC profile of sRGB}. Prints JSON:
{"pages": pages of the result, "dropped": [names of removed parts that PDF/A does not allow]}.

The rules are those of ISO 19005-1, -2 and -3. Tags stay as they are.
"""

import json
import os
import sys
from datetime import UTC, datetime, timedelta, timezone

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from texts import add_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Document information that XMP also contains (ISO 19005-1, 6.7.3): its key, and the name of the property.
INFORMATION = {
    "/Title": "dc:title",
    "/Author": "dc:creator",
    "/Subject": "dc:description",
    "/Keywords": "pdf:Keywords",
    "/Creator": "xmp:CreatorTool",
    "/Producer": "pdf:Producer",
}
DATES = {"/CreationDate": "xmp:CreateDate", "/ModDate": "xmp:ModifyDate"}
# Further information that XMP has a property of PDF/A for.
FURTHER = {"/Copyright": "dc:rights", "/Marked": "xmpRights:Marked"}
# Entries of a catalog that are kept: all others are actions, forms, layers, or useless in an archive.
CATALOG = {
    *("/Type", "/Pages", "/Outlines", "/Names", "/Dests", "/PageLabels", "/PageMode", "/PageLayout", "/ViewerPreferences"),
    *("/Lang", "/StructTreeRoot", "/MarkInfo", "/OpenAction"),
}
# Annotations that are visible without a player or a form; ISO 19005-2, 6.3.1 (part 1 lacks Polygon and similar ones).
ANNOTATIONS = {
    *("/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut"),
    *("/Stamp", "/Ink", "/Popup"),
}
ANNOTATIONS_OF_2 = {*ANNOTATIONS, "/Polygon", "/PolyLine", "/Caret"}
# Actions that change nothing and start nothing (ISO 19005-1, 6.6.1).
ACTIONS = {"/GoTo", "/GoToR", "/Thread", "/URI", "/Named"}
NAMED_ACTIONS = {"/NextPage", "/PrevPage", "/FirstPage", "/LastPage"}
INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE_NO_VIEW = 1, 2, 4, 32, 256


def get(holder: object, key: str, kind: "type[Any] | None" = None) -> "Any":
    """Returns the value, or None if it is missing or of another kind."""
    value = holder.get(key) if isinstance(holder, (Dictionary, Stream)) else None
    return value if kind is None or isinstance(value, kind) else None


def listed(holder: object, key: str) -> "list[Any]":
    return list(get(holder, key, Array) or ())


def remove(holder: "Any", *keys: str) -> bool:
    """Returns whether there was one."""
    present = [key for key in keys if key in holder]
    for key in present:
        del holder[key]
    return len(present) > 0


class Repairer:
    def __init__(self, pdf: pikepdf.Pdf, part: int, level: str, profile: bytes) -> None:
        self.pdf = pdf
        self.part = part
        self.level = level
        self.profile = profile
        self.dropped: set[str] = set()

    def repair(self) -> None:
        self.catalog()
        self.attachments()
        for page in self.pdf.pages:
            self.page(page.obj)
        for item in self.pdf.objects:
            self.object(item)
        self.output_intent()
        self.information()
        if self.level != "B":
            add_texts(self.pdf)

    def catalog(self) -> None:
        root = self.pdf.Root
        if "/AcroForm" in root:
            self.dropped.add("form fields")
        if "/OCProperties" in root:
            self.dropped.add("layers")
        if "/AA" in root or "/JavaScript" in (get(root, "/Names", Dictionary) or {}):
            self.dropped.add("actions and scripts")
        remove(root, *[key for key in list(root.keys()) if key not in CATALOG])
        # LibreOffice lets known tags stand for themselves.
        roles = get(get(root, "/StructTreeRoot"), "/RoleMap", Dictionary)
        if roles is not None:
            remove(roles, *[key for key in list(roles.keys()) if str(roles[key]) == key])
        action = get(root, "/OpenAction")
        if isinstance(action, Dictionary) and get(action, "/S") != Name.GoTo:
            self.dropped.add("actions and scripts")
            del root.OpenAction

    def attachments(self) -> None:
        """Part 3 allows files of every kind, each with its relationship to the document; other parts have none here."""
        names = get(self.pdf.Root, "/Names", Dictionary)
        files = get(names, "/EmbeddedFiles", Dictionary)
        if names is not None:
            remove(names, *[key for key in list(names.keys()) if key != "/Dests"])
        if files is None or names is None:
            return
        if self.part < 3:
            self.dropped.add("attachments")
            return
        associated = Array([])
        for _, file in pikepdf.NameTree(files).items():
            stream = get(get(file, "/EF"), "/F", Stream)
            if stream is None:
                continue
            stream.Type = Name.EmbeddedFile
            if get(stream, "/Subtype", Name) is None:
                stream.Subtype = Name("/application/octet-stream")
            parameters = get(stream, "/Params", Dictionary) or Dictionary()
            if "/ModDate" not in parameters:
                parameters.ModDate = pdf_date(datetime.now(UTC))
            stream.Params = parameters
            for key, other in (("/F", "/UF"), ("/UF", "/F")):
                if key not in file and other in file:
                    file[key] = file[other]
            if "/AFRelationship" not in file:
                file.AFRelationship = Name.Unspecified
            associated.append(file)
        names.EmbeddedFiles = files
        self.pdf.Root.Names = names
        self.pdf.Root.AF = associated

    def page(self, page: "Any") -> None:
        if remove(page, "/AA", "/PresSteps"):
            self.dropped.add("actions and scripts")
        if "/Annots" not in page:
            return
        allowed = ANNOTATIONS if self.part == 1 else ANNOTATIONS_OF_2
        kept: list[Any] = []
        for annotation in listed(page, "/Annots"):
            if str(get(annotation, "/Subtype")) not in allowed:
                self.dropped.add("annotations")
            elif self.annotation(annotation):
                kept.append(annotation)
        page.Annots = Array(kept)

    def annotation(self, annotation: "Any") -> bool:
        """Whether it can stay."""
        flags = get(annotation, "/F")
        flags = flags if isinstance(flags, int) else 0
        if flags & (HIDDEN | INVISIBLE | NO_VIEW):
            self.dropped.add("hidden annotations")
            return False
        if get(annotation, "/Subtype") != Name.Popup or self.part == 1:
            annotation.F = (flags & ~TOGGLE_NO_VIEW) | PRINT
        if self.part == 1 and "/CA" in annotation and annotation.CA != 1:
            self.dropped.add("annotations that are seen through")
            return False
        appearance = get(annotation, "/AP", Dictionary)
        if appearance is not None:
            remove(appearance, "/D", "/R")
            if not isinstance(get(appearance, "/N"), Stream):
                del annotation["/AP"]
                appearance = None
        if self.part > 1 and appearance is None and not self.without_appearance(annotation):
            self.dropped.add("annotations")
            return False
        return True

    @staticmethod
    def without_appearance(annotation: "Any") -> bool:
        """Whether an annotation needs no appearance: parts 2 and 3, 6.3.3."""
        box = [float(value) for value in listed(annotation, "/Rect")]
        is_empty = len(box) == 4 and box[0] == box[2] and box[1] == box[3]
        return is_empty or get(annotation, "/Subtype") in (Name.Popup, Name.Link)

    def object(self, item: "Any") -> None:
        if not isinstance(item, (Dictionary, Stream)):
            return
        if "/AA" in item:
            del item["/AA"]
            self.dropped.add("actions and scripts")
        self.actions(item)
        if isinstance(item, Stream):
            self.stream(item)
        if get(item, "/Subtype") == Name.Type3:
            self.drawn_glyphs(item)
        if get(item, "/Type") == Name.ExtGState:
            self.graphics_state(item)
        states = get(get(item, "/Resources"), "/ExtGState", Dictionary)
        if states is not None:
            for key in list(states.keys()):
                self.graphics_state(states[key])

    def actions(self, item: "Any") -> None:
        action = get(item, "/A", Dictionary)
        if action is None or "/S" not in action:
            return
        kind = str(get(action, "/S"))
        is_allowed = kind in ACTIONS and (kind != "/Named" or str(get(action, "/N")) in NAMED_ACTIONS)
        if is_allowed:
            remove(action, "/Next")
            return
        del item["/A"]
        self.dropped.add("actions and scripts")

    def stream(self, stream: "Any") -> None:
        kind = get(stream, "/Subtype")
        if kind == Name.Image:
            remove(stream, "/Alternates", "/OPI", "/Metadata")
            if "/Interpolate" in stream:
                stream.Interpolate = False
        elif kind == Name.Form:
            remove(stream, "/OPI", "/PS", "/Subtype2", "/Ref", "/Metadata")
        if "/Metadata" in stream:
            del stream["/Metadata"]

    @staticmethod
    def drawn_glyphs(font: "Any") -> None:
        """The encoding of a Type 3 font consists of Differences (ISO 32000-1, table 112); it cannot have a base encoding."""
        encoding = get(font, "/Encoding", Dictionary)
        named = {str(part) for part in listed(encoding, "/Differences") if isinstance(part, Name)}
        glyphs = get(font, "/CharProcs", Dictionary)
        if encoding is not None and glyphs is not None and set(glyphs.keys()) <= named:
            remove(encoding, "/BaseEncoding")

    @staticmethod
    def graphics_state(state: "Any") -> None:
        if isinstance(state, Dictionary):
            remove(state, "/TR", "/HTP", "/HTO")
            if get(state, "/TR2") not in (None, Name.Default):
                del state["/TR2"]

    def output_intent(self) -> None:
        profile = Stream(self.pdf, self.profile)
        profile.N = 3
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFA1,
            OutputConditionIdentifier=String("sRGB IEC61966-2.1"),
            Info=String("sRGB IEC61966-2.1"),
            RegistryName=String("http://www.color.org"),
            DestOutputProfile=self.pdf.make_indirect(profile),
        )
        self.pdf.Root.OutputIntents = Array([self.pdf.make_indirect(intent)])

    def information(self) -> None:
        """Rewrites the document information and the XMP with the same content: foreign properties would need schemas."""
        info = get(self.pdf.trailer, "/Info", Dictionary) or Dictionary()
        texts = {key: readable(str(info[key])) for key in INFORMATION if isinstance(get(info, key), String)}
        dates = {key: date_of(str(info[key])) for key in DATES if isinstance(get(info, key), String)}
        known = {key: date for key, date in dates.items() if date is not None}
        texts = {key: text for key, text in texts.items() if text}
        fresh = Dictionary({key: String(text) for key, text in texts.items()})
        for key, date in known.items():
            fresh[key] = String(pdf_date(date))
        further = further_information(info)
        for key, value in further.items():
            fresh[key] = value
        self.pdf.trailer.Info = self.pdf.make_indirect(fresh)
        properties = {INFORMATION[key]: text for key, text in texts.items()}
        properties.update({DATES[key]: date.isoformat(timespec="seconds") for key, date in known.items()})
        properties.update({name: readable(str(further[key])) for key, name in FURTHER.items() if key in further})
        if properties.get("xmpRights:Marked", "").capitalize() in ("True", "False"):
            properties["xmpRights:Marked"] = properties["xmpRights:Marked"].capitalize()
        else:
            properties.pop("xmpRights:Marked", None)
        metadata = Stream(self.pdf, xmp_of(properties, self.part, self.level))
        metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
        self.pdf.Root.Metadata = self.pdf.make_indirect(metadata)


def further_information(info: "Any") -> "dict[str, Any]":
    """Returns the entries that writers named themselves, which PDF/A allows, and whether the document is trapped."""
    try:
        items = list(info.items())
    except UnicodeDecodeError:
        return {}
    known = {*INFORMATION, *DATES, "/Trapped"}
    found: dict[str, Any] = {key: String(readable(str(value))) for key, value in items if isinstance(value, String) and key not in known}
    if get(info, "/Trapped", Name) in (Name("/True"), Name("/False"), Name.Unknown):
        found["/Trapped"] = info.Trapped
    return found


def readable(text: str) -> str:
    """Drops characters that XML cannot contain."""
    kept = "".join(c for c in text if c in "\t\n\r" or (ord(c) >= 32 and not 0xD800 <= ord(c) < 0xE000 and ord(c) not in (0xFFFE, 0xFFFF)))
    return " ".join(kept.split("\r"))


def date_of(text: str) -> "datetime | None":
    """Converts a PDF date (ISO 32000-1, 7.9.4), which may end after each of its parts."""
    digits = text.removeprefix("D:")
    numbers = ""
    while len(numbers) < min(14, len(digits)) and digits[len(numbers)].isascii() and digits[len(numbers)].isdigit():
        numbers += digits[len(numbers)]
    zone = digits[len(numbers) :].replace("'", "")
    if len(numbers) < 4 or len(numbers) % 2 == 1:
        return None
    year, parts = int(numbers[:4]), [int(numbers[at : at + 2]) for at in range(4, len(numbers), 2)]
    month, day, hour, minute, second = [*parts, *[1, 1, 0, 0, 0][len(parts) :]]
    try:
        offset = timedelta(0)
        if zone[:1] in ("+", "-"):
            offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5] or "0"))
        return datetime(year, month, day, hour, minute, second, tzinfo=timezone(-offset if zone[:1] == "-" else offset))
    except ValueError:
        return None


def pdf_date(date: datetime) -> str:
    text = date.strftime("%z")
    return f"D:{date.year:04}{date:%m%d%H%M%S}{text[:3]}'{text[3:5]}'"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# XML of properties that are not plain text.
CONTAINERS: "dict[str, Callable[[str], str]]" = {
    "dc:title": lambda text: f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>',
    "dc:description": lambda text: f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>',
    "dc:rights": lambda text: f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>',
    "dc:creator": lambda text: f"<rdf:Seq><rdf:li>{text}</rdf:li></rdf:Seq>",
}


def xmp_of(properties: "dict[str, str]", part: int, level: str) -> bytes:
    lines = [f"<{name}>{CONTAINERS.get(name, str)(escaped(text))}</{name}>" for name, text in properties.items()]
    return "\n".join(
        [
            '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
            '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
            ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
            ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">',
            f"<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>{level}</pdfaid:conformance>",
            *lines,
            "</rdf:Description></rdf:RDF></x:xmpmeta>",
            '<?xpacket end="w"?>',
        ]
    ).encode()


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.argv[1])
    part: int = settings["part"]
    with open(settings["profile"], "rb") as file:
        profile = file.read()
    with pikepdf.open(sys.argv[2]) as pdf:
        repairer = Repairer(pdf, part, settings["level"], profile)
        repairer.repair()
        pdf.remove_unreferenced_resources()
        # Part 1 is PDF 1.4, which has no object streams.
        streams = pikepdf.ObjectStreamMode.disable if settings["version"] == "1.4" else pikepdf.ObjectStreamMode.generate
        pdf.save(
            sys.argv[3],
            force_version=settings["version"],
            fix_metadata_version=False,
            object_stream_mode=streams,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
        )
        print(json.dumps({"pages": len(pdf.pages), "dropped": sorted(repairer.dropped)}))


main()
