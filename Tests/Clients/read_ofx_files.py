"""Reads files of OFX with ofxparse, and prints the transactions of each as a line of JSON.

Each line of the given file is an object of JSON with the text in "ofx". The answer has one list for each transaction: id,
amount, time in UTC, payee and memo.
"""

import io
import json
import sys
import warnings

from ofxparse import OfxParser

# It reads XML as the HTML that OFX 1 is akin to, and says so.
warnings.simplefilter("ignore")

with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        text = json.loads(line)["ofx"]
        # It takes XML for ASCII, whatever its header says.
        found = OfxParser.parse(io.BytesIO(
            text.encode("ascii", "xmlcharrefreplace") if text.startswith("<?xml") else text.encode()))
        print(json.dumps([
            [row.id, str(row.amount), row.date.strftime("%Y-%m-%dT%H:%M:%S"), row.payee, row.memo]
            for row in found.account.statement.transactions
        ]))
