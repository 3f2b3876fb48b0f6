"""Make the files that the Dockerfile puts into an image from this checkout, without a container engine and without root.

    python3 scripts/container/production_tree.py FOLDER [--link-modules] [NAME=VALUE …]

Afterwards FOLDER/opt/convertd holds what the image does: bin, src, tools, engines, inputs and the npm packages of production. The COPY
lines and the npm line are those of the Dockerfile itself; .dockerignore counts. Left out is what RUN does to the system of
the image (Debian packages, its user, versions.json). Prints the environment that the image sets as a JSON object.
NAME=VALUE are build arguments. Needs Node and npm in PATH; packages come from npm's cache as far as it has them, or with
--link-modules from the checkout, by link_modules.py instead of `npm ci`.
"""

import functools
import json
import os
import shlex
import shutil
import subprocess
import sys

import dockerfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CONTEXT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Says nothing about files.
WITHOUT_FILES = {"EXPOSE", "STOPSIGNAL", "USER", "ENTRYPOINT", "CMD", "LABEL", "VOLUME", "HEALTHCHECK"}


# Stands in for npm, which is elsewhere in PATH: `npm ci` links what the checkout has.
LINKING_NPM = '#!/bin/sh\n[ "$1" = ci ] || {{ PATH={path}; exec npm "$@"; }}\nexec {python} -I {script} {checkout}\n'


def link_instead_of_npm(folder: str) -> None:
    os.makedirs(folder)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "link_modules.py")
    words = {"path": os.environ["PATH"], "python": sys.executable, "script": script, "checkout": CONTEXT}
    with open(folder + "/npm", "w", encoding="utf-8") as file:
        file.write(LINKING_NPM.format(**{name: shlex.quote(word) for name, word in words.items()}))
    os.chmod(folder + "/npm", 0o700)
    os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]


def make(target: str, given: "Mapping[str, str]") -> dict[str, str]:
    """The environment of the image whose files are in `target` afterwards."""
    stages = dockerfile.read_stages(os.path.join(CONTEXT, "Dockerfile"), given)
    ignore = dockerfile.Ignore(os.path.join(CONTEXT, ".dockerignore"))
    # A stage that others copy from builds files and nothing else: its RUN lines work here as well as in an image.
    builders = {label for stage in stages for label in dockerfile.copied_from(stage)}
    environment: dict[str, str] = {}
    roots: dict[str, str] = {}
    folders: dict[str, str] = {}
    environments: dict[str, dict[str, str]] = {}
    for stage in stages:
        root = roots[stage.label] = target + "/.stages/" + stage.label if stage.label in builders else target
        folder, environment = folders.get(stage.base, "/"), dict(environments.get(stage.base, {}))
        arguments: dict[str, str] = {}
        for name, rest in stage.steps:
            values = {**arguments, **environment}
            if name == "ARG":
                variable, default = dockerfile.argument(rest)
                arguments[variable] = given.get(variable, default)
            elif name == "ENV":
                environment.update((key, dockerfile.expand(value, values)) for key, value in dockerfile.pairs(rest))
            elif name == "WORKDIR":
                folder = os.path.join(folder, rest)
                os.makedirs(root + folder, exist_ok=True)
            elif name == "COPY":
                words = dockerfile.expand(rest, values).split()
                built = words[0].startswith("--from=")
                place = functools.partial(inside, root, folder)
                dockerfile.copy(words, place, CONTEXT, ignore, roots, move if built else dockerfile.copy_tree)
            elif name == "RUN" and stage.label in builders:
                run(rest, root + folder, values)
            elif name != "RUN" and name not in WITHOUT_FILES:
                raise SystemExit(f"{name}: an instruction that is not known here")
        folders[stage.label], environments[stage.label] = folder, environment
    shutil.rmtree(target + "/.stages")
    return environment


def inside(root: str, folder: str, path: str) -> str:
    """Where a path of an image is on this machine. folder: the image's working directory."""
    return root + os.path.normpath(os.path.join(folder, path))


def run(command: str, folder: str, values: "Mapping[str, str]") -> None:
    environment = {**os.environ, "npm_config_prefer_offline": "true", **values}
    ended = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    if ended.returncode != 0:
        raise SystemExit(f"RUN ended with {ended.returncode}: {command}")


def move(source: str, name: str, target: str, wanted: "dockerfile.Wanted") -> int:
    """As `copy_tree`, for what a stage built: it is needed once."""
    del name, wanted
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.rename(source, target)
    return 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    folder = os.path.abspath(sys.argv[1])
    if os.path.exists(folder) and os.listdir(folder):
        raise SystemExit(f"{folder} is not empty")
    words = sys.argv[2:]
    if "--link-modules" in words:
        words.remove("--link-modules")
        link_instead_of_npm(folder + "/.stages/programs")
    print(json.dumps(make(folder, dict(each.split("=", 1) for each in words))))
