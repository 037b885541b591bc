"""Somebody who is new: registers in the app, opens an account, renames it, and closes it, in both languages.

Arguments: the gateway, and a file with the password. Prints one JSON object: what was seen.
"""

import json
import sys

from terminal import DOWN, ENTER, ESCAPE, RIGHT, TAB, App, gateway

PASSWORD = open(sys.argv[2]).read().strip()
seen = {}

app = App()
app.see("Sign in", "Password")
app.press("\x1bOR")
app.see("Register", "The same again")
app.press("boris@example.org", TAB, "Boris", TAB, PASSWORD, TAB, PASSWORD, ENTER)
app.see("Main", "There is no account yet.", "Enter open an account")
seen["registered"] = True

# The first account, from where there is none; what is wrong is said while it is typed.
app.press(ENTER)
app.see("New account", "Name", "‹ RUB  Russian rouble ›")
app.press("travel", ENTER, "thaler")
app.see("There is no such currency.")
app.press("\x15", "euro")
app.see("‹ EUR  euro ›", without=("There is no such currency.",))
app.press(ENTER)
app.see("▸ travel", "0.00 EUR", "Offers: balance", without=("New account",))
seen["opened"] = True

# A second one by its key on the Russian layout: ф is where a is. It is the chosen one.
app.press("ф")
app.see("New account", "‹ EUR  euro ›")
app.press("main", DOWN, "rub", "\x1bOQ")
app.see("▸ main", "  travel", "0.00 RUB")
accounts = {account["name"]: account for account in json.loads(gateway("accounts", "--json"))["accounts"]}
seen["currencies"] = {name: account["currency"] for name, account in accounts.items()}

# What came in and what went out is written down; в is where d is.
app.press("в")
app.see("Money in or out", "Account", "‹ main  0.00 RUB ›", "‹ money came in ›")
app.press(ENTER, "1200 rub", ENTER, "June", ENTER, "salary", ENTER)
app.see("Write down that 1 200.00 RUB came into main?", "Category: salary")
app.press("y")
app.see("Done.", "1 200.00 RUB came into main", "There is now: 1 200.00 RUB")
app.press(ENTER)
app.see("Accounts", "▸ main", "1 200.00 RUB")
app.press("d")
app.see("‹ money came in ›")
app.press(RIGHT, DOWN, "9999", "\x1bOQ")
app.see("Write down that 9 999.00 RUB went out of main?")
app.press(RIGHT, ENTER)
app.see("‹ money went out ›", "needed")
app.press("\x15", "1200", "\x1bOQ")
app.see("Write down that 1 200.00 RUB went out of main?")
app.press("y")
app.see("1 200.00 RUB went out of main", "There is now: 0.00 RUB")
app.press(ENTER)
app.see("Accounts", "0.00 RUB")
seen["recorded"] = True

# Another name, and what happens to it elsewhere, without a key.
app.press(ENTER)
app.see("Balance of main", "n rename")
app.press("n")
app.see("Rename main")
app.press("\x15", "household", ENTER)
app.see("Balance of household", without=("Rename main",))
gateway("account", "freeze", "household")
app.see("frozen", "f unfreeze")
app.press("f")
app.see("Unfreeze household?", "n no", "y unfreeze")
app.press("y")
app.see("This takes your password.", "Enter unfreeze")
app.press(PASSWORD, ENTER)
app.see("Money moves again.", "f freeze")
seen["renamed"] = True

# What is in it goes to another of its currency, of which there is none; then it is closed for good.
gateway("deposit", "household", "5", "RUB")
app.see("5.00 RUB")
app.press("x")
app.see("5.00 RUB are left in it.", "There is no other account in RUB")
app.press(ESCAPE)
# The path shows the name throughout. A key straight after Escape would be read together with it.
app.see("Balance of household", without=("There is no other account in RUB",))
gateway("account", "open", "RUB", "savings")
app.press("x")
app.see("What is left goes to", "‹ savings")
app.press(ENTER)
app.see("Close household for good?", "5.00 RUB go to savings first.")
app.press("y")
app.see("Accounts", "savings", "5.00 RUB", without=("household",))
seen["closed"] = True

# What is done elsewhere is seen without a key, in whichever scene is open.
app.press(DOWN)
app.see("▸ savings")
app.press("h")
app.see("History of savings", "+5.00")
gateway("withdraw", "savings", "1 RUB")
app.see("-1.00", "4.00")
moved = json.loads(gateway("history", "--account", "savings", "--json"))["transactions"][0]["id"]
gateway("category", "set", moved, "hobby")
app.see("hobby")
app.press(ENTER)
app.see("Transaction", "hobby")
gateway("category", "set", moved, "charity")
app.see("Transaction", "charity", without=("hobby",))
app.press(ESCAPE)
app.see("History of savings", "charity")
gateway("category", "set", moved)
app.see("History of savings", without=("charity",))
app.press(ESCAPE)
app.see("Accounts")
app.press("u")
app.see("There are no subscriptions yet")
gateway("subs", "add", "--title", "Choir", "--amount", "25 RUB")
app.see("Choir", "25.00 RUB")
choir = json.loads(gateway("subs", "list", "--json"))["subscriptions"][0]["id"]
gateway("subs", "pause", choir)
app.see("paused")
app.press(ESCAPE)
app.see("Accounts")
app.press("s")
app.see("You watch nothing yet")
gateway("patterns", "watch", "add", "SBER")
app.see("SBER", "no candles")
app.press(ESCAPE)
app.see("Accounts")
seen["live"] = True
app.press("q")
seen["exit"] = app.end()

app = App(LANG="ru_RU.UTF-8")
app.see("Счета", "travel")
app.press("a")
app.see("Новый счёт", "Валюта", "‹ EUR  евро ›")
app.press("накопления", ENTER, "рубль рос")
app.see("‹ RUB  российский рубль ›")
app.press(ENTER)
app.see("▸ накопления", "0,00 ₽")
# What the services had to tell is in the language of the app, though the user prefers English.
app.press("ш")
app.see("Входящие", "Choir: оплачено")
app.press(ESCAPE)
app.see("Счета")
seen["russian"] = True
app.press("й")
seen["left"] = app.end()

# Whatever the terminal calls itself: few colours or none, plain characters, and names that nobody here described.
for term in ["linux", "vt100", "xterm-16color", "xterm-ghostty", "screen.xterm-256color"]:
    app = App(TERM=term)
    app.see("Main", "Accounts", "savings", "? help")
    app.press("q")
    if app.end() != 0:
        raise SystemExit(f"with TERM={term} it did not end well")
seen["terminals"] = True
print(json.dumps(seen))
