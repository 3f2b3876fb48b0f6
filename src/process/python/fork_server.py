"""The parent of a server that forks a child for each job: for programs whose start takes longer than their work, and whose
state no job may share with another. Uses the protocol of pool-protocol.ts, with several jobs at once.

    fork_server.serve(forked_job.Settings(run, readable=[profile], limits={...}))

`run(job)` converts in the child (forked_job.py) and returns the answer, any JSON value, or raises JobError. One child is always parked:
forked before its job comes, so that no job waits for a fork. It reads the job directly from convertd, and its answer bypasses the parent's
memory: otherwise a later child would find it there, even the password of another owner's document. Before it looks at the input, it
restricts itself for good to the system, its input, its own folder and its own temporary folder. It cannot start programs, and has limits
of its own. It ends with its job; a crash or hang affects nothing else.

The parent must have a single thread when it calls this: only the calling thread exists in a forked child.
"""

import fcntl
import gc
import json
import os
import resource
import select
import signal
import sys
import termios

import forked_job
import fresh_heap
import rehearsal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn, TypeAlias

    from forked_job import Answer, Job

    Ask: TypeAlias = Callable[[Job], Answer]

# See LONGEST_ANSWER of pool-protocol.ts.
ANSWER_LIMIT = 16 * 1024 * 1024

# Most files of a job's temporary folder that the parent removes itself.
FEW_FILES = 64

PROCESSORS = len(os.sched_getaffinity(0))

CANCELED = {"code": "conversion_canceled", "message": "The conversion was canceled."}


class Child:
    """A forked process, parked or running a job."""

    def __init__(self, pid: int, requests: int, answers: int) -> None:
        self.pid, self.requests, self.answers = pid, requests, answers
        self.id: object = None
        self.scratch: str | None = None
        self.answered = 0
        self.canceled = False


