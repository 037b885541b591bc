"""Uses the client that `gateway schema python` makes, and prints what came of it as one line of JSON.

usage: use_kopilka.py first EMAIL PASSWORD
       use_kopilka.py then EMAIL PASSWORD PAYER PAYEE CURSOR KEY
"""

import json
import sys

from kopilka import Client, Fault, LedgerEvent, Money


def rubles(amount: str) -> Money:
    return {"amount": amount, "currency": "RUB"}


def told(event: LedgerEvent) -> str:
    """Shows that the type of an event decides the type of its data."""
    if event["type"] == "ledger.transferPosted":
        return f"{event['type']} {event['data']['transfer']['amount']['amount']}"
    return event["type"]


def first(client: Client, email: str, password: str) -> dict[str, object]:
    client.sign_in(client.auth.register(email=email, password=password)["session"])
    payer = client.ledger.openAccount(currency="RUB", name="main")["account"]["id"]
    payee = client.ledger.openAccount(currency="RUB")["account"]["id"]
    client.ledger.deposit(account=payer, amount=rubles("100.00"))
    key = "rent-of-november"
    made = client.ledger.transfer(from_=payer, to=payee, amount=rubles("30.00"), key=key)
    again = client.ledger.transfer(from_=payer, to=payee, amount=rubles("30.00"), key=key)
    faults = []
    try:
        client.ledger.transfer(from_=payer, to=payee, amount=rubles("1000.00"))
    except Fault as fault:
        faults.append([fault.code, fault.field, fault.details.get("available")])
    try:
        client.ledger.transfer(from_=payer, to=payee, amount=rubles("31.00"), key=key)
    except Fault as fault:
        faults.append([fault.code, fault.field, None])
    events = client.ledger.events()
    return {
        "payer": payer, "payee": payee, "key": key, "isSame": made == again, "faults": faults,
        "events": [told(event) for event in events], "cursor": events.last,
        "balance": client.ledger.balance(account=payer)["balance"]["amount"],
    }


def then(
    client: Client, email: str, password: str, payer: str, payee: str, cursor: str, key: str
) -> dict[str, object]:
    client.sign_in(client.auth.login(login=email, password=password)["session"])
    client.ledger.transfer(from_=payer, to=payee, amount=rubles("30.00"), key=key)
    client.ledger.transfer(from_=payer, to=payee, amount=rubles("5.00"))
    # The refresh token renews a token that is no longer accepted.
    client.token = "v4.public.nonsense"
    events = client.ledger.events(int(cursor), follow=True)
    return {
        "events": [told(next(events))], "cursor": events.last,
        "balance": client.ledger.balance(account=payer)["balance"]["amount"],
    }


if __name__ == "__main__":
    with Client(timeout=60) as client:
        what, *arguments = sys.argv[1:]
        print(json.dumps(first(client, *arguments) if what == "first" else then(client, *arguments)))
