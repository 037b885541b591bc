"""A pseudo-terminal with the gateway in it, seen through pyte, an emulator that nobody here wrote. The first argument is the gateway."""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

import pyte

GATEWAY = sys.argv[1]
ENTER, ESCAPE, TAB = "\r", "\x1b", "\t"
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"


class Screen(pyte.Screen):
    """With scrolling by several lines (SU and SD of ECMA-48), which terminals have and pyte has not."""

    def scroll_up(self, count=1):
        self.scroll(count, (self.margins or pyte.screens.Margins(0, self.lines - 1)).bottom, self.index)

    def scroll_down(self, count=1):
        self.scroll(count, (self.margins or pyte.screens.Margins(0, self.lines - 1)).top, self.reverse_index)

    def scroll(self, count, row, by_one):
        at, self.cursor.y = self.cursor.y, row
        for _ in range(count or 1):
            by_one()
        self.cursor.y = at


class Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down"}


class App:
    def __init__(self, *arguments, columns=80, rows=24, **environment):
        self.screen = Screen(columns, rows)
        self.stream = Stream(self.screen)
        self.raw = b""
        self.began = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            variables = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
            os.execve(GATEWAY, [GATEWAY, *arguments], variables)
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(self.terminal)

    def resize(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def read(self, limit=0.05):
        if select.select([self.terminal], [], [], limit)[0]:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:
                return False
            self.raw += piece
            self.stream.feed(piece)
            return bool(piece)
        return True

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, what, condition, within=120):
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > within:
                raise SystemExit(f"{what} did not come true; the screen is\n{self.text()}")
            self.read()

    def see(self, *wanted, without=(), within=120):
        """Waits until all of this is on the screen. Returns how long it took."""
        began = time.monotonic()
        while time.monotonic() - began < within:
            shown = self.text().replace("\u00a0", " ")
            if all(word in shown for word in wanted) and not any(word in shown for word in without):
                return time.monotonic() - began
            self.read()
        raise SystemExit(f"waited in vain for {wanted} without {without}; the screen is\n{self.text()}")

    def press(self, *keys):
        for key in keys:
            os.write(self.terminal, key.encode())

    def end(self, within=120):
        """Reads to the end. Returns the exit status."""
        began = time.monotonic()
        while time.monotonic() - began < within:
            self.read(0.1)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                while self.read(0.1) and select.select([self.terminal], [], [], 0)[0]:
                    pass
                return os.waitstatus_to_exitcode(status)
        raise SystemExit(f"the app does not end; the screen is\n{self.text()}")


def gateway(*arguments):
    return subprocess.run([GATEWAY, *arguments], capture_output=True, text=True, check=True).stdout


def pid_of(service):
    # By default a service has two seconds to answer, which a busy machine may take.
    for row in json.loads(gateway("status", "--timeout", "60s", "--json"))["services"]:
        if row.get("service", row.get("name")) == service:
            return row["pid"]
    raise SystemExit(f"{service} does not run")
