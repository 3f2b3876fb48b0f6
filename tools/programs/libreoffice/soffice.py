"""Runs one macro of a profile in LibreOffice and ends. argv: program folder, profile URL, macro URL; an input that is to be edited, or
nothing; an input whose stored values are kept.

Starts LibreOffice in this process through the C interface of LibreOfficeKit: the program soffice.bin binds a socket in /tmp whatever its
settings say, which no sandboxed program may do, and restarts itself on a new profile.
Exit codes: 0 the macro ran, 3 LibreOffice did not start, 4 the macro did not run.
"""

import ctypes
import os
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Slots of struct _LibreOfficeKitClass after its size (LibreOfficeKit.h); new ones are only ever added at the end.
GET_ERROR, RUN_MACRO = 3, 11

# Application::SetDialogCancelMode, and its LOKSilent (vcl/svapp.hxx).
SET_DIALOG_CANCEL_MODE, SILENT = "_ZN11Application19SetDialogCancelModeE16DialogCancelMode", 2

# comphelper::LibreOfficeKit::setActive(bool)
SET_ACTIVE = "_ZN10comphelper14LibreOfficeKit9setActiveEb"


def main(program: str, profile: str, macro: str, editable: str = "", workbook: str = "") -> int:
    os.environ["SAL_USE_VCLPLUGIN"] = "svp"
    if workbook:
        keep_stored_values(workbook)
    if editable:
        make_writable(editable)
    office = start(program, profile)
    if not office:
        return 3
    if editable:
        allow_commands(True)
    if not slot(office, RUN_MACRO, ctypes.c_int, ctypes.c_char_p)(office, macro.encode()):
        text = slot(office, GET_ERROR, ctypes.c_char_p)(office)
        sys.stderr.write("macro: %s\n" % (text or b"").decode(errors="replace"))
        return 4
    return 0


def keep_stored_values(path: str) -> None:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import stored_values

    stored_values.keep(path)


def make_writable(path: str) -> None:
    """Replaces the input in the folder by a copy: LibreOffice does not open for editing what it may not write."""
    shutil.copyfile(path, path + ".copy")
    os.replace(path + ".copy", path)


def allow_commands(allowed: bool) -> None:
    """In LibreOfficeKit mode, LibreOffice asks the focused view whether it allows a command, and crashes without one."""
    set_active = getattr(ctypes.CDLL(None), SET_ACTIVE)
    set_active.argtypes, set_active.restype = [ctypes.c_bool], None
    set_active(not allowed)


def start(program: str, profile: str) -> "int | None":
    """Returns the LibreOfficeKit object, or None. Loads the merged library of distributions, or else that of unmerged builds."""
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
    """Nobody can answer a dialog, and LibreOffice would wait forever: 25.2 shows one if INDIRECT does not find a file."""
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
    # Skips LibreOffice's own shutdown: its threads still run, and everything important is on disk.
    os._exit(code)
