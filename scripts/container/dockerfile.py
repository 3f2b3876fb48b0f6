"""What a Dockerfile and its .dockerignore say, and its COPY: for replay_dockerfile.py and production_tree.py.

Understood is what the Dockerfile of this project uses: shell-form RUN, COPY of files and folders, stages that build on each
other. What is not understood ends the program, so nothing is skipped in silence.
"""

import dataclasses
import fnmatch
import os
import re
import shutil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    Wanted: TypeAlias = Callable[[str], bool]
    # Source, name, target, whether a name is wanted; returns how many files were copied.
    Transfer: TypeAlias = Callable[[str, str, str, Wanted], int]


@dataclasses.dataclass
class Stage:
    """One FROM and what follows it. `base` is the label of another stage, or the name of an image."""

    label: str
    base: str
    steps: list[tuple[str, str]]


def read_stages(path: str, arguments: "Mapping[str, str]") -> list[Stage]:
    """The stages that the last one needs, itself last. `arguments`: build arguments, by name."""
    stages: list[Stage] = []
    before: dict[str, str] = {}
    for name, rest in instructions(path):
        if name == "FROM":
            words = expand(rest, before).split()
            stages.append(Stage(words[2] if len(words) == 3 else "image", words[0], []))
        elif stages:
            stages[-1].steps.append((name, rest))
        elif name == "ARG":
            variable, default = argument(rest)
            before[variable] = arguments.get(variable, expand(default, before))
        else:
            raise SystemExit(f"{name}: an instruction before the first FROM")
    needed = {stages[-1].label}
    for stage in reversed(stages):
        if stage.label in needed:
            needed |= {stage.base, *copied_from(stage)}
    return [stage for stage in stages if stage.label in needed]


def copied_from(stage: Stage) -> set[str]:
    """Labels of the stages whose files this one copies."""
    return {found[1] for name, rest in stage.steps if name == "COPY" and (found := re.match(r"--from=(\S+)", rest))}


def instructions(path: str) -> "Iterator[tuple[str, str]]":
    """(name, rest) of every instruction, continued lines joined, comments left out."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    for line in filter(str.strip, joined.split("\n")):
        name, _, rest = line.strip().partition(" ")
        yield name.upper(), rest.strip()


def expand(text: str, values: "Mapping[str, str]") -> str:
    return re.sub(r"\$\{(\w+)\}|\$(\w+)", lambda found: values.get(found[1] or found[2], ""), text)


def argument(text: str) -> tuple[str, str]:
    """NAME=DEFAULT, NAME="DEFAULT WITH SPACES" or NAME, whose default is empty."""
    name, _, default = text.partition("=")
    return name, default.strip('"')


def pairs(text: str) -> list[tuple[str, str]]:
    """NAME=VALUE NAME="VALUE WITH SPACES" …"""
    return [(name, quoted or bare) for name, quoted, bare in re.findall(r'([\w.]+)=(?:"([^"]*)"|(\S*))', text)]


class Ignore:
    """.dockerignore, as far as it is used here: `*`, names with `*`, `**/name`, and `!` in front; the last match counts."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            self.rules = [line.strip() for line in file if line.strip() and not line.startswith("#")]

    def leaves_out(self, path: str) -> bool:
        """A folder's rule counts for what is below it."""
        parts = path.split("/")
        prefixes = ["/".join(parts[: count + 1]) for count in range(len(parts))]
        out = False
        for rule in self.rules:
            pattern = rule.lstrip("!")
            if any(self.matches(pattern, prefix) for prefix in prefixes):
                out = not rule.startswith("!")
        return out

    @staticmethod
    def matches(pattern: str, path: str) -> bool:
        if pattern.startswith("**/"):
            return fnmatch.fnmatchcase(path.rpartition("/")[2], pattern[3:])
        return path.count("/") == pattern.count("/") and fnmatch.fnmatchcase(path, pattern)


def copy(
    words: "Sequence[str]",
    destination: "Callable[[str], str]",
    context: str,
    ignore: Ignore,
    roots: "Mapping[str, str]",
    transfer: "Transfer",
) -> None:
    """
    The COPY instruction. `destination`: the path of its target on this machine; `roots`: where the files of each stage are,
    by label; `transfer(source, name, target, wanted)` is `copy_tree` or does as it does.
    """
    source_root, honoured = context, True
    if words[0].startswith("--from="):
        source_root, honoured = roots[words[0][7:]], False
        words = words[1:]
    if any(word.startswith("--") for word in words):
        raise SystemExit(f"COPY: unknown flag in {words}")

    def wanted(path: str) -> bool:
        return not (honoured and ignore.leaves_out(path))

    *sources, target = words
    for source in sources:
        found = os.path.join(source_root, source.lstrip("/"))
        # A file goes into a target that ends in `/`; a folder's content goes to the target itself.
        into = target.endswith("/") and not os.path.isdir(found)
        path = os.path.join(destination(target), os.path.basename(found)) if into else destination(target)
        if transfer(found, source, path, wanted) == 0:
            raise SystemExit(f"COPY {source}: nothing to copy; .dockerignore?")


def copy_file(source: str, target: str) -> None:
    shutil.copy2(source, target, follow_symlinks=False)


def copy_tree(source: str, name: str, target: str, wanted: "Wanted", copy_file: "Callable[[str, str], None]" = copy_file) -> int:
    """How many files were copied. `name`: what .dockerignore knows it by."""
    if os.path.isdir(source) and not os.path.islink(source):
        os.makedirs(target, exist_ok=True)
        return sum(
            copy_tree(entry.path, f"{name}/{entry.name}", os.path.join(target, entry.name), wanted, copy_file)
            for entry in os.scandir(source)
        )
    if not wanted(name):
        return 0
    os.makedirs(os.path.dirname(target), exist_ok=True)
    copy_file(source, target)
    return 1
