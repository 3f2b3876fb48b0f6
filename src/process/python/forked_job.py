"""What a forked process of fork_server.py does: reads its job, restricts itself to it, and answers."""

import json
import os
import resource
import signal

import call_rules
import rehearsal
import sandboxing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn, TypeAlias

    # Data sent as JSON (pool-protocol.ts): a job of convertd, and its result.
    Job: TypeAlias = dict[str, Any]
    Answer: TypeAlias = dict[str, Any]

# Digits before each message.
LENGTH_DIGITS = 8

# Beginning of a line of progress.
PROGRESS = b'{"progress": '

LIMIT_MEMORY = {"code": "limit_memory", "message": "The conversion needed more memory than its limit."}


class JobError(Exception):
    """An answer for the user: the fields of PoolError in pool-protocol.ts."""

    def __init__(self, code: str, message: str, details: "dict[str, Any] | None" = None, log: "str | None" = None) -> None:
        super().__init__(message)
        self.fields: dict[str, Any] = {"code": code, "message": message}
        if details is not None:
            self.fields["details"] = details
        if log is not None:
            self.fields["log"] = log[-4000:]


class Settings:
    """readable: files and folders that every child may read besides the system. limits: `memory` and `file` in bytes, `cpu` in seconds, of
    one child. sandboxed False: for files that are trusted, and to show what the sandbox prevents. after_fork: called in the child at once.
    calls: its family in call_sets.py."""

    def __init__(
        self,
        run: "Callable[[Job], Any]",
        readable: "Sequence[str]" = (),
        limits: "dict[str, int] | None" = None,
        sandboxed: bool = True,
        after_fork: "Callable[[], object]" = lambda: None,
        calls: str = "job",
    ) -> None:
        self.calls = calls
        self.run, self.readable, self.limits = run, list(readable), limits or {}
        self.sandboxed, self.after_fork = sandboxed, after_fork
        self.scratch = os.environ["HOME"]
        self.temporary_folders: list[str] = []

    def find_temporary_folders(self) -> None:
        """Finds folders that a library has made in TMPDIR before the fork, so that each child gets its own. TMPDIR is a path in /proc/self,
        and so a different folder in each process."""
        self.temporary_folders = [entry.name for entry in os.scandir(".") if entry.is_dir() and entry.name.endswith(".tmp")]


def is_out_of_memory(settings: Settings, used: resource.struct_rusage) -> bool:
    """used: as getrusage reports. A process that was refused memory is below its limit by what it last asked for."""
    memory = settings.limits.get("memory")
    return memory is not None and used.ru_maxrss * 1024 > memory * 3 // 4


def be_child(settings: Settings, pages: rehearsal.Pages, request_end: int, answer_end: int) -> "NoReturn":
    sandboxing.libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # ends with the parent
    settings.after_fork()
    pages.bring()
    sandbox = Sandbox(settings) if settings.sandboxed else None
    job = read_job(request_end, answer_end)
    # Nothing that others are asked to do may be readable here.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    job["scratch"] = scratch_of(settings, os.getpid())
    # Opened before the sandbox, which may prevent opening it.
    memory = rehearsal.own_memory() if job.get("rehearsal") else None
    answer = do_job(settings, job, sandbox, answer_end)
    if memory is not None:
        answer["pages"] = rehearsal.used_pages(*memory)
    answer["cpu_ms"] = processor_time()
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(answer_end, data) :]
    # So the end is noticed at once, not when the memory is cleared.
    os.close(answer_end)
    os._exit(0)


def processor_time() -> int:
    """Returns the milliseconds that this process and its children have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return round(sum(each.ru_utime + each.ru_stime for each in used) * 1000)


def scratch_of(settings: Settings, pid: int) -> str:
    return os.path.join(settings.scratch, "job-%d" % pid)


def read_job(request_end: int, answer_end: int) -> "Job":
    """Reads the job of this process: a line of the parent's, or, if that is empty, convertd's message. Tells the parent what it was; ends
    the process if there is none."""
    while line := read_line(request_end):
        if line != "\n":
            return json.loads(line)
        message: Job | None = json.loads(read_exactly(0, int(read_exactly(0, LENGTH_DIGITS) or 0)) or "null")
        if message is None:
            os.write(answer_end, b"end\n")
        elif message.get("cancel"):
            os.write(answer_end, b"cancel %d\n" % message["id"])
        else:
            os.write(answer_end, b"job %d\n" % message["id"])
            return message
    os._exit(0)


def read_line(descriptor: int) -> str:
    """Reads a line with its end, and nothing after it; without an end if there is no more."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        line += byte
    return line.decode()


def read_exactly(descriptor: int, size: int) -> bytes:
    """Returns nothing if there is no more."""
    data = b""
    while len(data) < size:
        part = os.read(descriptor, size - len(data))
        if not part:
            return b""
        data += part
    return data


def do_job(settings: Settings, job: "Job", sandbox: "Sandbox | None", answer_end: "int | None" = None) -> "Answer":
    """In a process for the job only: restricts it to the job (sandbox None: not) and runs the job."""

    def progress(percent: int) -> None:
        if answer_end is not None:
            os.write(answer_end, PROGRESS + b"%d}\n" % percent)

    job["progress"] = progress
    try:
        os.chdir(job["scratch"])
        if sandbox is not None:
            sandbox.narrow(job)
        return {"ok": settings.run(job)}
    except JobError as error:
        if is_out_of_memory(settings, resource.getrusage(resource.RUSAGE_SELF)):
            # An engine that gets no more memory may report that the input is damaged.
            return {"error": {**LIMIT_MEMORY, "log": json.dumps(error.fields)}}
        return {"error": error.fields}
    except MemoryError:
        return {"error": LIMIT_MEMORY}
    except BaseException as error:
        return {"error": {"message": "The engine could not convert the input.", "log": repr(error)[:4000]}}


class Sandbox:
    """Restricts this process to a job. Prepared as far as possible before the job is known."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self.files = sandboxing.Ruleset()
        self.files.allow_proc()
        self.files.allow(read_only=[*sandboxing.SYSTEM, *settings.readable])
        self.calls = call_rules.call_filter(settings.calls, call_rules.Surroundings(sandboxing.landlock_abi(), os.getpid()))

    def narrow(self, job: "Job") -> None:
        inputs = [os.path.realpath(entry.path) for entry in os.scandir(job["folder"])]
        limits = self.limits
        sandboxing.Limits(limits.get("cpu"), limits.get("memory"), limits.get("file")).apply()
        if memory := limits.get("memory"):
            # Without the margin of Limits: the memory of a single child is not counted, and all have the parent's limit.
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        self.files.allow(read_only=inputs, read_write=[job["folder"], job["scratch"]])
        self.files.apply()
        sandboxing.restrict_calls(self.calls)
