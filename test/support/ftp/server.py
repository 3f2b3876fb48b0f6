"""An FTP server (pyftpdlib) with one user, until it is killed or its standard input ends.

    server.py FOLDER PORT [CERTIFICATE]     with a certificate and key in one PEM file, TLS is required

User name and password are the first two lines of the standard input. Prints one line when it listens.
"""

import sys
import threading
import os

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.servers import FTPServer


class PatientDTPHandler(TLS_DTPHandler):
    """pyftpdlib 1.5.7 takes a TLS handshake that begins before the command for bytes that nobody asked for, and closes."""

    def readable(self):
        return self._initialized and super().readable()


def main():
    folder, port = sys.argv[1], int(sys.argv[2])
    user, password = sys.stdin.readline().rstrip("\n"), sys.stdin.readline().rstrip("\n")
    base = FTPHandler
    if len(sys.argv) > 3:
        base = TLS_FTPHandler
        base.certfile = sys.argv[3]
        base.tls_control_required = True
        base.tls_data_required = True
        base.dtp_handler = PatientDTPHandler

    class Handler(base):
        authorizer = DummyAuthorizer()
        auth_failed_timeout = 0
        use_sendfile = False

    Handler.authorizer.add_user(user, password, folder, perm="elradfmw")
    server = FTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print("listens", flush=True)
    server.serve_forever(handle_exit=False)


main()
