"""A host that forks a child for each job, which confines itself to its job, as hosts of office and ebook programs do."""

import json
import os
import select
import signal
import sys

sys.path.insert(0, sys.argv[1])
import confine  # noqa: E402


def work(job):
    if job["do"] != "read as the host":
        inputs = [os.path.realpath(entry.path) for entry in os.scandir(job["folder"])]
        confine.restrict_files([*confine.SYSTEM, *inputs], [job["folder"]])
    if job["do"] == "hang":
        signal.pause()
    try:
        with open(job["path"]) as file:
            return {"id": job["id"], "ok": file.read()}
    except OSError as error:
        return {"id": job["id"], "error": {"message": error.strerror}}


def send(message):
    print(json.dumps(message), flush=True)


def run(job):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, json.dumps(work(job)).encode())
        os._exit(0)
    os.close(writer)
    ready = select.select([reader, 0], [], [])[0]
    if reader in ready:
        answer = os.read(reader, 65536).decode()
        os.waitpid(child, 0)
        return send(json.loads(answer))
    # Only a cancel comes while a job runs.
    if json.loads(os.read(0, 65536)).get("cancel"):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        send({"id": job["id"], "error": {"message": "given up"}})


send({"ready": True})
while line := os.read(0, 65536):
    run(json.loads(line))
