"""Pays from a terminal, in Russian, and answers the question whether it is meant.

Arguments: the gateway, who is paid, how much of RUB, and what to answer each time that it asks. Prints one JSON object: the exit
status, whether it asked, and the screen.
"""

import json
import sys

from terminal import ENTER, App

RECEIVER, AMOUNT, *ANSWERS = sys.argv[2:]
QUESTION = "Платить? [д/Н]"

app = App("transfer", "main", RECEIVER, AMOUNT, "RUB", LANG="ru_RU.UTF-8", LC_ALL="ru_RU.UTF-8")
for answer in ANSWERS:
    app.see(QUESTION)
    app.press(answer, ENTER)
status = app.end()
print(json.dumps({"exit": status, "asked": QUESTION in app.text(), "screen": app.text()}))
