"""Reads a statement with a parser that nobody here wrote, and prints what it says as one line of JSON.

usage: read_statement.py csv|json|ofx|qif|mt940|camt|camt-entries FILE

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
elif kind == "mt940":
    import mt940

    with open(path, encoding="utf-8", newline="") as file:
        parsed = mt940.parse(file.read())

    def balance(*names):
        found = next((parsed.data[name] for name in names if name in parsed.data), None)
        return str(found.amount.amount) if found else None

    seen["opening"] = balance("final_opening_balance")
    seen["closing"] = balance("final_closing_balance")
    seen["account"] = parsed.data.get("account_identification")
    for found in (found.data for found in parsed):
        # It leaves reversals of credits without a sign.
        amount = abs(found["amount"].amount) * (-1 if found["status"] in ("D", "RC") else 1)
        purpose = found.get("purpose") or found.get("transaction_details")
        row(amount, found.get("entry_date") or found["date"], purpose, found.get("bank_reference"))
elif kind == "camt":
    from pycamt.parser import Camt053Parser

    parser = Camt053Parser.from_file(path)
    statements = parser.get_statement_info()
    seen["opening"] = statements[0]["OpeningBalance"]
    seen["closing"] = statements[-1]["ClosingBalance"]
    seen["account"] = statements[0]["IBAN"]
    seen["currency"] = statements[0]["Currency"]
    for found in parser.get_transactions():
        if found["Status"] == "BOOK" and float(found["Amount"]) != 0:
            sign = "-" if found["CreditDebitIndicator"] == "DBIT" else ""
            text = found.get("RemittanceInformationFull") or found.get("RemittanceInformation")
            row(sign + found["Amount"], found["BookingDate"][:10], text, None)
elif kind == "camt-entries":
    # The entries alone, whatever they are made of, by the XML reader of Python.
    from xml.etree import ElementTree

    for entry in ElementTree.parse(path).iterfind(".//{*}Ntry"):
        status = "".join("".join(part.itertext()) for part in entry.iterfind("{*}Sts"))
        amount = entry.findtext("{*}Amt")
        if status.strip() == "BOOK" and float(amount) != 0:
            sign = "-" if entry.findtext("{*}CdtDbtInd") == "DBIT" else ""
            day = "".join(entry.find("{*}BookgDt").itertext()).strip()[:10]
            row(sign + amount, day, None, entry.findtext("{*}AcctSvcrRef"))
print(json.dumps(seen))
