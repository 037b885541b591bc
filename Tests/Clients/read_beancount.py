"""Reads a file with Debian's Beancount, and prints as JSON what it has: the sums of postings and the texts by id.

bean-query would round the sums for people.
"""

import collections
import json
import sys

from beancount import loader
from beancount.core import data

entries, errors, _ = loader.load_file(sys.argv[1])
if errors:
    sys.exit(f"{errors}")
sums = collections.Counter()
texts = {}
for entry in data.filter_txns(entries):
    if "id" in entry.meta:
        texts[entry.meta["id"]] = entry.narration
    for posting in entry.postings:
        sums[posting.account, posting.units.currency] += posting.units.number
print(json.dumps({"sums": [[*place, f"{number:f}"] for place, number in sums.items()], "texts": texts}))
