"""Runs one job of job.ts in a process that has calibre: reads the book and writes it, as the command line program does."""

import os
import sys
import tempfile

import book_pdf
import patches
from calibre import constants, ptempfile
from calibre.ebooks.conversion import cli
from content import Content
from forked_job import JobError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from forked_job import Job

LONGEST_LOG = 4000
# calibre's share for reading a book, percent. READ of cold.ts.
READ = 34


def prepare() -> None:
    """Called once, in the process that stays."""
    # Folders that calibre creates if they are missing, and otherwise only reads.
    constants.cache_dir()
    book_pdf.change()


def readable() -> "list[str]":
    """Returns the paths made by the process that stays which each child may read."""
    return [constants.config_dir, constants.cache_dir()]


def convert(job: "Job") -> None:
    """Called in the child. Raises JobError: outcome.ts determines the error from `wasRead` and the log."""
    enter(job["scratch"], job["folder"])
    log = os.open(os.path.join(job["scratch"], "log"), os.O_RDWR | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    reporter = Reporter(job["progress"])
    paths: list[str] = [os.path.join(job["folder"], job[name]) for name in ("input", "output")]
    if run_job([*paths, *job["args"]], reporter) != 0:
        message = "calibre could not convert the book."
        raise JobError("conversion_failed", message, {"wasRead": reporter.reached >= READ}, end_of(log))


def run_job(arguments: "list[str]", reporter: "Reporter") -> int:
    """Converts one book with all of convertd's changes; returns the exit code."""
    content = Content(arguments)
    code = run(patches.apply(content.prepare()), reporter)
    if code == 0:
        content.finish()
    return code


def enter(scratch: str, folder: str) -> None:
    """Makes `scratch` the folder for all temporary files."""
    os.environ.update(HOME=scratch, TMPDIR=scratch, XDG_RUNTIME_DIR=scratch, CALIBRE_TEMP_DIR=scratch)
    tempfile.tempdir = None
    ptempfile._base_dir = None  # pyright: ignore[reportPrivateUsage] - calibre has no other way to say it
    constants.cache_dir.ans = scratch
    os.chdir(folder)


def run(arguments: "list[str]", reporter: "Reporter") -> int:
    """Runs ebook-convert with these arguments; returns its exit code."""
    cli.ProgressBar = lambda _log: reporter
    try:
        code = cli.main(["ebook-convert", *arguments])
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 1
    except MemoryError:
        raise
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code or 0


class Reporter:
    """Replaces cli.ProgressBar. progress: called with the percentage."""

    def __init__(self, progress: "Callable[[int], object]") -> None:
        self.progress, self.reached = progress, 0

    def __call__(self, fraction: float, message: str = "") -> None:
        percent = min(100, int(fraction * 100))
        if message:
            print("%d%% %s" % (percent, message))
        if percent > self.reached:
            self.reached = percent
            self.progress(percent)


def end_of(log: int) -> str:
    size = os.lseek(log, 0, os.SEEK_END)
    return os.pread(log, LONGEST_LOG, max(0, size - LONGEST_LOG)).decode("utf-8", "replace")
