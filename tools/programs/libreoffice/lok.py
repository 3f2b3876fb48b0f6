"""LibreOffice in this process, without its own start program: LibreOfficeKit for the start and the event loop, UNO for the work.

For LibreOffice 7.4 (Debian 12) and 25.2 (Debian 13). It uses names of C++ functions and offsets in a C structure that no interface
guarantees, so callers test it before they take a job.
"""

import ctypes
import os
import sys
import time

import soffice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

PROGRAM = "/usr/lib/libreoffice/program"

# Fields of `_LibreOfficeKitClass` (LibreOfficeKit.h), which begins with its own size.
FIELDS: "Sequence[str]" = (
    "nSize destroy documentLoad getError documentLoadWithOptions freeError registerCallback getFilterTypes setOptionalFeatures "
    "setDocumentPassword getVersionInfo runMacro signDocument runLoop sendDialogEvent setOption dumpState extractRequest "
    "trimMemory startURP stopURP joinThreads startThreads setForkedChild"
).split()

GET_CONTEXT = "_ZN10comphelper26getProcessComponentContextEv"
INITIALIZE = "_ZN5pyuno7Runtime10initializeERKN3com3sun4star3uno9ReferenceINS4_17XComponentContextEEE"
LAYOUTS, CLEAR_LAYOUTS = "_ZN20SalLayoutGlyphsCache4selfEv", "_ZN20SalLayoutGlyphsCache5clearEv"
CLEAR_FONTS = ("_ZN12OutputDevice20ImplClearAllFontDataEb", "_ZN12OutputDevice22ImplRefreshAllFontDataEb")

POLL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
WAKE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Office:
    """profile: URL of the profile's folder, which LibreOffice completes at its start."""

    def __init__(self, profile: str) -> None:
        os.environ["SAL_USE_VCLPLUGIN"] = "svp"
        # One thread and an event loop that we drive make forking possible.
        os.environ["SAL_LOK_OPTIONS"] = "unipoll"
        sys.path[:0] = ["/usr/lib/python3/dist-packages", PROGRAM]
        self.library = ctypes.CDLL(PROGRAM + "/libmergedlo.so", mode=ctypes.RTLD_GLOBAL)
        hook = self.library.libreofficekit_hook_2
        hook.restype, hook.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
        self.office = hook(PROGRAM.encode(), profile.encode())
        if not self.office:
            raise RuntimeError("LibreOffice does not start")
        self.fields = ctypes.cast(ctypes.cast(self.office, ctypes.POINTER(ctypes.c_void_p))[0], ctypes.POINTER(ctypes.c_void_p))
        self.desktop = None

    def run(self, main: "Callable[[], object]") -> None:
        """Calls main() inside LibreOffice's event loop, where UNO works, and ends the process afterwards."""

        started: list[bool] = []

        def poll(_data: "int | None", _microseconds: int) -> int:
            # LibreOffice calls it again from within while it waits for its own threads.
            if started:
                return 0
            started.append(True)
            try:
                self.connect()
                main()
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(1)
            os._exit(0)

        def wake(_data: "int | None") -> None:
            pass

        callbacks = POLL(poll), WAKE(wake)
        data = ctypes.c_int(1)  # without data the loop does not give up its thread and spins
        run_loop = self.function("runLoop", None, POLL, WAKE, ctypes.c_void_p)
        run_loop(self.office, *callbacks, ctypes.addressof(data))

    def connect(self) -> None:
        """Gives Python's UNO the component context of this process."""
        # Not earlier: LibreOffice sets this itself until its event loop runs.
        soffice.cancel_dialogs(self.library)
        reference = ctypes.c_void_p()
        get_context = getattr(self.library, GET_CONTEXT)
        get_context.restype, get_context.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        result = get_context(ctypes.byref(reference))
        # Newer compilers return the reference itself instead of writing it to the given address.
        context = ctypes.byref(reference) if reference.value else ctypes.c_void_p(result)
        initialize = getattr(ctypes.PyDLL(PROGRAM + "/libpyuno.so", mode=ctypes.RTLD_GLOBAL), INITIALIZE)
        initialize.argtypes, initialize.restype = [ctypes.c_void_p], None
        initialize(context)
        import uno

        uno_context = uno.getComponentContext()
        self.desktop = uno_context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", uno_context)
        self.set_system_locale("en-GB")

    def set_system_locale(self, name: str) -> None:
        """Sets the paper of documents that name none: A4 in en-GB. LibreOfficeKit overwrites the profile's locale with en-US at its start,
        which means Letter. Dates and numbers still look as in en-US."""
        import uno
        from com.sun.star.beans import PropertyValue

        node = PropertyValue()
        node.Name, node.Value = "nodepath", "/org.openoffice.Setup/L10N"
        service = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.configuration.ConfigurationProvider")
        access = service.createInstanceWithArguments("com.sun.star.configuration.ConfigurationUpdateAccess", (node,))
        access.ooSetupSystemLocale = name
        access.commitChanges()

    def clear_caches(self) -> None:
        """Finishes pending work, such as closing documents, and clears the text layouts and fonts cached for earlier documents: both caches
        are otherwise cleared in parts whenever new entries come. A version without such a function keeps its cache."""
        import uno

        uno.getComponentContext().ServiceManager.createInstance("com.sun.star.awt.Toolkit").processEventsToIdle()
        if hasattr(self.library, CLEAR_LAYOUTS):
            layouts, clear = getattr(self.library, LAYOUTS), getattr(self.library, CLEAR_LAYOUTS)
            layouts.restype, clear.argtypes, clear.restype = ctypes.c_void_p, [ctypes.c_void_p], None
            clear(layouts())
        for name in CLEAR_FONTS:
            if hasattr(self.library, name):
                clear = getattr(self.library, name)
                clear.argtypes, clear.restype = [ctypes.c_bool], None
                clear(False)  # keeps the list of installed fonts

    def stop_threads(self, seconds: float = 5) -> None:
        """Waits until only this thread is left, which a fork needs. Raises RuntimeError if others stay."""
        if self.has("joinThreads"):
            self.function("joinThreads", ctypes.c_int)(self.office)
        ends = time.monotonic() + seconds
        while len(os.listdir("/proc/self/task")) > 1:
            if time.monotonic() > ends:
                raise RuntimeError("threads of LibreOffice stay")
            time.sleep(0.02)

    def after_fork(self) -> None:
        """Is called in the child."""
        if self.has("setForkedChild"):
            self.function("setForkedChild", None, ctypes.c_bool)(self.office, True)

    def draws_in_threads(self) -> bool:
        """Whether the first drawing starts a thread that stays: in 25.2 but not in 7.4, which does not have this function."""
        return self.has("setForkedChild")

    def has(self, name: str) -> bool:
        size = ctypes.cast(self.fields, ctypes.POINTER(ctypes.c_size_t))[0]
        return size > 8 * FIELDS.index(name)

    def function(self, name: str, result: "type[Any] | None", *arguments: "type[Any]") -> "Callable[..., Any]":
        """Returns the function at that offset, whose first argument is the office itself."""
        return ctypes.CFUNCTYPE(result, ctypes.c_void_p, *arguments)(self.fields[FIELDS.index(name)])
