"""The list of attacks by links, and what they are written with."""

WORD, EXCEL, POWERPOINT = "MS Word 2007 XML", "Calc MS Excel 2007 XML", "Impress MS PowerPoint 2007 XML"
WRITER_HTML, RTF, FLAT_TEXT = "HTML (StarWriter)", "Rich Text Format", "OpenDocument Text Flat XML"
FRAME = '<draw:frame text:anchor-type="as-char" draw:name="f" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm">%s</draw:frame>'
IN_TEXT = "<text:p>%s</text:p>" % FRAME
SIMPLE = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad" xlink:href="%s"'
SHEET = '<table:table table:name="One">%s</table:table>%s'

# (name, function of a path and a maker of URLs, import filter, family, extension)
ATTACKS = []


def attack(filter_name, family, extension):
    def register(make):
        ATTACKS.append((make.__name__, make, filter_name, family, extension))
        return make

    return register


def each(table, filter_name, family, extension, write):
    """One attack for each line of a table: name → what goes into the document, a function of the URL maker."""
    for name, content in table.items():
        ATTACKS.append((name, lambda path, at, content=content: write(path, at, content), filter_name, family, extension))


def external(kind, target):
    return ("rIdL", kind, target, "External")
