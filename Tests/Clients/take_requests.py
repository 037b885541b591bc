"""A listener on a Unix socket that speaks ZeroMQ's protocol just far enough to be sent requests, and answers none. Prints
`listening`, then a line of JSON for each connection that has ended: what was sent there after the handshake.

Usage: take_requests.py PATH USER [--hang-up]. USER is the user id that listens: only root can be somebody else, and others
may name themselves only. With --hang-up each connection is closed as soon as something was sent on it.
"""

import json
import os
import socket
import sys
import threading

GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)


def property_(name: bytes, value: bytes) -> bytes:
    return bytes([len(name)]) + name + len(value).to_bytes(4, "big") + value


BODY = b"\x05READY" + property_(b"Socket-Type", b"ROUTER") + property_(b"Identity", b"")
READY = b"\x04" + bytes([len(BODY)]) + BODY


def take(connection: socket.socket, hangs_up: bool, lock: threading.Lock) -> None:
    received = b""
    connection.settimeout(60)
    try:
        connection.sendall(GREETING + READY)
        while part := connection.recv(65536):
            received += part
            # The greeting, then a READY of a short command.
            if hangs_up and len(received) > 65 and len(received) > 66 + received[65]:
                break
    except OSError:
        pass
    connection.close()
    start = 66 + received[65] if len(received) > 65 else len(received)
    with lock:
        print(json.dumps({"bytes": len(received), "sent": received[start:].decode("latin-1")}), flush=True)


def main() -> None:
    path, user, hangs_up = sys.argv[1], int(sys.argv[2]), "--hang-up" in sys.argv
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    os.chmod(path, 0o600)
    # Whoever calls listen is whom the kernel names to clients: unix(7), SO_PEERCRED.
    if user != os.geteuid():
        os.seteuid(user)
    listener.listen(512)
    print("listening", flush=True)
    lock = threading.Lock()
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=take, args=(connection, hangs_up, lock), daemon=True).start()


main()
