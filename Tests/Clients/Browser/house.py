"""What a house holds before somebody looks at it: people, money, a market, bonds. All through the gateway."""

import json
import os
import subprocess
import sys
import uuid

GATEWAY = os.environ.get("GATEWAY", "gateway")
PASSWORD = "correct horse battery staple"
BOND = "RU000A0JW126"


def gateway(*arguments, profile, data=None):
    """Runs a command as somebody. It must succeed; returns its JSON."""
    finished = subprocess.run(
        [GATEWAY, *arguments, "--json"], env={**os.environ, "KOPILKA_PROFILE": profile}, input=data, text=True,
        capture_output=True, timeout=120,
    )
    if finished.returncode != 0:
        raise AssertionError(f"gateway {arguments}: {finished.returncode}\n{finished.stdout}{finished.stderr}")
    return json.loads(finished.stdout) if finished.stdout.strip() else {}


def pid_of(service):
    """Returns the process of a service, as the supervisor knows it; None while there is none."""
    status = subprocess.run(
        [GATEWAY, "status", "--json"], text=True, capture_output=True, timeout=60).stdout
    found = [one for one in json.loads(status)["services"] if one["name"] == service]
    return found[0].get("pid") if found else None


class Person:
    """Somebody with an account of the house, known to the gateway by a profile."""

    def __init__(self, name, accounts=("main", "savings"), money="1000"):
        self.profile = name.lower() + uuid.uuid4().hex[:8]
        self.email = f"{self.profile}@example.org"
        self.name = name
        self("register", self.email, "--name", name, "--username", self.profile, "--password-stdin",
             data=PASSWORD + "\n")
        for account in accounts:
            self("account", "open", "RUB", account)
        if accounts and money:
            self("deposit", accounts[0], money, "RUB")

    def __call__(self, *arguments, data=None):
        return gateway(*arguments, profile=self.profile, data=data)

    def balances(self):
        """Returns the balance of each account, by name."""
        return {one["name"]: one["balance"]["amount"] for one in self("accounts")["accounts"]}


def candles(path, seed):
    """Writes a year of prices in which a shape comes again and again."""
    with open(path, "w") as file:
        file.write("date,open,high,low,close,volume\n")
        for number in range(240):
            day = f"{2024 + number // 336:04d}-{number % 336 // 28 + 1:02d}-{number % 28 + 1:02d}"
            close = 100 + (number * seed) % 23
            file.write(f"{day},{close - 1},{close + 2},{close - 2},{close},1000\n")


def market(person, directory):
    """Gives the house a market: two securities and a bond with quotes."""
    for ticker, seed in (("SHAPE", 7), ("OTHER", 5)):
        path = os.path.join(directory, f"{ticker}.csv")
        candles(path, seed)
        person("market", "import", path, "--ticker", ticker)
    items = [
        {"date": f"2025-{number // 28 + 1:02d}-{number % 28 + 1:02d}T10:00:00Z", "price": 98 + number % 9 / 4}
        for number in range(1, 61)
    ]
    path = os.path.join(directory, "bonds.json")
    with open(path, "w") as file:
        json.dump({"activities": [{"title": "Kamaz", "currency": "RUB", "isin": BOND, "items": items}]}, file)
    person("bonds", "import", path)


def statement(path, rows):
    """Writes the statement of a bank with so many rows, half of them by card."""
    shops = ("Bakery", "Cinema", "Pharmacy", "Tram", "Bookshop")
    with open(path, "w") as file:
        file.write("Date,Description,Amount\n")
        for number in range(rows):
            day = f"{2015 + number // 336}-{number % 336 // 28 + 1:02d}-{number % 28 + 1:02d}"
            amount = "9000.00" if number % 20 == 0 else f"-{100 + number % 97}.{number % 100:02d}"
            what = f"Salary {number}" if number % 20 == 0 else f"{shops[number % 5]} {number}"
            file.write(f"{day},{what},{amount}\n")


if __name__ == "__main__":
    sys.exit("This file has no program: it is used by scenarios.py, pages.py and screens.py.")
