"""Reads cases as Python's standard library reads them, and prints each one that was read otherwise.

Each line of the file is an object of JSON: "kind" names the reader, "text" is the input, and "ours" what Kopilka read;
null is a refusal. "why" is the reason of a refusal that Python need not share.
"""

import base64
import csv
import datetime
import decimal
import io
import json
import re
import sys
import zoneinfo


def unique(pairs):
    """Refuses an object that names a member twice."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a member twice")
    return dict(pairs)


def constant(name):
    """NaN and Infinity, which JSON has not."""
    raise ValueError(name)


def read_json(text):
    """A value of JSON; numbers stay texts, because each library rounds its own way."""
    return json.loads(text, object_pairs_hook=unique, parse_constant=constant, parse_int=str, parse_float=str)


def read_json_case(case):
    text = base64.b64decode(case["text"])
    try:
        return read_json(text.decode("utf-8", errors="strict"))
    except (ValueError, RecursionError):
        return None


def read_csv_case(case):
    try:
        rows = list(csv.reader(io.StringIO(case["text"], newline=""), strict=True))
    except csv.Error:
        return None
    return [row for row in rows if row not in ([], [""])]


def read_money_case(case):
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", case["text"]):
        return None
    with decimal.localcontext() as context:
        context.prec = 100
        units = decimal.Decimal(case["text"]).scaleb(case["decimals"])
        if len(case["text"].partition(".")[2]) > case["decimals"] or not -(2**63) <= units < 2**63:
            return None
    return str(int(units))


def read_instant_case(case):
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    try:
        return str((datetime.datetime.fromisoformat(case["text"]) - epoch) // datetime.timedelta(microseconds=1))
    except (ValueError, OverflowError):
        return None


def read_zone_case(case):
    moment = datetime.datetime.fromtimestamp(int(case["text"]), zoneinfo.ZoneInfo(case["zone"]))
    return str(int(moment.utcoffset().total_seconds()))


def main():
    readers = {
        "json": read_json_case,
        "csv": read_csv_case,
        "money": read_money_case,
        "instant": read_instant_case,
        "zone": read_zone_case,
    }
    count = 0
    with open(sys.argv[1], encoding="utf-8") as cases:
        for line in cases:
            case = json.loads(line)
            ours = case.get("ours")
            if case["kind"] == "json" and ours is not None:
                ours = read_json(base64.b64decode(ours).decode())
            theirs = readers[case["kind"]](case)
            count += 1
            if ours != theirs and not (ours is None and case.get("why")):
                print("differs:", line.strip(), json.dumps(theirs))
    print("read", count)


main()
