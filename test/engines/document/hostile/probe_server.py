"""A server like the office one, whose jobs try what a document that took over LibreOffice would: python3 -I probe_server.py
FOLDER-OF-src/process/python sandboxed|unsandboxed. A job: {"do": "probe", "tries": {name: [what, argument]}}, {"do": "wait"}."""

import os
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
import fork_server
import forked_job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def attempt(what: str, argument: "Any") -> None:
    if what == "read":
        with open(argument, "rb") as file:
            file.read(1)
    elif what == "list":
        os.listdir(argument)
    elif what == "write":
        with open(os.path.join(argument, "planted"), "w") as file:
            file.write("planted")
    elif what == "remove":
        os.unlink(argument)
    elif what == "signal":
        os.kill(argument, 0)
    elif what == "stop":
        os.kill(argument, signal.SIGCONT)
    elif what == "run":
        subprocess.run([argument], check=True)
    elif what == "execute":
        # In a thread's place: nothing is forked.
        os.execv(argument, [argument])
    elif what == "fork":
        if (pid := os.fork()) == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    elif what == "connect":
        socket.create_connection(("127.0.0.1", argument), timeout=5).close()
    elif what == "datagram":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.sendto(b"x", ("127.0.0.1", argument))
    elif what == "memory":
        with open("/proc/%d/mem" % argument, "rb") as file:
            file.read(0)
    elif what == "limits":
        import resource

        resource.prlimit(argument, resource.RLIMIT_CORE)


def run(job: "forked_job.Job") -> "dict[str, Any] | None":
    if job["do"] == "wait":
        with open(os.path.join(job["folder"], "private"), "w") as file:
            file.write("private")
        with open(os.path.join(job["scratch"], "private"), "w") as file:
            file.write("private")
        job["progress"](os.getpid() % 100)
        time.sleep(60)
        return None
    if job["do"] == "who":
        return {"pid": os.getpid(), "parent": os.getppid(), "folder": job["folder"], "scratch": job["scratch"]}
    if job["do"] == "eat":
        held: list[bytearray] = []
        while True:
            held.append(bytearray(os.urandom(1 << 16) * 256))
    if job["do"] == "say":
        # Past fork_server, as code in the process could.
        answers = next(cell.cell_contents for cell in job["progress"].__closure__)
        os.write(answers, job["says"].encode() + b"\n")
        os._exit(0)
    if job["do"] == "die":
        os.kill(os.getpid(), signal.SIGSEGV)
    outcomes: dict[str, bool] = {}
    for name, (what, argument) in job["tries"].items():
        try:
            attempt(what, argument)
            outcomes[name] = True
        except BaseException:
            outcomes[name] = False
    return outcomes


LIMITS = {"memory": 256 << 20, "file": 1 << 20, "cpu": 60}
fork_server.serve(forked_job.Settings(run, limits=LIMITS, sandboxed=sys.argv[2] == "sandboxed"))
