"""How LibreOffice is mostly kept warm: one soffice that listens on a pipe, and a client that loads and stores one file after another.

    /usr/bin/python3 pipe_client.py PIPE-NAME

Reads a JSON line {"input", "output", "filter"} from standard input, converts, answers {"ok": true} or {"error": …}.
"""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def connect(name: str) -> "Any":
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(200):
        try:
            context = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % name)
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:
            time.sleep(0.1)
    sys.exit("no answer on the pipe")


def values(**properties: object) -> tuple[PropertyValue, ...]:
    made: list[PropertyValue] = []
    for name, value in properties.items():
        one = PropertyValue()
        one.Name, one.Value = name, value
        made.append(one)
    return tuple(made)


def main() -> None:
    desktop = connect(sys.argv[1])
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            document = desktop.loadComponentFromURL("file://" + job["input"], "_blank", 0, values(Hidden=True, ReadOnly=True))
            document.storeToURL("file://" + job["output"], values(FilterName=job["filter"], Overwrite=True))
            document.close(True)
            print(json.dumps({"ok": True}), flush=True)
        except Exception as error:
            print(json.dumps({"error": repr(error)[:300]}), flush=True)


main()
