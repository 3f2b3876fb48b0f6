"""Do what a Dockerfile says in plain folders, without a container engine. Root only.

    python3 replay_dockerfile.py --context FOLDER --base FOLDER --work FOLDER --report FILE [NAME=VALUE …]

`--base` stands for every image that is not a stage and is copied for each stage; the last stage is left in WORK/image. NAME=VALUE are
build arguments. RUN is executed by chroot with the stage's environment. `--report` gets what is not files: user, entry
point, command, environment, health check, stop signal, volumes, labels. COPY honours .dockerignore and fails where it copies
nothing. An instruction or flag that is not understood ends the replay, so nothing is skipped in silence.
"""

import argparse
import copy
import json
import os
import shutil
import subprocess
import sys

import dockerfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

IGNORED = {"EXPOSE"}
TEXT = {"STOPSIGNAL", "USER"}
LISTS = {"ENTRYPOINT", "CMD"}


class Image:
    """A stage as far as it is done: its files, and what is not files."""

    def __init__(self, root: str, parent: "Image | None", base: str) -> None:
        source = base if parent is None else parent.root
        subprocess.run(["cp", "-a", "--reflink=auto", source, root], check=True)
        self.root, self.folder = root, "/" if parent is None else parent.folder
        self.arguments: dict[str, str] = {}
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        empty: dict[str, Any] = {"Env": {"PATH": path}, "Labels": {}, "Volumes": []}
        self.config: dict[str, Any] = empty if parent is None else copy.deepcopy(parent.config)

    def values(self) -> dict[str, str]:
        return {**self.arguments, **self.config["Env"]}

    def path(self, inside: str) -> str:
        return self.root + os.path.normpath(os.path.join(self.folder, inside))

    def run(self, command: str) -> None:
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
            ended = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        if ended.returncode != 0:
            raise SystemExit(f"RUN ended with {ended.returncode}")
        for inside in lent.values():
            os.unlink(self.root + inside)

    def copy(self, words: "Sequence[str]", built: "Mapping[str, Image]", context: str, ignore: dockerfile.Ignore) -> None:
        def as_root(source: str, target: str) -> None:
            dockerfile.copy_file(source, target)
            os.chown(target, 0, 0, follow_symlinks=False)

        def transfer(source: str, name: str, target: str, wanted: "dockerfile.Wanted") -> int:
            return dockerfile.copy_tree(source, name, target, wanted, as_root)

        roots = {label: stage.root for label, stage in built.items()}
        dockerfile.copy(words, self.path, context, ignore, roots, transfer)


class mounted:
    """/proc and /dev in a root, undone in any case. The caller runs all of this in a mount namespace of its own besides."""

    def __init__(self, root: str) -> None:
        self.root = root

    def __enter__(self) -> None:
        subprocess.run(["mount", "-t", "proc", "proc", self.root + "/proc"], check=True)
        subprocess.run(["mount", "--rbind", "/dev", self.root + "/dev"], check=True)

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "--lazy", self.root + "/dev"], check=True)
        subprocess.run(["umount", "--lazy", self.root + "/proc"], check=True)


def replay(options: argparse.Namespace) -> None:
    ignore = dockerfile.Ignore(os.path.join(options.context, ".dockerignore"))
    given = dict(each.split("=", 1) for each in options.arguments)
    built: dict[str, Image] = {}
    image: Image | None = None
    for stage in dockerfile.read_stages(os.path.join(options.context, "Dockerfile"), given):
        print(f"--- FROM {stage.base} AS {stage.label}", file=sys.stderr, flush=True)
        built[stage.label] = image = Image(os.path.join(options.work, stage.label), built.get(stage.base), options.base)
        image.config.setdefault("From", stage.base)
        for name, rest in stage.steps:
            print(f"--- {name} {rest[:150]}", file=sys.stderr, flush=True)
            step(image, name, rest, given, built, options.context, ignore)
    if image is None:
        raise SystemExit("the Dockerfile has no stage")
    with open(options.report, "w", encoding="utf-8") as file:
        json.dump({**image.config, "Folder": image.folder}, file, indent=2)


def step(
    image: Image, name: str, rest: str, given: "Mapping[str, str]", built: "Mapping[str, Image]", context: str, ignore: dockerfile.Ignore
) -> None:
    if name == "ARG":
        variable, default = dockerfile.argument(rest)
        image.arguments[variable] = given.get(variable, default)
    elif name == "RUN":
        image.run(rest)
    elif name == "COPY":
        image.copy(dockerfile.expand(rest, image.values()).split(), built, context, ignore)
    elif name == "WORKDIR":
        image.folder = os.path.join(image.folder, rest)
        os.makedirs(image.root + image.folder, exist_ok=True)
    elif name == "ENV":
        image.config["Env"].update((key, dockerfile.expand(value, image.values())) for key, value in dockerfile.pairs(rest))
    elif name == "LABEL":
        values = image.values()
        image.config["Labels"].update((key, dockerfile.expand(value, values)) for key, value in dockerfile.pairs(rest))
    elif name == "VOLUME":
        image.config["Volumes"].append(rest)
    elif name in LISTS:
        image.config[name] = json.loads(rest)
    elif name in TEXT:
        image.config[name] = rest
    elif name == "HEALTHCHECK":
        image.config[name] = json.loads(rest.partition("CMD ")[2])
    elif name not in IGNORED:
        raise SystemExit(f"{name}: an instruction that the replay does not know")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    for flag in ("--context", "--base", "--work", "--report"):
        parser.add_argument(flag, required=True)
    parser.add_argument("arguments", nargs="*")
    replay(parser.parse_args())
