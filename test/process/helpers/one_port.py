"""Tries to leave by the port that is given, by another, and by what is no TCP connection: one JSON object of name: outcome.

one_port.py ALLOWED-PORT OTHER-PORT UDP-PORT
"""

import json
import socket
import sys
from collections.abc import Callable

allowed, other, datagram = map(int, sys.argv[1:])
MSG_FASTOPEN, IPPROTO_MPTCP = 0x20000000, 262


def outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
        return "done"
    except OSError as error:
        return error.__class__.__name__ if error.errno is None else "refused" if error.errno in (1, 13, 38) else str(error)


def connect(port: int, kind: int = socket.SOCK_STREAM, protocol: int = 0) -> None:
    with socket.socket(socket.AF_INET, kind, protocol) as connection:
        connection.connect(("127.0.0.1", port))
        connection.send(b"out")


def listen() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        server.bind(("127.0.0.1", 0))


def fast_open(send: Callable[[socket.socket, tuple[str, int]], object]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection:
        send(connection, ("127.0.0.1", other))


def over_six() -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as connection:
        connection.connect(("::ffff:127.0.0.1", other))


outcomes = {
    "allowed port": outcome(lambda: connect(allowed)),
    "other port": outcome(lambda: connect(other)),
    "datagram": outcome(lambda: connect(datagram, socket.SOCK_DGRAM)),
    "datagram to the allowed port": outcome(lambda: connect(allowed, socket.SOCK_DGRAM)),
    "Multipath TCP": outcome(lambda: connect(other, protocol=IPPROTO_MPTCP)),
    "fast open by sendmsg": outcome(lambda: fast_open(lambda each, to: each.sendmsg([b"out"], [], MSG_FASTOPEN, to))),
    "fast open by sendto": outcome(lambda: fast_open(lambda each, to: each.sendto(b"out", MSG_FASTOPEN, to))),
    "IPv6": outcome(over_six),
    "listen": outcome(listen),
}
print(json.dumps(outcomes))
