"""LibreOffice as a host: starts it once, warms it, and forks a child for each job (fork_host.py).

    python3 -I office_host.py FOLDER-OF-src/process warm|once confined|unconfined LIMITS-AS-JSON

once: one job in this process itself, without warming: faster where there is only one.
"""

import ctypes
import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, sys.argv[1]]

import convert
import fork_host
import lok

FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.%s">
<office:automatic-styles>%s</office:automatic-styles><office:body>%s</office:body></office:document>"""

# What documents are set in; LibreOffice remembers what it takes for each that is not installed, and what it has opened.
FONTS = ("Calibri", "Cambria", "Arial", "Times New Roman", "Courier New", "Verdana", "Tahoma", "Georgia", "Symbol", "Wingdings",
         "Liberation Serif", "Liberation Sans", "DejaVu Sans")
SHAPES = ("", 'fo:font-weight="bold"', 'fo:font-style="italic"')
STYLES = "".join(
    f"""<style:style style:name="T{index}" style:family="text"><style:text-properties style:font-name="{font}" fo:font-family="{font}"
     style:font-family-asian="{font}" {shape}/></style:style>"""
    for index, (font, shape) in enumerate((font, shape) for font in FONTS for shape in SHAPES)
)
SPANS = "".join(f'<text:span text:style-name="T{index}">Warm-up 123 \u2022 </text:span>' for index in range(len(FONTS) * len(SHAPES)))

# What is loaded and stored before the first fork, so that no child has to load these filters: (import filter of the flat file, the
# file, PDF filter, others).
WARM_UP = (
    ("OpenDocument Text Flat XML", FLAT % ("text", STYLES, f"<office:text><text:p>{SPANS}</text:p></office:text>"),
     "writer_pdf_Export", "MS Word 2007 XML", "writer8", "MS Word 97", "Rich Text Format", "HTML (StarWriter)"),
    ("OpenDocument Spreadsheet Flat XML", FLAT % ("spreadsheet", "", """<office:spreadsheet><table:table table:name="A"><table:table-row>
     <table:table-cell office:value-type="float" office:value="1"/><table:table-cell table:formula="of:=[.A1]+1"/></table:table-row>
     </table:table></office:spreadsheet>"""),
     "calc_pdf_Export", "Calc MS Excel 2007 XML", "calc8", "MS Excel 97"),
    ("OpenDocument Presentation Flat XML", FLAT % ("presentation", STYLES, f"""<office:presentation><draw:page><draw:frame svg:width="9cm"
     svg:height="3cm"><draw:text-box><text:p>{SPANS}</text:p></draw:text-box></draw:frame></draw:page></office:presentation>"""),
     "impress_pdf_Export", "Impress MS PowerPoint 2007 XML", "impress8", "MS PowerPoint 97"),
)


# Libraries of LibreOffice that documents make it load; those that a warm-up needs are not named.
LIBRARIES = ("chartcorelo", "chartcontrollerlo", "embobj", "localedata_en", "localedata_es", "localedata_euro", "localedata_others",
             "scdlo", "sddlo", "swdlo", "mswordlo")


def main(mode, confined, limits):
    profile = make_profile()
    # What LibreOffice makes for itself at its start, each child finds in its own folder: see Settings of fork_host.py.
    convert.enter(os.environ["HOME"], os.environ["HOME"])
    office = lok.Office("file://" + profile)

    def work():
        settings = fork_host.Settings(
            lambda job: convert.convert(office.desktop, job),
            readable=[profile, HERE], limits=limits, confined=confined, after_fork=office.after_fork,
        )
        if mode == "once":
            return serve_once(settings)
        load_libraries()
        warm_up(office.desktop)
        office.stop_threads()
        settings.find_temporary_folders()
        fork_host.serve(settings, check_children)

    office.run(work)


def make_profile():
    profile = os.path.join(os.environ["HOME"], "profile")
    os.makedirs(os.path.join(profile, "user"))
    shutil.copy(os.path.join(HERE, "registrymodifications.xcu"), os.path.join(profile, "user"))
    return profile


def load_libraries():
    """One that is missing is of another version, and not needed."""
    for name in LIBRARIES:
        try:
            ctypes.CDLL(os.path.join(lok.PROGRAM, f"lib{name}.so"))
        except OSError:
            pass


def warm_up(desktop):
    """Each conversion is done as a job is: what it loads, looks up and remembers, each child has from the start."""
    home = os.environ["HOME"]
    folder = os.path.join(home, "warm-up")
    os.mkdir(folder)

    def convert_once(name, filter_name, store):
        job = {"folder": folder, "scratch": home, "input": name, "load": {"filter": filter_name}, "store": [store]}
        convert.convert(desktop, {**job, "progress": lambda _: None}, close=True)

    for flat_filter, source, pdf_filter, *filters in WARM_UP:
        with open(os.path.join(folder, "flat"), "w") as file:
            file.write(source)
        for name in filters:
            convert_once("flat", flat_filter, {"name": "other", "filter": name})
            convert_once("other", name, {"name": "pdf", "filter": pdf_filter})
    convert.enter(home, home)
    shutil.rmtree(folder)


def check_children(ask):
    """Has a child convert a file of our own; what is not right ends the host before it takes a job."""
    folder = os.path.join(os.environ["HOME"], "check")
    os.mkdir(folder)
    with open(os.path.join(folder, "input"), "w") as file:
        file.write("check")
    job = {"id": 0, "folder": folder, "input": "input", "load": {"filter": "Text (encoded)", "options": "UTF8,LF"},
           "store": [{"name": "out.pdf", "filter": "writer_pdf_Export"}]}
    answer = ask(job)
    try:
        with open(os.path.join(folder, "out.pdf"), "rb") as made:
            good = "ok" in answer and made.read(5) == b"%PDF-"
    except OSError:
        good = False
    shutil.rmtree(folder)
    if not good:
        raise RuntimeError("a child does not convert: %s" % json.dumps(answer)[:2000])


def serve_once(settings):
    fork_host.send({"ready": True})
    job = json.loads(sys.stdin.readline() or "null")
    if job is not None:
        settings.find_temporary_folders()
        confinement = fork_host.Confinement(settings) if settings.confined else None
        fork_host.send({"id": job["id"], **fork_host.do_job(settings, {**job, "scratch": os.environ["HOME"]}, confinement)})
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3] == "confined", json.loads(sys.argv[4]))
