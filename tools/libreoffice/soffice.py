"""One LibreOffice that runs one macro of its profile and ends. argv: program folder, profile URL, macro URL.

Starts LibreOffice in this process by the C interface of LibreOfficeKit: the program soffice.bin binds a socket in /tmp
whatever its settings say, which no sandboxed program may, and starts itself again on a new profile.
Exit codes: 0 the macro ran, 3 LibreOffice did not start, 4 the macro did not run.
"""

import ctypes
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Slots of struct _LibreOfficeKitClass after its size (LibreOfficeKit.h); new ones are only ever added at the end.
GET_ERROR, RUN_MACRO = 3, 11

# Application::SetDialogCancelMode, and its LOKSilent (vcl/svapp.hxx).
SET_DIALOG_CANCEL_MODE, SILENT = "_ZN11Application19SetDialogCancelModeE16DialogCancelMode", 2


def main(program: str, profile: str, macro: str) -> int:
    os.environ["SAL_USE_VCLPLUGIN"] = "svp"
    office = start(program, profile)
    if not office:
        return 3
    if not slot(office, RUN_MACRO, ctypes.c_int, ctypes.c_char_p)(office, macro.encode()):
        text = slot(office, GET_ERROR, ctypes.c_char_p)(office)
        sys.stderr.write("macro: %s\n" % (text or b"").decode(errors="replace"))
        return 4
    return 0


def start(program: str, profile: str) -> "int | None":
    """The LibreOfficeKit object, or None. The one library of distributions, else that of unmerged builds."""
    for name in ("libmergedlo.so", "libsofficeapp.so"):
        try:
            library = ctypes.CDLL(os.path.join(program, name), mode=ctypes.RTLD_GLOBAL)
            hook = library.libreofficekit_hook_2
        except (OSError, AttributeError) as error:
            sys.stderr.write("%s: %s\n" % (name, error))
            continue
        hook.restype, hook.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
        office = hook(program.encode(), profile.encode())
        cancel_dialogs(library)
        return office
    return None


def cancel_dialogs(library: ctypes.CDLL) -> None:
    """Nobody is there to answer one, and LibreOffice would wait forever: 25.2 shows one for a file that INDIRECT does not find."""
    if hasattr(library, SET_DIALOG_CANCEL_MODE):
        set_mode = getattr(library, SET_DIALOG_CANCEL_MODE)
        set_mode.restype, set_mode.argtypes = None, [ctypes.c_int]
        set_mode(SILENT)


def slot(office: int, index: int, result: "type[Any]", *arguments: "type[Any]") -> "Callable[..., Any]":
    methods = ctypes.cast(ctypes.cast(office, ctypes.POINTER(ctypes.c_void_p))[0], ctypes.POINTER(ctypes.c_void_p))
    return ctypes.CFUNCTYPE(result, ctypes.c_void_p, *arguments)(methods[index])


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    sys.stderr.flush()
    # Not by way of LibreOffice's own end: its threads still run, and everything of worth is on disk.
    os._exit(code)
