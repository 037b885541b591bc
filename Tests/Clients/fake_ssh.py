"""Stands in for ssh(1) without another machine: runs a command, or forwards Unix sockets (-N -L HERE:THERE ...).

The first argument is a file that every call is written to.
"""

import json
import os
import socket
import subprocess
import sys
import threading


def opened(here):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(here)
    listener.listen()
    return listener


def forward(listener, there):
    while True: threading.Thread(target=bridge, args=(listener.accept()[0], there), daemon=True).start()


def bridge(near, there):
    far = socket.socket(socket.AF_UNIX)
    try: far.connect(there)
    except OSError: return near.close()
    threading.Thread(target=copy, args=(far, near), daemon=True).start()
    copy(near, far)


def copy(source, target):
    while data := source.recv(65536): target.sendall(data)
    target.shutdown(socket.SHUT_WR)


log, arguments = sys.argv[1], sys.argv[2:]
with open(log, "a", encoding="utf-8") as file: print(json.dumps(arguments), file=file)
if "unreachable" in arguments: sys.exit(255)
if "-N" not in arguments: sys.exit(subprocess.run(["/bin/sh", "-c", arguments[-1]]).returncode)
pairs = [arguments[index + 1].split(":") for index, word in enumerate(arguments) if word == "-L"]
# As ssh does: in this order, and before anything is forwarded. Whoever sees the last one may use all of them.
os.umask(0o177)
listeners = [opened(here) for here, _ in pairs]
threads = [threading.Thread(target=forward, args=(at, there)) for at, (_, there) in zip(listeners, pairs)]
for thread in threads: thread.start()
for thread in threads: thread.join()
