"""A server on fork_server.py for tests: FOLDER-OF-src/process/python MARK [unsandboxed]. Its jobs say what the child does."""

import os
import signal
import socket
import sys
import time

sys.path.insert(0, sys.argv[1])

import fork_server
import forked_job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

GROWN: "list[bytes]" = []


def run(job: "forked_job.Job") -> "Any":
    do: str = job["do"]
    path: str = job.get("path", "")
    if do == "answer":
        return {"value": job.get("value"), "pid": os.getpid(), "temporary": os.getcwd()}
    if do == "read":
        with open(path) as file:
            return file.read()
    if do == "write":
        with open(os.path.join(job["folder"], path), "w") as file:
            file.write("made")
        with open("temporary", "w") as file:
            file.write("temporary")
        return os.listdir(".")
    if do == "clutter":
        for number in range(100):
            with open("file%d" % number, "w"):
                pass
        nest(1200, "d" * 20)
        return None
    if do == "nest":
        os.chdir(job["folder"])
        nest(70, "d")
        return None
    if do == "attempt":
        return {name: attempt(work) for name, work in ATTACKS.items()}
    if do == "list":
        return os.listdir(path)
    if do == "progress":
        for percent in (10, 60):
            job["progress"](percent)
        return "done"
    if do == "refuse":
        raise forked_job.JobError("input_damaged", "Not this one.", {"input": "a"}, "for the log")
    if do == "fail":
        raise ValueError("of the server itself")
    if do == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if do == "wait":
        job["progress"](0)
        while not os.path.exists(os.path.join(job["folder"], "end")):
            time.sleep(0.02)
        return "waited"
    if do == "forge":
        forged = b'{"id": %d, "ok": "forged"}\n' % job["other"]
        return [number for number in range(256) if wrote(number, forged)]
    if do == "grow":
        while True:
            GROWN.append(b"x" * (16 << 20))
    if do == "spin":
        while True:
            pass
    raise ValueError("no such thing to do: " + do)


def nest(depth: int, name: str) -> None:
    """Folders in folders, from the one that this process is in."""
    for _ in range(depth):
        os.mkdir(name)
        os.chdir(name)


def wrote(number: int, data: bytes) -> bool:
    """Whether it is open to write, and is no standard error."""
    try:
        return number != 2 and os.write(number, data) > 0 and not os.isatty(number)
    except OSError:
        return False


def attempt(work: "Callable[[], object]") -> str:
    try:
        work()
        return "done"
    except OSError as error:
        return os.strerror(error.errno or 0)


def become_another() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


ATTACKS = {
    "socket": lambda: socket.socket().close(),
    "fork": become_another,
    "program": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "signal the server": lambda: os.kill(os.getppid(), 0),
    "write elsewhere": lambda: open(os.path.join(os.path.dirname(os.environ["HOME"]), "elsewhere"), "w").close(),
}

os.chdir(os.environ["HOME"])
os.mkdir("library.tmp")
limits = {"memory": 256 << 20, "file": 1 << 20, "cpu": 2}
settings = forked_job.Settings(run, limits=limits, sandboxed="unsandboxed" not in sys.argv)
settings.find_temporary_folders()
fork_server.serve(settings)
