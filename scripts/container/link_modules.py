"""Put the npm packages of production into the current folder as `npm ci --omit=dev` does, from a checkout that has them installed.

    python3 link_modules.py CHECKOUT

Reads package.json, which may leave out optional packages, and package-lock.json. Files are linked, or copied to another file system.
It takes a second where npm takes half a minute; test/container compares both.
"""

import json
import os
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def needed(manifest: "dict[str, Any]", packages: "dict[str, dict[str, Any]]") -> set[str]:
    """Paths of the packages that are reached without development dependencies, as in `packages` of the lock file."""
    found: set[str] = set()
    waiting = [("", name) for kind in ("dependencies", "optionalDependencies") for name in manifest.get(kind, {})]
    while waiting:
        owner, name = waiting.pop()
        path = resolve(owner, name, packages)
        if path is None or path in found:
            continue
        found.add(path)
        entry = packages[path]
        waiting += [(path, each) for kind in ("dependencies", "optionalDependencies", "peerDependencies") for each in entry.get(kind, {})]
    return found


def resolve(owner: str, name: str, packages: "dict[str, dict[str, Any]]") -> "str | None":
    """Where Node finds a package for another one; None: an optional one that no platform's lock entry has."""
    folder = owner
    while True:
        path = f"{folder}/node_modules/{name}".lstrip("/")
        if path in packages:
            return path
        if folder == "":
            return None
        folder = folder.rpartition("node_modules/")[0].rstrip("/")


def without_packages(source: str) -> "Callable[[str, list[str]], list[str]]":
    """Packages within a package have entries of their own."""
    return lambda folder, names: ["node_modules"] if folder == source and "node_modules" in names else []


def link(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def main(checkout: str) -> None:
    with open("package.json", encoding="utf-8") as file:
        manifest = json.load(file)
    with open("package-lock.json", encoding="utf-8") as file:
        packages = json.load(file)["packages"]
    for path in sorted(needed(manifest, packages)):
        source = os.path.join(checkout, path)
        # Packages for other platforms are in the lock file, and nowhere installed.
        if os.path.isdir(source):
            shutil.copytree(source, path, symlinks=True, ignore=without_packages(source), copy_function=link)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