def serve(settings: forked_job.Settings, check: "Callable[[Ask], object] | None" = None) -> "NoReturn":
    """Answers jobs until standard input ends, then ends the process. check(ask): called before the first job with a function that runs one
    job, to find out whether children work; an error ends the server. These jobs are the rehearsal of rehearsal.py."""
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
    def __init__(self, settings: forked_job.Settings) -> None:
        self.settings = settings
        self.listening: set[int] = set()
        # Children that have answered and are being killed, by the descriptor that shows when they are gone.
        self.dying: dict[int, Child] = {}
        self.rehearsals: list[rehearsal.UsedPages] = []
        self.pages = rehearsal.Pages()
        # Number of folders that convertd was asked to remove.
        self.set_aside = 0
        self.parked = self.spawn_from_tidy_memory()
        self.busy: dict[int, Child] = {}
        self.poll = select.poll()
        self.poll.register(0, select.POLLIN)

    def loop(self) -> None:
        """Runs until standard input ends."""
        while True:
            for descriptor, _ in self.poll.poll():
                if descriptor in self.dying:
                    self.poll.unregister(descriptor)
                    child = self.dying.pop(descriptor)
                    # convertd ignores this error if the child has answered.
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
        """Runs one job before others come, and returns its whole answer."""
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
        answers = [line for line in said.split(b"\n") if line and not line.startswith(forked_job.PROGRESS)]
        if not answers:
            return {"error": self.failure(child, *status)}
        answer: Answer = json.loads(answers[0])
        if pages := answer.get("pages"):
            self.rehearsals.append(pages)
        return answer

    def end_rehearsals(self) -> None:
        """From now on, gives children the pages that the jobs before have used."""
        self.pages = rehearsal.Pages(self.rehearsals)
        self.rehearsals.clear()
        idle = self.parked
        self.parked = self.spawn_from_tidy_memory()
        os.close(idle.requests)
        self.close(idle)
        self.bury(idle)

    def take(self) -> bool:
        """Makes the parked child read the next message from convertd. Returns whether there was one."""
        child = self.parked
        self.make_scratch(child)
        try:
            os.write(child.requests, b"\n")
        except BrokenPipeError:
            # The child was killed while it waited, and has read nothing.
            self.close(child)
            self.bury(child)
            self.parked = self.spawn()
            return True
        word, _, number = forked_job.read_line(child.answers).partition(" ")
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
        child.scratch = forked_job.scratch_of(self.settings, child.pid)
        for folder in (child.scratch, *(os.path.join(child.scratch, name) for name in self.settings.temporary_folders)):
            os.mkdir(folder)

    def begin(self, child: Child) -> None:
        """Parks the next child, because the parked one has its job."""
        os.close(child.requests)
        self.parked = self.spawn(bring=len(self.busy) + 1 < PROCESSORS)

    def hear(self, child: Child) -> None:
        """Passes on what the child says, unread. At the end of it, kills the child, which does nothing more. Clearing its memory takes the
        system a tenth of a small job; nobody waits for that, unless it gave no answer."""
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
        if child.scratch is not None and not remove_few(child.scratch):
            # convertd removes it: other jobs would wait here, and it may be too deep. Renamed, because another child will have its name.
            self.set_aside += 1
            name = "gone-%d" % self.set_aside
            try:
                os.rename(child.scratch, os.path.join(self.settings.scratch, name))
            except OSError:
                pass  # The disk may be full. The folder is removed with this process's own folder.
            else:
                send({"gone": name})
        return status, used

    def crash(self, status: int, used: resource.struct_rusage) -> "dict[str, str]":
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        log = "child ended by signal %d, status %d, peak %d KiB" % (number, status, used.ru_maxrss)
        cpu = self.settings.limits.get("cpu")
        if number == signal.SIGXCPU or (cpu and used.ru_utime + used.ru_stime >= cpu):
            return {"code": "limit_cpu", "message": "The conversion used more processor time than its limit.", "log": log}
        if number == signal.SIGXFSZ:
            return {"code": "limit_file_size", "message": "The conversion wrote a larger file than its limit.", "log": log}
        if forked_job.is_out_of_memory(self.settings, used):
            return {**forked_job.LIMIT_MEMORY, "log": log}
        return {"code": "engine_crashed", "message": "The engine program crashed on this input.", "log": log}

    def spawn_from_tidy_memory(self) -> Child:
        # Excludes existing objects from collections in children: each page that is touched has to be copied.
        gc.collect()
        gc.freeze()
        fresh_heap.take_gaps()
        return self.spawn()

    def spawn(self, bring: bool = True) -> Child:
        """bring: whether a processor is probably free for it until its job comes."""
        request_end, requests = os.pipe()
        answers, answer_end = os.pipe()
        pid = os.fork()
        if pid != 0:
            os.close(request_end)
            os.close(answer_end)
            self.listening.add(answers)
            return Child(pid, requests, answers)
        try:
            # The child must not see another job or answer for one: neither through what the parent has open nor to convertd.
            for descriptor in (requests, answers, *self.listening, *self.dying):
                os.close(descriptor)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            forked_job.be_child(self.settings, self.pages if bring else rehearsal.Pages(), request_end, answer_end)
        finally:
            os._exit(1)


def remove_few(folder: str) -> bool:
    """Removes a folder with few files. Returns whether all of it is gone."""
    left = FEW_FILES

    def empty(path: str) -> None:
        nonlocal left
        with os.scandir(path) as entries:
            for entry in entries:
                left -= 1
                if left < 0:
                    raise OSError("too many files")
                if entry.is_dir(follow_symlinks=False):
                    empty(entry.path)
                    os.rmdir(entry.path)
                else:
                    os.unlink(entry.path)

    try:
        empty(folder)
        os.rmdir(folder)
    except OSError:
        return False
    return True


def bytes_in(pipe: int) -> int:
    """Returns how many bytes can be read now."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def kill(child: Child) -> None:
    try:
        os.kill(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
