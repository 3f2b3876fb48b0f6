"""Start a program in a folder as a container engine would start it from an image. Root only; use it through unshare(1):

    unshare --mount --pid --ipc --uts --fork --kill-child python3 enter.py --root FOLDER [options] -- program argument …

    --root FOLDER        becomes `/`, read-only
    --bind HOST:INSIDE   a folder of the host, writable there (the volume); may come several times
    --user UID           and the group of the same number; default 10001
    --seccomp FILE       profile in the form of Docker's default.json, applied as runc does for a container without
                         capabilities; `none`: no filter
    --own-network        loopback and nothing else, as with Docker's own network but without a way out
    --network-of PID     the network of the container that has this process
    --unmasked           leave /proc and /sys as they are (Docker: systempaths=unconfined; Kubernetes: procMount Unmasked)
    --env NAME=VALUE     the environment; nothing is inherited

As in `docker run --read-only --tmpfs /tmp:size=64m --cap-drop ALL --security-opt no-new-privileges`: own mount, process and IPC
namespace, pivot_root, no capability in any set, no_new_privs, the default seccomp profile, masked /proc. Not as there: the
network of the host unless told otherwise, and its cgroup. All mounts live in the mount namespace and end with the last process in it.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "process", "python"))
import sandboxing
import seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
MNT_DETACH = 2
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
# What Docker hides and makes read-only (moby, daemon/pkg/oci/defaults.go).
MASKED = (
    "/proc/acpi /proc/asound /proc/interrupts /proc/kcore /proc/keys /proc/latency_stats /proc/sched_debug /proc/scsi "
    "/proc/timer_list /proc/timer_stats /sys/firmware /sys/devices/virtual/powercap"
).split()
READ_ONLY = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def prepare(root: str, binds: "Sequence[str]", unmasked: bool) -> None:
    """Mounts everything below `root` and makes it `/`."""
    mount("--make-rprivate", "/")
    mount("--bind", root, root)
    mount("-t", "proc", "-o", "nosuid,nodev,noexec", "proc", root + "/proc")
    mount("-t", "sysfs", "-o", "ro,nosuid,nodev,noexec", "sysfs", root + "/sys")
    mount("-t", "tmpfs", "-o", "mode=1777,nosuid,nodev,noexec,size=64m", "tmpfs", root + "/tmp")
    mount("-t", "tmpfs", "-o", "mode=755,nosuid", "tmpfs", root + "/dev")
    for name in DEVICES:
        open(f"{root}/dev/{name}", "w").close()
        mount("--bind", f"/dev/{name}", f"{root}/dev/{name}")
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(f"/proc/self/{target}", f"{root}/dev/{name}")
    os.mkdir(root + "/dev/shm")
    mount("-t", "tmpfs", "-o", "mode=1777,nosuid,nodev,noexec,size=64m", "tmpfs", root + "/dev/shm")
    for bind in binds:
        host, _, inside = bind.partition(":")
        mount("--bind", host, root + inside)
    mount("-o", "remount,bind,ro", root)
    if not unmasked:
        mask(root)
    os.chdir(root)
    sandboxing.syscall(PIVOT_ROOT[os.uname().machine], b".", b".")
    if sandboxing.libc.umount2(b".", MNT_DETACH) != 0:
        raise OSError(ctypes.get_errno(), "umount of the old root")
    os.chdir("/data")


def mask(root: str) -> None:
    for path in MASKED:
        if os.path.isdir(root + path):
            mount("-t", "tmpfs", "-o", "ro,size=0", "tmpfs", root + path)
        elif os.path.exists(root + path):
            mount("--bind", "/dev/null", root + path)
    for path in READ_ONLY:
        if os.path.exists(root + path):
            mount("--bind", root + path, root + path)
            mount("-o", "remount,bind,ro,nosuid,nodev,noexec", root + path)


CLONE_NEWNET = 0x40000000


def own_network() -> None:
    if sandboxing.libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "unshare of the network")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def join_network(process: int) -> None:
    with open(f"/proc/{process}/ns/net", encoding="utf-8") as namespace:
        if sandboxing.libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns of the network")


class Comparison(ctypes.Structure):
    """struct scmp_arg_cmp of libseccomp."""

    _fields_ = [("index", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


COMPARE = {
    "SCMP_CMP_NE": 1,
    "SCMP_CMP_LT": 2,
    "SCMP_CMP_LE": 3,
    "SCMP_CMP_EQ": 4,
    "SCMP_CMP_GE": 5,
    "SCMP_CMP_GT": 6,
    "SCMP_CMP_MASKED_EQ": 7,
}
ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}


class Profile:
    """Docker's profile for a container without capabilities, by libseccomp, which every Debian has for apt."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self.library.seccomp_init.restype = ctypes.c_void_p
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        self.default = action_of({**profile, "action": profile["defaultAction"]})
        self.context = ctypes.c_void_p(self.library.seccomp_init(ctypes.c_uint32(self.default)))
        self.highest = 0
        for rule in filter(applies, profile["syscalls"]):
            for name in rule["names"]:
                self.add(name, rule)

    def add(self, name: str, rule: "dict[str, Any]") -> None:
        number = self.library.seccomp_syscall_resolve_name(name.encode())
        self.highest = max(self.highest, number)
        # Below 0: not on this architecture. The default needs no rule.
        if number < 0 or action_of(rule) == self.default:
            return
        arguments: list[dict[str, Any]] = rule.get("args") or []
        tests = [Comparison(each["index"], COMPARE[each["op"]], each["value"], each.get("valueTwo", 0)) for each in arguments]
        action, table = ctypes.c_uint32(action_of(rule)), (Comparison * len(tests))(*tests)
        failure = self.library.seccomp_rule_add_array(self.context, action, number, len(tests), table)
        if failure != 0:
            raise OSError(-failure, "libseccomp refused the rule for " + name)

    def load(self) -> None:
        # runc answers calls that are newer than the profile as unknown, so that C libraries fall back to older ones.
        # Of two filters that refuse, the later one gives the error number: so this comes second.
        newer = seccomp.op(seccomp.LOAD, 0) + seccomp.op(seccomp.AT_LEAST, self.highest + 1, 0, 1)
        newer += seccomp.refuse(seccomp.ENOSYS) + seccomp.ALLOW
        failure = self.library.seccomp_load(self.context)
        if failure != 0:
            raise OSError(-failure, "seccomp_load")
        sandboxing.restrict_calls(newer)


