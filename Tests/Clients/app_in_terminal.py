"""The interactive app in a real pseudo-terminal, seen through pyte, an emulator that nobody here wrote.

Arguments: the gateway, the login of a person with accounts main (1,000 RUB) and savings, and a file with the password.
The market holds SHAPE, the bonds RU000A0JW126. Prints one JSON object: what was seen, and how long things took.
"""

import json
import os
import re
import signal
import sys
import termios
import time

from terminal import DOWN, ENTER, ESCAPE, LEFT, TAB, UP, App, gateway, pid_of

LOGIN, PASSWORD_FILE = sys.argv[2:4]
seen = {}

app = App()
app.see("Sign in", "Password")
seen["firstScreenMs"] = (time.monotonic() - app.began) * 1000
app.press(LOGIN, TAB, open(PASSWORD_FILE).read().strip(), ENTER)
app.see("Main", "main", "savings", "Offers: balance")
seen["signedIn"] = True

# A transfer, on the Russian layout: е is where t is.
app.press("е")
app.see("From", "Amount")
# A paste is text: its end of a line is no Return.
app.press("\x1b[200~savings\n\x1b[201~", TAB, "999999999")
app.see("Not possible")
app.press("\x15", "250,50")
app.see("250.50 RUB from main to savings")
# What it is for is typed in its field, and answers nothing.
# Characters that join the one before arrive one by one.
app.press(ENTER, "yes, no hurry, дли\u0301нное ❤\ufe0f 🇷🇺 и\u0306 👍🏽 न\u092e\u0938\u094d\u0924\u0947", "\x7f" * 3, ENTER)
app.see("Shall this be done?", "Nothing has been done yet.", "yes, no hurry, дли\u0301нное")
# A pasted letter answers nothing, and Enter gives the chosen answer: no.
app.press("\x1b[200~y\n\x1b[201~", ENTER)
app.see("From", "Amount", without=("Shall this be done?",))
app.press(ENTER)
app.see("Shall this be done?")
app.press("y")
app.see("Done.")
app.press(ENTER)
app.see("Accounts", "savings")
app.see("250.50")
seen["transferred"] = True

# A scan: choose, move an end, run.
app.press("c")
app.see("Choose a security.", "SHAPE")
app.press(ENTER)
app.see("candles", "end by 1")
before = app.screen.display[1]
app.press(LEFT)
app.until("the end moves", lambda: app.screen.display[1] != before)
app.see("Esc reset segment")
app.press(ENTER)
app.see("3 Results · 1 of", "Enter compare shapes", within=240)
app.press("1", LEFT)
app.see("! out of date")
seen["scanned"] = True
# Esc takes back one thing at a time.
app.press(ESCAPE)
app.see("Esc another security")
app.press(ESCAPE)
app.see("Choose a security.")
app.press(ESCAPE)
app.see("Accounts")

# Bonds: the period that is reversed, then one with something in it.
app.press("b")
app.see("RU000A0JW126")
app.press("c")
app.see("[price]", "Lowest")
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
# Esc takes back the period first, then leaves the chart, then bonds.
app.see("Esc drop period")
app.press(ESCAPE)
app.see("[price]", "Esc back", without=("2025-02-01 – 2025-02-20",))
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
app.see("Счета", "Бумаги")
raw = termios.tcgetattr(app.terminal)[3] & termios.ICANON
os.kill(app.pid, signal.SIGSEGV)
seen["failed"] = app.end()
seen["failedLeft"] = b"\x1b[?1049l" in app.raw and not raw
print(json.dumps(seen))
