"""Reads a statement with a parser that nobody here wrote, and prints what it says as one line of JSON.

usage: read_statement.py csv|json|ofx|qif FILE

{"opening", "closing", "rows": [{"amount", "day", "text", "id"}]}; amounts are decimals, absent values null.
"""

import csv
import json
import sys
import warnings

kind, path = sys.argv[1:]
seen = {"opening": None, "closing": None, "rows": []}


def row(amount, day, text, id):
    seen["rows"].append({"amount": str(amount), "day": str(day), "text": text or "", "id": id})


if kind == "csv":
    with open(path, newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file, strict=True):
            assert None not in line and None not in line.values(), "every line has the columns of the header"
            if line["type"] in ("opening", "closing"):
                assert line["amount"] == ""
                seen[line["type"]] = line["balance"]
            else:
                row(line["amount"], line["date"], line["description"], line["id"])
elif kind == "json":
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in map(json.loads, file):
            if line["type"] in ("opening", "closing"):
                seen[line["type"]] = line["balance"]["amount"]
            else:
                row(line["amount"]["amount"], line["date"][:10], line["description"], line["id"])
elif kind == "ofx":
    # It reads XML as the HTML that OFX 1 is akin to, and says so.
    warnings.simplefilter("ignore")
    from lxml import etree
    from ofxparse import OfxParser

    etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True))
    with open(path, "rb") as file:
        account = OfxParser.parse(file).account
    seen["closing"] = str(account.statement.balance)
    seen["currency"] = account.curdef
    seen["account"] = account.account_id
    for found in account.statement.transactions:
        row(found.amount, found.date.date(), found.memo or found.payee, found.id)
elif kind == "qif":
    from quiffen import Qif

    for account in Qif.parse(path, day_first=False, encoding="utf-8").accounts.values():
        for found in (found for kind in account.transactions.values() for found in kind):
            if found.payee == "Opening Balance":
                seen["opening"] = str(found.amount)
            else:
                row(found.amount, found.date.date(), found.payee, None)
print(json.dumps(seen))
