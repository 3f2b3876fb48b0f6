"""An FTP server (pyftpdlib) with one user, until it is killed or its standard input ends.

    server.py FOLDER PORT [CERTIFICATE]     with a certificate and key in one PEM file, TLS is required

User name and password are the first two lines of the standard input. Prints one line when it listens.
"""

import os
import sys
import threading

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.servers import FTPServer


class PatientDTPHandler(TLS_DTPHandler):
    """pyftpdlib 1.5.7 takes a TLS handshake that begins before the command for bytes that nobody asked for, and closes."""

    def readable(self) -> bool:
        return self._initialized and super().readable()


class Handler(FTPHandler):
    """FTP without encryption."""

    auth_failed_timeout = 0
    use_sendfile = False


class TLSHandler(TLS_FTPHandler):
    """FTP that refuses to go on without TLS, for commands and for data."""

    auth_failed_timeout = 0
    use_sendfile = False
    tls_control_required = True
    tls_data_required = True
    dtp_handler = PatientDTPHandler


def stop_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    folder, port = sys.argv[1], int(sys.argv[2])
    user, password = sys.stdin.readline().rstrip("\n"), sys.stdin.readline().rstrip("\n")
    authorizer = DummyAuthorizer()
    authorizer.add_user(user, password, folder, perm="elradfmw")
    handler: type[FTPHandler] = Handler
    if len(sys.argv) > 3:
        TLSHandler.certfile = sys.argv[3]
        handler = TLSHandler
    handler.authorizer = authorizer
    server = FTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=stop_with_input, daemon=True).start()
    server = FTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print("listens", flush=True)
    server.serve_forever(handle_exit=False)


main()
