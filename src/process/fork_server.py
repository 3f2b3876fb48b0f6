"""The parent of a server that forks a child for each job: for programs whose start takes longer than their work, and whose
state no job may share with another. Speaks the conversation of pool-protocol.ts, several jobs at once.

    fork_server.serve(fork_server.Settings(run, readable=[profile], limits={...}))

`run(job)` converts in the child and returns the answer, any JSON value, or raises JobError. One child is always parked:
forked before its job comes, so that no job waits for a fork. It reads the job from convertd itself, and what it answers passes by the
parent's memory: a later child would find there what it says, the password of another's document too. Before it looks at the input it
narrows itself, for good, to the system, its input, its own folder and its own temporary folder, may start no program, and has limits of
its own. It ends with its job; one that crashes or hangs takes nothing with it.

The parent must have a single thread when it calls this: only the calling thread exists in a forked child.
"""

import fcntl
import gc
import json
import os
import resource
import select
import shutil
import signal
import sys
import termios

import call_rules
import fresh_heap
import rehearsal
import sandboxing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn, TypeAlias

    # What travels as JSON (pool-protocol.ts): a job of convertd, and what became of it.
    Job: TypeAlias = dict[str, Any]
    Answer: TypeAlias = dict[str, Any]
    Ask: TypeAlias = Callable[[Job], Answer]

# As LONGEST_ANSWER of pool-protocol.ts.
ANSWER_LIMIT = 16 * 1024 * 1024

# Digits before each message.
LENGTH_DIGITS = 8

# How a line of progress begins.
PROGRESS = b'{"progress": '

PROCESSORS = len(os.sched_getaffinity(0))

CANCELED = {"code": "conversion_canceled", "message": "The conversion was canceled."}

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


class Child:
    """A forked process, parked or at work."""

    def __init__(self, pid: int, requests: int, answers: int) -> None:
        self.pid, self.requests, self.answers = pid, requests, answers
        self.id: object = None
        self.scratch: str | None = None
        self.answered = 0
        self.canceled = False


class Settings:
    """readable: files and folders that every child may read beside the system. limits: `memory` and `file` in bytes, `cpu` in
    seconds, of one child. sandboxed False: for files that are trusted, and to show what the sandbox prevents. after_fork: called in
    the child at once. calls: its family in call_sets.py."""

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
        """TMPDIR is a path in /proc/self, of another folder in each process. What a library has made for itself there before the
        fork, in the folder that this process is in, each child finds in its own."""
        self.temporary_folders = [entry.name for entry in os.scandir(".") if entry.is_dir() and entry.name.endswith(".tmp")]


def serve(settings: Settings, check: "Callable[[Ask], object] | None" = None) -> "NoReturn":
    """Answers jobs until standard input ends, then ends the process. check(ask): called before the first job with a function that
    has one job done, to find out whether children work; what it raises ends the server. These jobs are the rehearsal of rehearsal.py."""
    server = Server(settings)
    if check is not None:
        check(server.ask)
        server.end_rehearsals()
    send({"ready": True})
    server.loop()
    os._exit(0)


def send(message: "Answer") -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(1, data) :]


