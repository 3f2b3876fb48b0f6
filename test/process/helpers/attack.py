"""What a hostile or broken program may try. One attack a call; prints what came of it as JSON.

Signals to anything but the test's own victim are signal 0, which only asks whether they would be allowed.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)


def outcome(action):
    """`ok` and its value, or the name of the error."""
    try:
        return {"ok": True, "value": action()}
    except OSError as error:
        return {"ok": False, "error": error.strerror or str(error)}


def called(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path, "rb") as file:
        return file.read(4096).decode("utf-8", "replace")


def write(path, text, mode="w"):
    with open(path, mode) as file:
        file.write(text)


def files(secret, home_secret, folder):
    """secret: a file of another task; folder: that task's folder."""
    return {
        "shadow": outcome(lambda: read("/etc/shadow")),
        "secret": outcome(lambda: read(secret)),
        "home": outcome(lambda: read(home_secret)),
        "list": outcome(lambda: os.listdir(folder)),
        "overwrite": outcome(lambda: write(folder + "/victim-overwrite", "attacked")),
        "truncate": outcome(lambda: os.truncate(folder + "/victim-truncate", 0)),
        "empty": outcome(lambda: os.close(os.open(folder + "/victim-empty", os.O_RDONLY | os.O_TRUNC))),
        "remove": outcome(lambda: os.unlink(folder + "/victim-remove")),
        "rename": outcome(lambda: os.rename(folder + "/victim-rename", "stolen")),
        "create": outcome(lambda: write(folder + "/made-by-attack", "attacked")),
        "chmod": outcome(lambda: os.chmod(folder + "/victim-chmod", 0o777)),
        "hardlink": outcome(lambda: os.link(secret, "linked")),
        "symlink": outcome(lambda: os.symlink(secret, "pointer")),
        "fifo": outcome(lambda: os.mkfifo("pipe")),
        "own": outcome(lambda: write("mine", "allowed")),
    }


def environment(pid, name):
    # What is hard to remove: a folder with something in it that may not be entered.
    locked = os.environ["TMPDIR"] + "/locked"
    os.makedirs(locked + "/inside")
    os.chmod(locked, 0)
    return {
        "inherited": name in os.environ,
        "read": outcome(lambda: name in read("/proc/%s/environ" % pid)),
        "keys": sorted(os.environ),
        "home": outcome(lambda: write(os.environ["HOME"] + "/file", "x")),
        "temporary": outcome(lambda: write(os.environ["TMPDIR"] + "/file", "x")),
        "status": {
            line.split(":")[0]: line.split()[1]
            for line in read("/proc/self/status").splitlines()
            if line.startswith(("CapEff", "NoNewPrivs", "Seccomp:"))
        },
    }


def network(tcp_port, udp_port, unix_path, abstract):
    def send(family, kind, address):
        with socket.socket(family, kind) as connection:
            connection.connect(address)
            connection.send(b"attack")

    def send_through_pair():
        first, second = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        first.sendto(b"attack", "\0" + abstract + "-datagram")

    return {
        "tcp": outcome(lambda: send(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(tcp_port)))),
        "udp": outcome(lambda: send(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int(udp_port)))),
        "unix": outcome(lambda: send(socket.AF_UNIX, socket.SOCK_STREAM, unix_path)),
        "abstract": outcome(lambda: send(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract)),
        "datagram": outcome(send_through_pair),
        "pair": outcome(lambda: len(socket.socketpair())),
        "io_uring": outcome(lambda: called(libc.syscall(425, 1, ctypes.create_string_buffer(256)))),
    }


