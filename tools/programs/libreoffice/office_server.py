"""Runs LibreOffice as a server: starts it once, warms it, and forks a child for each job (fork_server.py).

python3 -I office_server.py FOLDER-OF-src/process/python warm|once sandboxed|unsandboxed LIMITS-AS-JSON

once: one job in this process itself, without warming, which is faster for a single job.
"""

import json
import os
import shutil
import sys

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import convert
import font_matches
import fork_server
import forked_job
import huge_code
import lok
from warm_up import CONVERSIONS, place, warm_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

HERE = os.path.dirname(os.path.abspath(__file__))


def main(mode: str, sandboxed: bool, limits: "dict[str, int]") -> None:
    profile = make_profile()
    # Each child finds the files that LibreOffice makes at its start in its own folder: see Settings of fork_server.py.
    convert.enter(os.environ["HOME"], os.environ["HOME"])
    office = lok.Office("file://" + profile)

    def work() -> "NoReturn":
        font_matches.remember(office.library)
        settings = forked_job.Settings(
            lambda job: convert.convert(office.desktop, job),
            readable=[profile, HERE],
            limits=limits,
            sandboxed=sandboxed,
            after_fork=office.after_fork,
        )
        if mode == "once":
            serve_once(settings)
        warm_up(office)
        office.stop_threads()
        huge_code.move_code()
        settings.find_temporary_folders()
        fork_server.serve(settings, check_children)

    office.run(work)


def make_profile() -> str:
    profile = os.path.join(os.environ["HOME"], "profile")
    os.makedirs(os.path.join(profile, "user"))
    shutil.copy(os.path.join(HERE, "registrymodifications.xcu"), os.path.join(profile, "user"))
    return profile


def check_children(ask: "fork_server.Ask") -> None:
    """Has children convert our own documents; a wrong result ends the server before it takes a job."""
    folder = os.path.join(os.environ["HOME"], "check")
    os.mkdir(folder)
    for document, flat_filter, pdf_filter, *_ in CONVERSIONS:
        place(document, folder, drawings=False)
        store = [{"name": "out.pdf", "filter": pdf_filter}]
        answer = ask({"id": 0, "folder": folder, "input": document, "load": {"filter": flat_filter}, "store": store})
        if "ok" not in answer or not is_pdf(os.path.join(folder, "out.pdf")):
            raise RuntimeError("a child does not convert: %s" % json.dumps(answer)[:2000])
        os.remove(os.path.join(folder, "out.pdf"))
    shutil.rmtree(folder)


def is_pdf(path: str) -> bool:
    try:
        with open(path, "rb") as made:
            return made.read(5) == b"%PDF-"
    except OSError:
        return False


def serve_once(settings: forked_job.Settings) -> "NoReturn":
    fork_server.send({"ready": True})
    job = json.loads(sys.stdin.readline() or "null")
    if job is not None:
        settings.find_temporary_folders()
        sandbox = forked_job.Sandbox(settings) if settings.sandboxed else None
        fork_server.send({"id": job["id"], **forked_job.do_job(settings, {**job, "scratch": os.environ["HOME"]}, sandbox)})
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3] == "sandboxed", json.loads(sys.argv[4]))