class Server:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.listening: set[int] = set()
        # Children that have answered and are killed, by the descriptor that tells when they are gone.
        self.dying: dict[int, Child] = {}
        self.rehearsals: list[rehearsal.UsedPages] = []
        self.pages = rehearsal.Pages()
        self.parked = self.spawn_from_tidy_memory()
        self.busy: dict[int, Child] = {}
        self.poll = select.poll()
        self.poll.register(0, select.POLLIN)

    def loop(self) -> None:
        """Until standard input ends."""
        while True:
            for descriptor, _ in self.poll.poll():
                if descriptor in self.dying:
                    self.poll.unregister(descriptor)
                    child = self.dying.pop(descriptor)
                    # Whoever has its answer does not hear it.
                    send({"id": child.id, "error": self.failure(child, *self.bury(child))})
                    os.close(descriptor)
                    continue
                if descriptor != 0:
                    self.hear(self.busy[descriptor])
                    continue
                if not self.take():
                    for child in list(self.busy.values()):
                        kill(child)
                    return

    def ask(self, job: "Job") -> "Answer":
        """Has one job done before others come, and returns its whole answer."""
        child = self.parked
        self.make_scratch(child)
        child.id = job["id"]
        data = json.dumps({**job, "rehearsal": True}).encode() + b"\n"
        while data:
            data = data[os.write(child.requests, data) :]
        self.begin(child)
        said = b""
        while part := os.read(child.answers, 65536):
            said += part
        self.close(child)
        status = self.bury(child)
        answers = [line for line in said.split(b"\n") if line and not line.startswith(PROGRESS)]
        if not answers:
            return {"error": self.failure(child, *status)}
        answer: Answer = json.loads(answers[0])
        if pages := answer.get("pages"):
            self.rehearsals.append(pages)
        return answer

    def end_rehearsals(self) -> None:
        """Children from now on begin with the pages that the jobs before have used."""
        self.pages = rehearsal.Pages(self.rehearsals)
        self.rehearsals.clear()
        idle = self.parked
        self.parked = self.spawn_from_tidy_memory()
        os.close(idle.requests)
        self.close(idle)
        self.bury(idle)

    def take(self) -> bool:
        """Has the parked child read the next message of convertd's. Returns whether there was one."""
        child = self.parked
        self.make_scratch(child)
        try:
            os.write(child.requests, b"\n")
        except BrokenPipeError:
            # It was killed while it waited, and has read nothing.
            self.close(child)
            self.bury(child)
            self.parked = self.spawn()
            return True
        word, _, number = read_line(child.answers).partition(" ")
        if word == "end":
            return False
        if word == "cancel":
            for other in self.busy.values():
                if other.id == int(number):
                    other.canceled = True
                    kill(other)
            return True
        if word != "job":
            raise RuntimeError("the parked child ended")
        child.id = int(number)
        self.begin(child)
        self.busy[child.answers] = child
        self.poll.register(child.answers, select.POLLIN)
        return True

    def make_scratch(self, child: Child) -> None:
        if child.scratch is not None:
            return
        child.scratch = scratch_of(self.settings, child.pid)
        for folder in (child.scratch, *(os.path.join(child.scratch, name) for name in self.settings.temporary_folders)):
            os.mkdir(folder)

    def begin(self, child: Child) -> None:
        """The parked child has its job: parks the next."""
        os.close(child.requests)
        self.parked = self.spawn(bring=len(self.busy) + 1 < PROCESSORS)

    def hear(self, child: Child) -> None:
        """Passes on what it says, without a look at it. Where that is all, kills it: it does nothing more. Its memory takes the system a
        tenth of a small job to clear away; nobody waits for that, unless it gave no answer."""
        size = bytes_in(child.answers)
        child.answered += size
        if size > 0 and child.answered <= ANSWER_LIMIT:
            send({"id": child.id, "part": size})
            while size:
                size -= os.splice(child.answers, 1, size)
            return
        self.poll.unregister(child.answers)
        del self.busy[child.answers]
        self.close(child)
        send({"id": child.id, "closed": True})
        gone = os.pidfd_open(child.pid)
        self.dying[gone] = child
        self.poll.register(gone, select.POLLIN)

    def close(self, child: Child) -> None:
        kill(child)
        os.close(child.answers)
        self.listening.discard(child.answers)

    def failure(self, child: Child, status: int, used: resource.struct_rusage) -> "dict[str, str]":
        return CANCELED if child.canceled else self.crash(status, used)

    def bury(self, child: Child) -> "tuple[int, resource.struct_rusage]":
        """Waits until a killed child is gone, and removes its temporary folder. Returns its status and resources."""
        _, status, used = os.wait4(child.pid, 0)
        if child.scratch is not None:
            shutil.rmtree(child.scratch, ignore_errors=True)
        return status, used

    def crash(self, status: int, used: resource.struct_rusage) -> "dict[str, str]":
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        log = "child ended by signal %d, status %d, peak %d KiB" % (number, status, used.ru_maxrss)
        cpu = self.settings.limits.get("cpu")
        if number == signal.SIGXCPU or (cpu and used.ru_utime + used.ru_stime >= cpu):
            return {"code": "limit_cpu", "message": "The conversion used more processor time than its limit.", "log": log}
        if number == signal.SIGXFSZ:
            return {"code": "limit_file_size", "message": "The conversion wrote a larger file than its limit.", "log": log}
        if is_out_of_memory(self.settings, used):
            return {**LIMIT_MEMORY, "log": log}
        return {"code": "engine_crashed", "message": "The engine program crashed on this input.", "log": log}

    def spawn_from_tidy_memory(self) -> Child:
        # What is there now, no collection touches in any child: each page that is touched has to be copied.
        gc.collect()
        gc.freeze()
        fresh_heap.take_gaps()
        return self.spawn()

    def spawn(self, bring: bool = True) -> Child:
        """bring: whether a processor is likely to be free for it until its job comes."""
        request_end, requests = os.pipe()
        answers, answer_end = os.pipe()
        pid = os.fork()
        if pid != 0:
            os.close(request_end)
            os.close(answer_end)
            self.listening.add(answers)
            return Child(pid, requests, answers)
        try:
            # It hears of no other job, and answers for none: neither through what the parent has open nor to convertd.
            for descriptor in (requests, answers, *self.listening, *self.dying):
                os.close(descriptor)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            be_child(self.settings, self.pages if bring else rehearsal.Pages(), request_end, answer_end)
        finally:
            os._exit(1)


