"""What each category that a replayed image offers brings into it, in MB: Debian packages with their dependencies, and npm packages.

    python3 image_sizes.py --image FOLDER --base FOLDER

`with dependencies`: what the category needs beyond the base, shared or not. `alone`: what an image without the category would
save. Debian packages count as their own `Installed-Size` says, npm packages as their files do on the disk.
"""

import argparse
import json
import os
import re
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import TypeAlias

    # By name: MB, and the names of what it needs.
    Packages: TypeAlias = dict[str, tuple[float, list[str]]]

CODE = "opt/convertd"


def installed(root: str) -> "Packages":
    """name → (MB, names that satisfy each of its dependencies)"""
    with open(f"{root}/var/lib/dpkg/status", encoding="utf-8") as file:
        records = [dict(re.findall(r"^([\w-]+): (.*)$", record, re.MULTILINE)) for record in file.read().split("\n\n")]
    records = [record for record in records if record.get("Status", "").endswith(" installed")]
    providers: dict[str, str] = {}
    for record in records:
        for name in [record["Package"], *re.findall(r"([\w.+-]+)[^,]*", record.get("Provides", ""))]:
            providers.setdefault(name, record["Package"])
    return {
        record["Package"]: (
            int(record.get("Installed-Size", 0)) / 1024,
            [
                providers[name]
                for group in re.split(r", *", ", ".join(record.get(key, "") for key in ("Depends", "Pre-Depends")))
                for name in [next((each for each in re.findall(r"(?:^|\| *)([\w.+-]+)", group) if each in providers), None)]
                if name
            ],
        )
        for record in records
    }


def closure(roots: "Iterable[str]", needs: "Packages") -> set[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found and name in needs:
            found.add(name)
            waiting += needs[name][1]
    return found


def npm_packages(root: str) -> "Packages":
    """name → (MB, dependencies)"""
    modules = f"{root}/{CODE}/node_modules"
    found: Packages = {}
    for entry in sorted(os.listdir(modules)):
        for name in [f"{entry}/{each}" for each in os.listdir(f"{modules}/{entry}")] if entry[0] == "@" else [entry]:
            if not os.path.exists(f"{modules}/{name}/package.json"):
                continue
            with open(f"{modules}/{name}/package.json", encoding="utf-8") as file:
                package = json.load(file)
            size = subprocess.run(["du", "-sk", f"{modules}/{name}"], capture_output=True, text=True, check=True).stdout
            needs = {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}
            found[name] = (int(size.split()[0]) / 1024, list(needs))
    return found


def imports(root: str, npm: "Collection[str]") -> dict[str, set[str]]:
    """category → npm packages that the code of its engine names, and that of the tools it uses"""
    code = f"{root}/{CODE}"
    found: dict[str, set[str]] = {}
    for category in sorted(os.listdir(f"{code}/engines")):
        folders = os.walk(f"{code}/engines/{category}")
        waiting = [os.path.join(folder, name) for folder, _, names in folders for name in names if name.endswith(".ts")]
        seen = set(waiting)
        while waiting:
            path = waiting.pop()
            with open(path, encoding="utf-8") as file:
                quoted = re.findall(r"'([^'\n]+)'", file.read())
            found.setdefault(category, set()).update(each for each in quoted if each in npm)
            local = {os.path.normpath(os.path.join(os.path.dirname(path), each)) for each in quoted if each.endswith(".ts")}
            # What runs in a process of its own is named from the root.
            local |= {f"{code}/{each}" for each in quoted if each.startswith("tools/") and each.endswith(".ts")}
            new = {each for each in local if each.startswith(f"{code}/tools/") and os.path.exists(each)} - seen
            seen |= new
            waiting += new
    return found


def rows(roots: "Mapping[str, Iterable[str]]", needs: "Packages", base: set[str]) -> dict[str, tuple[int, int]]:
    """category → (MB with dependencies, MB that only it needs)"""
    common = closure(roots.get("all", ()), needs) | base
    of = {category: closure(names, needs) - common for category, names in roots.items() if category != "all"}

    def megabytes(names: "Iterable[str]") -> int:
        return round(sum(needs[name][0] for name in names))

    nothing: set[str] = set()
    others = {category: nothing.union(*(of[each] for each in of if each != category)) for category in of}
    return {category: (megabytes(of[category]), megabytes(of[category] - others[category])) for category in of}


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--image", required=True)
    parser.add_argument("--base", required=True)
    options = parser.parse_args()
    debian, npm = installed(options.image), npm_packages(options.image)
    roots: dict[str, set[str]] = {}
    with open(f"{options.image}/{CODE}/debian-packages.txt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, _, categories, _ = (part.strip() for part in line.split("|"))
                for category in categories.split():
                    roots.setdefault(category, set()).add(name.split("@")[0])
    roots.pop("-", None)
    by_debian = rows(roots, debian, set(installed(options.base)))
    by_npm = rows(imports(options.image, npm), npm, set())
    print(f"{'MB':10}{'Debian packages':>26}{'npm packages':>26}")
    print(f"{'category':10}{'with dependencies':>18}{'alone':>8}{'with dependencies':>18}{'alone':>8}")
    with open(f"{options.image}/{CODE}/versions.json", encoding="utf-8") as file:
        offered = json.load(file)["engines"]
    for category in sorted(offered):
        debian_size, npm_size = by_debian.get(category, (0, 0)), by_npm.get(category, (0, 0))
        print(f"{category:10}{debian_size[0]:18}{debian_size[1]:8}{npm_size[0]:18}{npm_size[1]:8}")


if __name__ == "__main__":
    main()
