"""Runs calibre as a server: its modules are loaded and used once, then a child is forked for each book (fork_server.py).

calibre-debug --run-without-debug -e book_server.py FOLDER-OF-src/process/python sandboxed|unsandboxed LIMITS-AS-JSON
"""

import contextlib
import json
import os
import shutil
import sys
import time

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import book_job
import fork_server
import forked_job
import warm_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

HERE = os.path.dirname(os.path.abspath(__file__))
EPUB_TOOLS = os.path.join(HERE, "..", "..", "formats", "epub")


def main(sandboxed: bool, limits: "dict[str, int]") -> None:
    with calibre_talking():
        book_job.prepare()
        warm_up.run(os.path.join(os.environ["HOME"], "warm-up"))
    wait_for_threads()
    settings = forked_job.Settings(
        book_job.convert,
        readable=[HERE, EPUB_TOOLS, *book_job.readable()],
        limits=limits,
        sandboxed=sandboxed,
        calls="book-job",
    )
    fork_server.serve(settings, check_children)


def wait_for_threads(seconds: float = 5) -> None:
    """Waits until only this thread is left, which a fork needs. Raises RuntimeError if others stay."""
    ends = time.monotonic() + seconds
    while len(os.listdir("/proc/self/task")) > 1:
        if time.monotonic() > ends:
            raise RuntimeError("threads of calibre stay after its warm-up")
        time.sleep(0.02)


@contextlib.contextmanager
def calibre_talking() -> "Generator[None]":
    """Standard output is for answers (fork_server.py); calibre's messages are logged only after a failure."""
    own = os.dup(1), os.dup(2)
    said = os.open(os.path.join(os.environ["HOME"], "said"), os.O_RDWR | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    try:
        yield
    except BaseException:
        sys.stdout.flush()
        os.write(own[1], book_job.end_of(said).encode())
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, descriptor in enumerate(own, 1):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.close(said)


def check_children(ask: "fork_server.Ask") -> None:
    """Has a child convert our own book; a wrong result ends the server before it takes a job."""
    folder = os.path.join(os.environ["HOME"], "check")
    os.mkdir(folder)
    with open(os.path.join(folder, "check.html"), "w") as file:
        file.write(warm_up.HTML)
    answer = ask({"id": 0, "folder": folder, "input": "check.html", "output": "out.fb2", "args": []})
    try:
        with open(os.path.join(folder, "out.fb2"), "rb") as made:
            good = "ok" in answer and b"FictionBook" in made.read(200)
    except OSError:
        good = False
    shutil.rmtree(folder)
    if not good:
        raise RuntimeError("a child does not convert: %s" % json.dumps(answer)[:2000])


if __name__ == "__main__":
    main(sys.argv[2] == "sandboxed", json.loads(sys.argv[3]))