def action_of(rule: "dict[str, Any]") -> int:
    if rule["action"] == "SCMP_ACT_ALLOW":
        return seccomp.ALLOW_ACTION
    if rule["action"] == "SCMP_ACT_ERRNO":
        return seccomp.ERRNO_ACTION | rule.get("errnoRet", rule.get("defaultErrnoRet", seccomp.EPERM))
    raise ValueError("unknown action " + rule["action"])


def applies(rule: "dict[str, Any]") -> bool:
    """Rules for a capability do not: the container has none."""
    includes: dict[str, list[str]] = rule.get("includes") or {}
    excludes: dict[str, list[str]] = rule.get("excludes") or {}
    here = ARCHITECTURE[os.uname().machine]
    if includes.get("caps") or here in (excludes.get("arches") or []):
        return False
    return here in (includes.get("arches") or [here])


def become(user: int) -> None:
    """No privilege is left, and none can come back: bounding set empty, no_new_privs."""
    for capability in range(64):
        sandboxing.libc.prctl(24, capability, 0, 0, 0)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    sandboxing.drop_capabilities()
    sandboxing.no_new_privileges()


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--root", required=True)
    parser.add_argument("--bind", action="append", default=[])
    parser.add_argument("--user", type=int, default=10001)
    parser.add_argument("--seccomp", required=True)
    parser.add_argument("--unmasked", action="store_true")
    parser.add_argument("--own-network", action="store_true")
    parser.add_argument("--network-of", type=int)
    parser.add_argument("--env", action="append", default=[])
    split = sys.argv.index("--")
    options, program = parser.parse_args(sys.argv[1:split]), sys.argv[split + 1 :]
    # Read while the host's files are there.
    profile = None if options.seccomp == "none" else Profile(options.seccomp)
    if options.own_network:
        own_network()
    if options.network_of is not None:
        join_network(options.network_of)
    prepare(options.root, options.bind, options.unmasked)
    become(options.user)
    if profile is not None:
        profile.load()
    os.execve(program[0], program, dict(each.split("=", 1) for each in options.env))


if __name__ == "__main__":
    main()
