"""Runs the blocks of a manual one after another, each by a shell in a terminal, as a reader would, and says how each ended.

usage: run_manual.py JOB.json

JOB is {"environment": {...}, "directory": PATH, "limit": SECONDS, "answers": [[PATTERN, TEXT], ...], "blocks": [...]}.
Writes one line of JSON a block: {"code", "output"}. The first block that fails is the last one that is run.

A question is the last line on the screen, when nothing more comes; the first pattern that matches it gives the answer. In
an answer, {code} is the last reset code on the screen.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

CODE = re.compile(r"^reset code\s+(\S+)", re.MULTILINE)
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def screen(raw):
    return STYLE.sub("", raw.decode("utf-8", "replace")).replace("\r", "")


def run(job, block, shown):
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(job["directory"])
        os.execve("/bin/bash", ["bash", "-e", "-u", "-o", "pipefail", "-c", block], job["environment"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    raw, answered, deadline = b"", 0, time.monotonic() + job["limit"]
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                piece = b""
            if not piece:
                break
            raw += piece
        elif len(raw) > answered:
            question = screen(raw).rsplit("\n", 1)[-1]
            for pattern, answer in job["answers"]:
                if re.search(pattern, question):
                    answered = len(raw)
                    codes = CODE.findall(shown + screen(raw)) or [""]
                    os.write(terminal, answer.replace("{code}", codes[-1]).encode() + b"\n")
                    break
    else:
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return {"code": code, "output": screen(raw)}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    shown = ""
    for block in job["blocks"]:
        result = run(job, block, shown)
        shown += result["output"]
        print(json.dumps(result, ensure_ascii=True), flush=True)
        if result["code"] != 0:
            break


main()
