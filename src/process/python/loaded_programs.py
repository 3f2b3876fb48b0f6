"""Programs that are a library with a small `main` around it: they run in the fork itself, without exec.

Loading qpdf and its 20 libraries takes three times as long as rotating the page of a small PDF. A supervisor loads the library once; each
program is a fork that calls what the program's `main` calls. It is sandboxed, limited and watched as any other program. It can see the
arguments of earlier programs, in memory that the supervisor has not reused. So arguments of tasks contain no secret (they must not anyway,
see ProgramCall).
"""

import ctypes
import os
import re

import sandboxing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Mapping
    from typing import NoReturn

    from start_options import Options
else:
    import _signal as signal

SET_NAME = 15  # PR_SET_NAME
# Enough for the dynamic section and the strings of a small program.
MOST_BYTES = 1 << 20

# The library of a program, and its function that takes argv and returns the exit code: qpdf/qpdfjob-c.h.
FUNCTIONS = {"/usr/bin/qpdf": (rb"libqpdf\.so\.\d+", "qpdfjob_run_from_argv")}

# By program; None: it cannot be loaded here and is executed.
loaded: "dict[str, Callable[[ctypes.Array[ctypes.c_char_p]], int] | None]" = {}


def find(options: "Options", environment: "Mapping[bytes, bytes]") -> "Callable[[], NoReturn] | None":
    """Returns what to call instead of executing the program; None: it must be executed."""
    path = options.program[0]
    if path not in FUNCTIONS or options.namespaces:
        return None
    if path not in loaded:
        loaded[path] = load(path)
    function = loaded[path]
    if function is None:
        return None
    words = [os.fsencode(word) for word in options.program]
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    return lambda: run(function, argv, environment)


def load(path: str) -> "Callable[[ctypes.Array[ctypes.c_char_p]], int] | None":
    """Returns the function of exactly the library that the program itself would load."""
    library, function = FUNCTIONS[path]
    try:
        with open(path, "rb", 0) as file:
            name = re.search(library, file.read(MOST_BYTES))
        return None if name is None else ctypes.CDLL(name.group().decode())[function]
    except (OSError, AttributeError):
        return None


def run(
    function: "Callable[[ctypes.Array[ctypes.c_char_p]], int]",
    argv: "ctypes.Array[ctypes.c_char_p]",
    environment: "Mapping[bytes, bytes]",
) -> "NoReturn":
    """Runs in the sandboxed child: does what exec would do, then runs the program."""
    libc = sandboxing.libc
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    # Above all the report, through which the program could send convertd false messages.
    os.closerange(3, 1 << 20)
    libc.clearenv()
    for name, value in environment.items():
        libc.setenv(name, value, 1)
    name = argv[0] or b""
    libc.prctl(SET_NAME, name.rpartition(b"/")[2], 0, 0, 0)
    code = function(argv)
    libc.fflush(None)
    os._exit(code)
