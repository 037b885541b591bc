"""The interactive app in a real pseudo-terminal, seen through pyte, an emulator that nobody here wrote.

Arguments: the gateway, the login of a person with accounts main (1,000 RUB) and savings, and a file with the password.
The market holds SHAPE, the bonds RU000A0JW126. Prints one JSON object: what was seen, and how long things took.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pyte

GATEWAY, LOGIN, PASSWORD_FILE = sys.argv[1:4]
ENTER, ESCAPE, TAB = "\r", "\x1b", "\t"
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
seen = {}


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
    def __init__(self, columns=80, rows=24, **environment):
        self.screen = Screen(columns, rows)
        self.stream = Stream(self.screen)
        self.raw = b""
        self.began = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            variables = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
            os.execve(GATEWAY, [GATEWAY], variables)
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

    def until(self, what, condition, within=60):
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > within:
                raise SystemExit(f"{what} did not come true; the screen is\n{self.text()}")
            self.read()

    def see(self, *wanted, without=(), within=60):
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

    def end(self, within=30):
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
    for row in json.loads(gateway("status", "--json"))["services"]:
        if row.get("service", row.get("name")) == service:
            return row["pid"]
    raise SystemExit(f"{service} does not run")


app = App()
app.see("Sign in", "Password")
seen["firstScreenMs"] = (time.monotonic() - app.began) * 1000
app.press(LOGIN, TAB, open(PASSWORD_FILE).read().strip(), ENTER)
app.see("Main", "main", "savings", "Offers: balance")
seen["signedIn"] = True

# A transfer, on the Russian layout: е is where t is.
app.press("е")
app.see("From", "Amount")
app.press("savings", TAB, "999999999")
app.see("Not possible")
app.press("\x15", "250,50")
app.see("250.50 RUB from main to savings")
# What it is for is typed in its field, and answers nothing.
app.press(ENTER, "yes, no hurry", ENTER)
app.see("Shall this be done?", "Nothing has been done yet.")
app.press("y")
app.see("Done.")
app.press(ENTER)
app.see("Accounts", "savings")
app.see("250.50 RUB")
seen["transferred"] = True

# A scan: choose, move an end, run.
app.press("c")
app.see("Choose a security.", "SHAPE")
app.press(ENTER)
app.see("candles", "move the end")
before = app.screen.display[2]
app.press(LEFT)
app.see("move the end")
app.until("the end moves", lambda: app.screen.display[2] != before)
app.press(ENTER)
app.see("Results", within=120)
app.press("e")
app.see("Compares")
app.press(LEFT)
app.see("Out of date")
seen["scanned"] = True
app.press(ESCAPE, ESCAPE)
app.see("Accounts")

# Bonds: the period that is reversed, then one with something in it.
app.press("b")
app.see("RU000A0JW126")
app.press("c")
app.see("Price Yield", "Lowest")
app.press(ENTER)
app.see("From", "To")
app.press("\x15", "2025-02-01", TAB, "\x15", "2025-01-01", ENTER)
app.see("2025-02-01", "2025-01-01", without=("Lowest",))
app.until("the fault is said", lambda: app.screen.display[6].strip())
seen["periodFault"] = app.screen.display[6].strip()
app.press("\x15", "2025-02-20", ENTER)
app.see("Lowest", "2025-02-01 – 2025-02-20")
seen["period"] = True

# Another size, smaller and larger.
for columns, rows in [(50, 12), (120, 40), (30, 8), (80, 24)]:
    app.resize(columns, rows)
    app.see("too small" if columns < 40 else "Kopilka")
    if columns >= 40:
        # The whole new size is used: the keys stand in its last row.
        app.until(f"{columns} x {rows} is used", lambda: "Esc" in app.screen.display[rows - 1])
seen["resized"] = True
app.press(ESCAPE, ESCAPE)
app.see("Accounts")

# From bonds to subscriptions by the palette, and one more of them.
app.press("b")
app.see("RU000A0JW126")
app.press("\x10")
app.see("Search", "what it does")
app.press("subscr")
app.see("subscriptions", without=("sign out",))
app.press(ENTER)
app.see("Subscriptions", "add", without=("Search",))
app.press("a")
app.see("New subscription", "First payment")
app.press("Choir", TAB, "25 RUB", "\x1bOQ")
app.see("Choir", "25.00 RUB", "month", without=("New subscription",))
seen["subscribed"] = True
app.press(ESCAPE)
app.see("Accounts")

# The ledger is killed while its scene is open, and comes back.
app.press(ENTER)
app.see("Balance of", "As of")
os.kill(pid_of("ledger"), signal.SIGKILL)
money = gateway("deposit", "main", "1000", "RUB", "--timeout", "60s")
app.see("1 749.50 RUB")
seen["recovered"] = True
app.press(ESCAPE)
app.see("Accounts")

# A key is answered: the chosen row moves.
times = []
for key, account in [(DOWN, "savings"), (UP, "main")] * 20:
    app.read(0.02)
    app.press(key)
    times.append(app.see("▸ " + account) * 1000)
seen["keyMs"] = sorted(times)[len(times) // 2]

app.press("q")
seen["exit"] = app.end()
seen["leftScreen"] = app.raw.rstrip().endswith(b"\x1b[?1l\x1b>") or b"\x1b[?1049l" in app.raw

# Without colours nothing is coloured; SIGTERM and a fault put the terminal back in order too.
app = App(NO_COLOR="1")
app.see("Accounts")
seen["colours"] = re.search(rb"\x1b\[[0-9;]*\b[34][0-7][;m]", app.raw) is not None
os.kill(app.pid, signal.SIGTERM)
seen["terminated"] = app.end()
seen["terminatedLeft"] = b"\x1b[?1049l" in app.raw

app = App(LANG="ru_RU.UTF-8")
app.see("Счета", "Лучшая бумага")
raw = termios.tcgetattr(app.terminal)[3] & termios.ICANON
os.kill(app.pid, signal.SIGSEGV)
seen["failed"] = app.end()
seen["failedLeft"] = b"\x1b[?1049l" in app.raw and not raw
print(json.dumps(seen))
