"""The parent of a server that forks a child for each job: for programs whose start takes longer than their work, and whose
state no job may share with another. Speaks the conversation of pool-protocol.ts, several jobs at once.

    fork_server.serve(fork_server.Settings(run, readable=[profile], limits={...}))

`run(job)` converts in the child and returns the answer, any JSON value, or raises JobError. One child is always parked:
forked before its job comes, so that no job waits for a fork. Before it looks at the input it narrows itself, for good, to
the system, its input, its own folder and its own temporary folder, may start no program, and has limits of its own. It ends with its job;
one that crashes or hangs takes nothing with it.

The parent must have a single thread when it calls this: only the calling thread exists in a forked child.
"""

import gc
import json
import os
import resource
import select
import shutil
import signal

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

# As LONGEST_ANSWER of pool-process.ts.
ANSWER_LIMIT = 16 * 1024 * 1024

# How a line of progress begins; its number and a brace follow.
PROGRESS = b'{"progress": '

PROCESSORS = len(os.sched_getaffinity(0))

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
        self.answer = b""
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

    def loop(self) -> None:
        self.poll.register(0, select.POLLIN)
        waiting = b""
        while True:
            for descriptor, _ in self.poll.poll():
                if descriptor in self.dying:
                    self.poll.unregister(descriptor)
                    self.bury(self.dying.pop(descriptor))
                    os.close(descriptor)
                    continue
                if descriptor != 0:
                    self.hear(self.busy[descriptor])
                    continue
                received = os.read(0, 65536)
                if not received:
                    for child in list(self.busy.values()):
                        kill(child)
                    return
                *lines, waiting = (waiting + received).split(b"\n")
                for line in lines:
                    self.take(json.loads(line))

    def ask(self, job: "Job") -> "Answer":
        """Has one job done before others come, and returns its whole answer."""
        child = self.begin({**job, "rehearsal": True})
        while not self.finished(child):
            pass
        line = child.answer
        answer = self.end(child, wait=True)
        if "ok" in answer and (pages := json.loads(line).get("pages")):
            self.rehearsals.append(pages)
        return answer

    def end_rehearsals(self) -> None:
        """Children from now on begin with the pages that the jobs before have used."""
        self.pages = rehearsal.Pages(self.rehearsals)
        self.rehearsals.clear()
        idle = self.parked
        self.parked = self.spawn_from_tidy_memory()
        os.close(idle.requests)
        self.end(idle, wait=True)

    def take(self, message: "Job") -> None:
        if message.get("cancel"):
            for child in self.busy.values():
                if child.id == message["id"]:
                    child.canceled = True
                    kill(child)
            return
        child = self.begin(message)
        self.busy[child.answers] = child
        self.poll.register(child.answers, select.POLLIN)

    def begin(self, job: "Job") -> Child:
        """Gives the job to the parked child, and parks the next."""
        child = self.parked
        child.id = job["id"]
        child.scratch = os.path.join(self.settings.scratch, "job-%d" % child.pid)
        os.mkdir(child.scratch)
        for name in self.settings.temporary_folders:
            os.mkdir(os.path.join(child.scratch, name))
        data = json.dumps({**job, "scratch": child.scratch}).encode() + b"\n"
        try:
            while data:
                data = data[os.write(child.requests, data) :]
        except BrokenPipeError:
            pass  # It is dead: the end of its answers tells.
        os.close(child.requests)
        self.parked = self.spawn(bring=len(self.busy) + 1 < PROCESSORS)
        return child

    def hear(self, child: Child) -> None:
        if self.finished(child):
            self.poll.unregister(child.answers)
            del self.busy[child.answers]
            send({"id": child.id, **self.end(child)})

    def finished(self, child: Child) -> bool:
        """Reads what is there, passing progress on; whether that was all."""
        received = os.read(child.answers, 65536)
        child.answer += received
        while b"\n" in child.answer:
            line, rest = child.answer.split(b"\n", 1)
            if not line.startswith(PROGRESS):
                return True
            # What a child says may be anything, and must not end the parent.
            percent = line[len(PROGRESS) : -1].strip()
            if percent.isdigit() and len(percent) <= 3:
                send({"id": child.id, "progress": int(percent)})
            child.answer = rest
        return not received or len(child.answer) > ANSWER_LIMIT

    def end(self, child: Child, wait: bool = False) -> "Answer":
        """Its answer. It is killed first and does nothing more. Its memory takes the system a tenth of a small job to clear away;
        nobody waits for that, unless asked to, or its end is the answer."""
        line = child.answer.partition(b"\n")[0] if b"\n" in child.answer else b""
        kill(child)
        os.close(child.answers)
        self.listening.discard(child.answers)
        if child.canceled:
            self.bury(child)
            return {"error": {"code": "conversion_canceled", "message": "The conversion was canceled."}}
        try:
            answer = json.loads(line)
            # Nothing else of it: its id least of all.
            answer = {"ok": answer["ok"]} if "ok" in answer else {"error": answer["error"]}
        except (TypeError, ValueError, KeyError, RecursionError):
            return {"error": self.crash(*self.bury(child))}
        if wait:
            self.bury(child)
        else:
            gone = os.pidfd_open(child.pid)
            self.dying[gone] = child
            self.poll.register(gone, select.POLLIN)
        return answer

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
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(nothing, 1)
            be_child(self.settings, self.pages if bring else rehearsal.Pages(), request_end, answer_end)
        finally:
            os._exit(1)


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
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(request_end, 65536)
        if not part:
            os._exit(0)
        line += part
    job = json.loads(line)
    # Opened before the process is narrowed, and may no longer be opened then.
    memory = rehearsal.own_memory() if job.get("rehearsal") else None
    answer = do_job(settings, job, sandbox, answer_end)
    if memory is not None:
        answer["pages"] = rehearsal.used_pages(*memory)
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(answer_end, data) :]
    os._exit(0)


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
