"""Runs many command lines, in pipes and in terminals, and tells how each ended.

usage: run_commands.py CASES.json

CASES is {"program": PATH, "environment": {...}, "directory": PATH, "limit": SECONDS,
          "cases": [{"arguments": [...], "terminal": true}, ...]}.
Writes one line of JSON a case, in their order: {"code", "signal", "output", "errors", "hung"}.

In a terminal, standard input and output are one pseudo-terminal, which the process controls, and standard error is
another; whoever asks there is answered with Ctrl-D until it gives up. In pipes, standard input is empty.
"""

import concurrent.futures
import contextlib
import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import termios
import threading
import time

# Copies take the locks of the data: one at a time, or one is in the way of another.
data = threading.Lock()


def close(*descriptors):
    for descriptor in descriptors:
        try:
            os.close(descriptor)
        except OSError:
            pass


def run(job, case):
    deadline = time.monotonic() + job["limit"]
    if case["terminal"]:
        main, main_end = pty.openpty()
        errors, errors_end = pty.openpty()
        for end in (main_end, errors_end):
            fcntl.ioctl(end, termios.TIOCSWINSZ, b"\x18\x00\x50\x00\x00\x00\x00\x00")
        command = ["/usr/bin/setsid", "--ctty", "--wait", job["program"]] + case["arguments"]
        child = subprocess.Popen(
            command, env=job["environment"], cwd=job["directory"], stdin=main_end, stdout=main_end,
            stderr=errors_end, start_new_session=False)
        close(main_end, errors_end)
        readers = {main: bytearray(), errors: bytearray()}
    else:
        child = subprocess.Popen(
            [job["program"]] + case["arguments"], env=job["environment"], cwd=job["directory"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        main, errors = child.stdout.fileno(), child.stderr.fileno()
        readers = {main: bytearray(), errors: bytearray()}
    open_ones = set(readers)
    hung = False
    while open_ones:
        if time.monotonic() > deadline:
            hung = True
            child.kill()
            break
        ready, _, _ = select.select(open_ones, [], [], 0.1)
        if not ready and case["terminal"]:
            try:
                os.write(main, b"\x04")
            except OSError:
                pass
        for descriptor in ready:
            try:
                part = os.read(descriptor, 65536)
            except OSError:
                # The other side of a pseudo-terminal is closed.
                part = b""
            if part:
                readers[descriptor] += part
            else:
                open_ones.discard(descriptor)
    child.wait()
    if case["terminal"]:
        close(main, errors)
    else:
        child.stdout.close()
        child.stderr.close()
    code = child.returncode
    return {
        "code": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "output": readers[main].decode("utf-8", "replace"),
        "errors": readers[errors].decode("utf-8", "replace"),
        "hung": hung,
    }


def answer(job, case):
    try:
        with data if case["arguments"][:1] == ["backup"] else contextlib.nullcontext():
            return run(job, case)
    except Exception as error:  # Told as what it is: the test names the case.
        return {"code": None, "signal": None, "output": "", "errors": f"not run: {error!r}", "hung": True}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    # Most of the time goes by in waiting for services that are not there.
    with concurrent.futures.ThreadPoolExecutor(max_workers=24) as pool:
        for result in pool.map(lambda case: answer(job, case), job["cases"]):
            print(json.dumps(result, ensure_ascii=True))


main()
