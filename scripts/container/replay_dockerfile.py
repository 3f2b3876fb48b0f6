"""Do what a Dockerfile says in plain folders, without a container engine. Root only.

    python3 replay_dockerfile.py --context FOLDER --base FOLDER --work FOLDER --report FILE [NAME=VALUE …]

`--base` stands for every `FROM` image and is copied for each stage; the last stage is left in WORK/image. NAME=VALUE are
build arguments. RUN is executed by chroot with the stage's environment. `--report` gets what is not files: user, entry
point, command, environment, health check, stop signal, volumes, labels. COPY honours .dockerignore and fails where it copies
nothing. An instruction or flag that is not understood ends the replay, so nothing is skipped in silence.
"""

import argparse
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys

IGNORED = {"EXPOSE"}
TEXT = {"STOPSIGNAL", "USER"}
LISTS = {"ENTRYPOINT", "CMD"}


def instructions(path):
    """(name, rest) of every instruction, continued lines joined, comments left out."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    for line in filter(str.strip, joined.split("\n")):
        name, _, rest = line.strip().partition(" ")
        yield name.upper(), rest.strip()


def expand(text, values):
    return re.sub(r"\$\{(\w+)\}|\$(\w+)", lambda found: values.get(found[1] or found[2], ""), text)


def pairs(text):
    """NAME=VALUE NAME="VALUE WITH SPACES" …"""
    return [(name, quoted or bare) for name, quoted, bare in re.findall(r'([\w.]+)=(?:"([^"]*)"|(\S*))', text)]


class Ignore:
    """.dockerignore, as far as it is used here: `*`, names with `*`, `**/name`, and `!` in front; the last match counts."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.rules = [line.strip() for line in file if line.strip() and not line.startswith("#")]

    def leaves_out(self, path):
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
    def matches(pattern, path):
        if pattern.startswith("**/"):
            return fnmatch.fnmatchcase(path.split("/")[-1], pattern[3:])
        return path.count("/") == pattern.count("/") and fnmatch.fnmatchcase(path, pattern)


class Stage:
    def __init__(self, root, base, arguments):
        subprocess.run(["cp", "-a", "--reflink=auto", base, root], check=True)
        self.root, self.folder = root, "/"
        self.arguments = arguments
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        self.config = {"Env": {"PATH": path}, "Labels": {}, "Volumes": []}

    def values(self):
        return {**self.arguments, **self.config["Env"]}

    def path(self, inside):
        return self.root + os.path.normpath(os.path.join(self.folder, inside))

    def run(self, command):
        # Lent for the time of the command, as an engine does it: names of the network, and certificates of a proxy.
        lent = {"/etc/resolv.conf": "/etc/resolv.conf"}
        environment = self.values()
        if certificates := os.environ.get("NODE_EXTRA_CA_CERTS"):
            environment["NODE_EXTRA_CA_CERTS"] = "/run/lent-certificates.pem"
            lent[certificates] = environment["NODE_EXTRA_CA_CERTS"]
        for host, inside in lent.items():
            shutil.copyfile(host, self.root + inside)
        with mounted(self.root):
            words = ["chroot", self.root, "/bin/sh", "-c", f"cd {self.folder} && {command}"]
            ended = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if ended.returncode != 0:
            raise SystemExit(f"RUN ended with {ended.returncode}")
        for inside in lent.values():
            os.unlink(self.root + inside)

    def copy(self, words, stages, context, ignore):
        source_root, wanted = context, lambda path: not ignore.leaves_out(path)
        if words[0].startswith("--from="):
            source_root, wanted = stages[words.pop(0)[7:]].root, lambda path: True
        if any(word.startswith("--") for word in words):
            raise SystemExit(f"COPY: unknown flag in {words}")
        *sources, target = words
        for source in sources:
            found = os.path.join(source_root, source.lstrip("/"))
            if copy_tree(found, source, self.destination(found, target), wanted) == 0:
                raise SystemExit(f"COPY {source}: nothing to copy; .dockerignore?")

    def destination(self, found, target):
        """A file goes into a target that ends in `/`; a folder's content goes to the target itself."""
        into = target.endswith("/") and not os.path.isdir(found)
        return os.path.join(self.path(target), os.path.basename(found)) if into else self.path(target)


def copy_tree(source, name, target, wanted):
    """How many files were copied, as root's. `name`: what .dockerignore knows it by."""
    if os.path.isdir(source) and not os.path.islink(source):
        os.makedirs(target, exist_ok=True)
        return sum(
            copy_tree(entry.path, f"{name}/{entry.name}", os.path.join(target, entry.name), wanted)
            for entry in os.scandir(source)
        )
    if not wanted(name):
        return 0
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)
    os.chown(target, 0, 0, follow_symlinks=False)
    return 1


class mounted:
    """/proc and /dev in a root, undone in any case. The caller runs all of this in a mount namespace of its own besides."""

    def __init__(self, root):
        self.root = root

    def __enter__(self):
        subprocess.run(["mount", "-t", "proc", "proc", self.root + "/proc"], check=True)
        subprocess.run(["mount", "--rbind", "/dev", self.root + "/dev"], check=True)

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", self.root + "/dev"], check=True)
        subprocess.run(["umount", "--lazy", self.root + "/proc"], check=True)


def replay(options):
    ignore = Ignore(os.path.join(options.context, ".dockerignore"))
    given = dict(each.split("=", 1) for each in options.arguments)
    stages, before, stage = {}, {}, None
    for name, rest in instructions(os.path.join(options.context, "Dockerfile")):
        print(f"--- {name} {rest[:150]}", file=sys.stderr, flush=True)
        if name == "ARG":
            variable, _, default = rest.partition("=")
            (before if stage is None else stage.arguments)[variable] = given.get(variable, default)
        elif name == "FROM":
            words = expand(rest, before).split()
            label = words[2] if len(words) == 3 else "image"
            stage = stages[label] = Stage(os.path.join(options.work, label), options.base, {})
            stage.config["From"] = words[0]
        elif name == "RUN":
            stage.run(rest)
        elif name == "COPY":
            stage.copy(expand(rest, stage.values()).split(), stages, options.context, ignore)
        elif name == "WORKDIR":
            stage.folder = os.path.join(stage.folder, rest)
            os.makedirs(stage.root + stage.folder, exist_ok=True)
        elif name == "ENV":
            stage.config["Env"].update((key, expand(value, stage.values())) for key, value in pairs(rest))
        elif name == "LABEL":
            stage.config["Labels"].update((key, expand(value, stage.values())) for key, value in pairs(rest))
        elif name == "VOLUME":
            stage.config["Volumes"].append(rest)
        elif name in LISTS:
            stage.config[name] = json.loads(rest)
        elif name in TEXT:
            stage.config[name] = rest
        elif name == "HEALTHCHECK":
            stage.config[name] = json.loads(rest.partition("CMD ")[2])
        elif name not in IGNORED:
            raise SystemExit(f"{name}: an instruction that the replay does not know")
    with open(options.report, "w", encoding="utf-8") as file:
        json.dump({**stage.config, "Folder": stage.folder}, file, indent=2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    for flag in ("--context", "--base", "--work", "--report"):
        parser.add_argument(flag, required=True)
    parser.add_argument("arguments", nargs="*")
    replay(parser.parse_args())
