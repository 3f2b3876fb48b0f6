"""One part of OpenStack Swift (proxy, account, container, object) or, before them, the rings that tell where they are.

    server.py rings FOLDER ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT
    server.py ROLE FOLDER        serves what FOLDER/ROLE-server.conf says until it is killed

Swift's own programs read swift.conf from /etc/swift alone; the tests have one of their own in FOLDER.
"""

import ctypes
import os
import signal
import sys

from swift.common import utils

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Any]

PR_SET_PDEATHSIG = 1


class TokenCache(dict[str, object]):
    """In place of memcached: holds the tokens of Swift's own interface, and nothing else, so that no answer is old."""

    def set(self, key: str, value: object, **_kwargs: object) -> None:
        if "/token/" in key or "/user/" in key:
            self[key] = value

    def get(self, key: str, *_args: object, **_kwargs: object) -> "Any":
        return super().get(key)

    def delete(self, key: str, *_args: object, **_kwargs: object) -> None:
        self.pop(key, None)

    def __bool__(self) -> bool:
        return True


def token_cache_factory(_global_conf: "dict[str, str]", **_local_conf: str) -> "Callable[[Wsgi], Wsgi]":
    cache = TokenCache()

    def wrap(app: "Wsgi") -> "Wsgi":
        def call(env: "dict[str, Any]", start_response: "Callable[..., Any]") -> "Any":
            env["swift.cache"] = cache
            return app(env, start_response)

        return call

    return wrap


def make_rings(folder: str, ports: "list[str]") -> None:
    from swift.common.ring import RingBuilder

    for name, port in zip(("account", "container", "object"), ports, strict=True):
        builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
        builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "disk", "weight": 1.0})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def serve(role: str, folder: str) -> int:
    # A test that is killed takes its server with it.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    utils.set_swift_dir(folder)
    # After it: these read swift.conf when they are loaded.
    from swift.common.storage_policy import reload_storage_policies
    from swift.common.wsgi import run_wsgi

    reload_storage_policies()
    return run_wsgi(os.path.join(folder, f"{role}-server.conf"), f"{role}-server", verbose=True)


if __name__ == "__main__":
    command, folder, *ports = sys.argv[1:]
    sys.exit(make_rings(folder, ports) if command == "rings" else serve(command, folder))