def receive(abstract):
    """Not an attack: what a datagram of one would reach."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("\0" + abstract + "-datagram")
        print("bound", flush=True)
        receiver.recv(100)
    print("received", flush=True)


def processes(victim, worker):
    victim, worker = int(victim), int(worker)
    buffer = ctypes.create_string_buffer(16)
    words = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 1)
    limit = (ctypes.c_ulong * 2)(64, 64)
    def mapped():
        """An address of the victim, where that may be read."""
        try:
            return int(read("/proc/%d/maps" % victim).partition("-")[0], 16)
        except OSError:
            return 0x400000

    remote = (ctypes.c_size_t * 2)(mapped(), 1)
    return {
        "ptrace": outcome(lambda: (called(libc.ptrace(16, victim, 0, 0)), os.waitpid(victim, 0), libc.ptrace(17, victim, 0, 0))),
        "memory": outcome(lambda: called(libc.process_vm_readv(victim, words, 1, remote, 1, 0))),
        "limits": outcome(lambda: called(libc.prlimit(victim, 7, limit, None))),
        "worker": outcome(lambda: os.kill(worker, 0)),
        "supervisor": outcome(lambda: os.kill(os.getppid(), 0)),
        "supervisor memory": outcome(lambda: open("/proc/%d/mem" % os.getppid(), "r+b").close()),
        "everyone": outcome(lambda: os.kill(-1, 0)),
        "namespace": outcome(lambda: called(libc.unshare(0x10000000))),
        "memfd": outcome(lambda: os.close(os.memfd_create("hidden"))),
        "signal": outcome(lambda: os.kill(victim, signal.SIGTERM)),
    }


def leave(token, wait):
    """Start processes that try to outlive this one: plain, in a session of its own, and orphaned twice over."""
    sleeper = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)", token]
    subprocess.Popen(sleeper)
    shell = " ".join("'%s'" % word for word in sleeper)
    subprocess.Popen(["/bin/sh", "-c", "(setsid %s &) ; (%s &)" % (shell, shell)]).wait()
    try:
        subprocess.Popen(sleeper, start_new_session=True)
    except PermissionError:
        pass
    print("left", flush=True)
    time.sleep(float(wait))
    return {}


def memory(megabytes, processes, seconds):
    """Each of so many processes holds so much, for so long."""
    first = os.getpid()
    for _ in range(int(processes) - 1):
        if os.fork() == 0:
            break
    held = hold(megabytes)
    time.sleep(float(seconds))
    return {"held": len(held)} if os.getpid() == first else None


def hold(megabytes):
    return [bytearray(os.urandom(1024)) * 1024 for _ in range(int(megabytes))]


def reserve(megabytes):
    return {"held": len(bytearray(int(megabytes) << 20))}


def share(megabytes, processes):
    """Many processes that share what one of them holds: no more memory than that."""
    held = hold(megabytes)
    children = []
    for _ in range(int(processes)):
        child = os.fork()
        if child == 0:
            time.sleep(0.6)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return {"held": len(held)}


def fork(count, seconds):
    """So many processes at once, for so long."""
    children = []
    for _ in range(int(count)):
        child = os.fork()
        if child == 0:
            time.sleep(float(seconds))
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return {"made": len(children)}


def bomb(token):
    """Doubles twelve times; the token is what the test finds survivors by."""
    for _ in range(12):
        try:
            os.fork()
        except OSError:
            pass
    time.sleep(20)
    os._exit(0)


def fill(path, bytes_):
    """As programs do that handle the signal: Python ignores SIGXFSZ and gets an error instead."""
    block = bytes(1 << 20)
    left = int(bytes_)
    with open(path, "wb", 0) as file:
        while left > 0:
            left -= file.write(block[:left])
    return {"size": os.path.getsize(path)}


def burn(seconds, stubborn=""):
    if stubborn:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while time.process_time() < float(seconds):
        pass
    return {"burnt": True}


def flood(megabytes):
    block = b"x" * (1 << 20)
    for _ in range(int(megabytes)):
        sys.stdout.buffer.write(block)
    return None


def main():
    result = globals()[sys.argv[1]](*sys.argv[2:])
    if result is not None:
        print(json.dumps(result), flush=True)


main()
