"""Documents whose macros run when they are opened: each writes `NAME.ran` into a folder and a mark into its own text.

python3 macros.py FOLDER MARK    writes the documents, prints [{name, path, filter, family}]
"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import json
import os
import sys

import vba
from packages import XML, docx, flat, formula_row, odf, xlsx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Make: TypeAlias = Callable[[str], object]

BASIC = """Sub Main(Optional event)
  Dim n As Integer
  n = FreeFile
  On Error Resume Next
  Open "%(ran)s" For Output As #n
  Print #n, "ran"
  Close #n
  ThisComponent.Text.insertString(ThisComponent.Text.Start, "%(mark)s", False)
  ThisComponent.Sheets(0).getCellByPosition(0, 3).String = "%(mark)s"
End Sub
Function Told() As String
  Main
  Told = "%(mark)s"
End Function
"""
SHELL = 'Sub Main(Optional event)\n  Shell("/bin/sh", 0, "-c \'echo ran > %(ran)s\'", True)\nEnd Sub\n'
UNO = """Sub Main(Optional event)
  Dim access As Object, stream As Object
  access = CreateUnoService("com.sun.star.ucb.SimpleFileAccess")
  stream = access.openFileWrite("file://%(ran)s")
  stream.writeBytes(Array(65, 66))
  stream.closeOutput()
End Sub
"""
DOCUMENT_MACRO = "vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"
LISTENER = '<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="%s" xlink:href="%s" xlink:type="simple"/></office:event-listeners>'
PYTHON = "def main(*arguments):\n    open('%(ran)s', 'w').write('ran')\n"


def listeners(target: str, *events: str) -> str:
    return "<office:scripts>%s</office:scripts>" % "".join(LISTENER % (event, target) for event in (events or ("dom:load", "office:load-finished", "dom:DOMFocusIn", "office:view-created", "office:save-to", "office:storeas", "office:layout-finished", "dom:unload")))


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def library(source: str) -> "dict[str, str]":
    doctype = '<!DOCTYPE %s PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "%s.dtd">\n'
    namespace = 'xmlns:library="http://openoffice.org/2000/library"'
    return {
        "Basic/script-lc.xml": XML + doctype % ("library:libraries", "libraries") + '<library:libraries %s xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>' % namespace,
        "Basic/Standard/script-lb.xml": XML + doctype % ("library:library", "library") + '<library:library %s library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>' % namespace,
        "Basic/Standard/Module1.xml": XML + doctype % ("script:module", "module") + '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">%s</script:module>' % escape(source),
    }


TEXT = "<text:p>text</text:p>"
SHEET = '<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell></table:table-row></table:table>'
CALL = '<table:table table:name="One"><table:table-row><table:table-cell table:formula="of:=TOLD()"/></table:table-row></table:table>'


def odt(source: str, target: str = DOCUMENT_MACRO) -> "Make":
    return lambda path: odf(path, "text", TEXT, head=listeners(target), parts=library(source))


def fodt(source: str) -> "Make":
    embedded = '<office:script script:language="ooo:Basic"><ooo:libraries xmlns:ooo="http://openoffice.org/2004/office"><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="Module1"><ooo:source-code>%s</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>' % escape(source)
    return lambda path: flat(path, "text", TEXT, head="<office:scripts>%s%s" % (embedded, listeners(DOCUMENT_MACRO).removeprefix("<office:scripts>")))


def docm(source: str) -> "Make":
    return lambda path: docx(
        path, "<w:p/>", [("rIdV", "../../../../office/2006/relationships/vbaProject", "vbaProject.bin")],
        parts={"word/vbaProject.bin": vba.project({"ThisDocument": source}), "word/_rels/document.xml.rels": vba.RELATIONSHIP % "vbaProject.bin"},
        main="application/vnd.ms-word.document.macroEnabled.main+xml",
    )


def xlsm(source: str, cells: str = '<row r="1"><c r="A1"><v>1</v></c></row>') -> "Make":
    return lambda path: xlsx(
        path, cells,
        parts={"xl/vbaProject.bin": vba.project({"ThisWorkbook": source, "Sheet1": "", "Module1": source}),
               "xl/_rels/workbook.xml.rels": vba.RELATIONSHIP_BESIDE % ("worksheets/sheet1.xml", "vbaProject.bin")},
        main="application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )


VBA = 'Private Sub %s()\n  Open "%%(ran)s" For Output As #1\n  Print #1, "ran"\n  Close #1\nEnd Sub\n'
MACROS: "dict[str, tuple[str, str, str, str, Callable[[str], Make]]]" = {
    "odt event": ("odt", "writer8", "writer", BASIC, odt),
    "odt shell": ("odt", "writer8", "writer", SHELL, odt),
    "odt uno": ("odt", "writer8", "writer", UNO, odt),
    "odt application macro": ("odt", "writer8", "writer", BASIC, lambda source: odt(source, "vnd.sun.star.script:Standard.Convert.Main?language=Basic&amp;location=application")),
    "odt macro url": ("odt", "writer8", "writer", BASIC, lambda source: odt(source, "macro://./Standard.Module1.Main")),
    "odt command": ("odt", "writer8", "writer", BASIC, lambda source: odt(source, ".uno:Quit")),
    "odt service": ("odt", "writer8", "writer", BASIC, lambda source: odt(source, "service:com.sun.star.system.SystemShellExecute")),
    "odt python": ("odt", "writer8", "writer", PYTHON, lambda source: lambda path: odf(
        path, "text", TEXT, head=listeners("vnd.sun.star.script:evil.py$main?language=Python&amp;location=document"), parts={"Scripts/python/evil.py": source})),
    "fodt event": ("fodt", "OpenDocument Text Flat XML", "writer", BASIC, fodt),
    "ods event": ("ods", "calc8", "calc", BASIC, lambda source: lambda path: odf(path, "spreadsheet", SHEET, head=listeners(DOCUMENT_MACRO), parts=library(source))),
    "ods function": ("ods", "calc8", "calc", BASIC, lambda source: lambda path: odf(path, "spreadsheet", CALL, parts=library(source))),
    "docm open": ("docm", "MS Word 2007 XML", "writer", VBA % "Document_Open", docm),
    "docm autoopen": ("docm", "MS Word 2007 XML", "writer", VBA.replace("Private ", "") % "AutoOpen", docm),
    "xlsm open": ("xlsm", "Calc MS Excel 2007 VBA XML", "calc", VBA % "Workbook_Open", xlsm),
    "xlsm function": ("xlsm", "Calc MS Excel 2007 VBA XML", "calc", 'Public Function Told()\n  On Error Resume Next\n  Open "%(ran)s" For Output As #1\n  Close #1\n  Told = "%(mark)s"\nEnd Function\n', lambda source: xlsm(source, formula_row("Told()"))),
}


def main(folder: str, mark: str) -> None:
    made: list[dict[str, str]] = []
    for name, (extension, filter_name, family, source, write) in MACROS.items():
        base = os.path.join(folder, name.replace(" ", "-"))
        write(source % {"ran": base + ".ran", "mark": mark})(base + "." + extension)
        made.append({"name": name, "path": base + "." + extension, "filter": filter_name, "family": family})
    print(json.dumps(made))


if __name__ == "__main__":
    main(*sys.argv[1:])