def bytes_in(pipe: int) -> int:
    """How many bytes can be read now."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def is_out_of_memory(settings: Settings, used: resource.struct_rusage) -> bool:
    """used: as getrusage reports. A process that is refused memory has less than its limit, by what it asked for last."""
    memory = settings.limits.get("memory")
    return memory is not None and used.ru_maxrss * 1024 > memory * 3 // 4


def kill(child: Child) -> None:
    try:
        os.kill(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def be_child(settings: Settings, pages: rehearsal.Pages, request_end: int, answer_end: int) -> "NoReturn":
    sandboxing.libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # ends with the parent
    settings.after_fork()
    pages.bring()
    sandbox = Sandbox(settings) if settings.sandboxed else None
    job = read_job(request_end, answer_end)
    # Nothing of what others are asked to do.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    job["scratch"] = scratch_of(settings, os.getpid())
    # Opened before the process is narrowed, and may no longer be opened then.
    memory = rehearsal.own_memory() if job.get("rehearsal") else None
    answer = do_job(settings, job, sandbox, answer_end)
    if memory is not None:
        answer["pages"] = rehearsal.used_pages(*memory)
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(answer_end, data) :]
    # Its end is known at once, not when its memory is cleared.
    os.close(answer_end)
    os._exit(0)


def scratch_of(settings: Settings, pid: int) -> str:
    return os.path.join(settings.scratch, "job-%d" % pid)


def read_job(request_end: int, answer_end: int) -> "Job":
    """The job of this process: a line of the parent's, or, where that is empty, what convertd says. Tells the parent what that was; ends
    the process where neither says anything more."""
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
    """With its end, and nothing behind that; without, where there is no more."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        line += byte
    return line.decode()


def read_exactly(descriptor: int, size: int) -> bytes:
    """Nothing where there is no more."""
    data = b""
    while len(data) < size:
        part = os.read(descriptor, size - len(data))
        if not part:
            return b""
        data += part
    return data


def do_job(settings: Settings, job: "Job", sandbox: "Sandbox | None", answer_end: "int | None" = None) -> "Answer":
    """In a process of the job alone: narrows it to the job (sandbox None: not) and runs that."""

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
            # An engine that gets no more memory may well say that the input is damaged.
            return {"error": {**LIMIT_MEMORY, "log": json.dumps(error.fields)}}
        return {"error": error.fields}
    except MemoryError:
        return {"error": LIMIT_MEMORY}
    except BaseException as error:
        return {"error": {"message": "The engine could not convert the input.", "log": repr(error)[:4000]}}


class Sandbox:
    """What narrows this process to a job, made as far as it can be before the job is known."""

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
            # Without the room that Limits leaves: nobody counts the memory of a single child, and all have the parent's limit.
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        self.files.allow(read_only=inputs, read_write=[job["folder"], job["scratch"]])
        self.files.apply()
        sandboxing.restrict_calls(self.calls)
