"""How to start a program: the words that supervise.py and pooled_supervisor.py get, as supervisor.ts writes them."""

NUMBERS = {"wall": float, "cpu": int, "memory": int, "file": int, "processes": int, "port": int}


class Options:
    """`--read`, `--write` and `--allow` may occur several times; a missing limit is not set. calls: a family of call_sets.py. port: the
    only one that it may connect to. loaded: `yes` if the program may run as in loaded_programs.py."""

    def __init__(self, argv: "list[str]") -> None:
        self.backend, self.bwrap, self.folder, self.calls = "landlock", "/usr/bin/bwrap", "/", "program"
        self.loaded = "no"
        self.temporary: str | None = None
        self.wall: float | None = None
        self.cpu: int | None = None
        self.memory: int | None = None
        self.file: int | None = None
        self.processes: int | None = None
        self.port: int | None = None
        self.read: list[str] = []
        self.write: list[str] = []
        self.allow: list[str] = []
        end = argv.index("--")
        for flag, value in zip(argv[0:end:2], argv[1:end:2], strict=False):
            name = flag[2:]
            if isinstance(getattr(self, name), list):
                getattr(self, name).append(value)
            else:
                setattr(self, name, NUMBERS.get(name, str)(value))
        self.program = argv[end + 1 :]

    @property
    def namespaces(self) -> bool:
        return self.backend in ("bwrap", "both")
