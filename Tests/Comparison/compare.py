#!/usr/bin/env python3
"""Measures the same small service in several technologies and prints a table, or JSON.

It installs and builds nothing: `make compare` does. All files are in a temporary directory, all sockets are Unix
sockets or on the loopback interface, and every process that it starts is ended.
"""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import statistics
import sys
import tempfile

from house import technologies
from measures import lines_of_code, measure
from person import Person

HERE = pathlib.Path(__file__).resolve().parent

# The rows of the table: title, the path of the figure, its form (None: a count, added up over the rounds).
ROWS = [
    ("lines of code", ["lines"], "{:.0f}"),
    ("of them the store", ["storeLines"], "{:.0f}"),
    ("start of the service until its first answer, ms", ["startMilliseconds"], "{:.0f}"),
    ("the same with the broker, ms", ["startAllMilliseconds"], "{:.0f}"),
    ("memory of the service, idle, MB", ["serviceIdleMB"], "{:.1f}"),
    ("the same after load, MB", ["serviceLoadedMB"], "{:.1f}"),
    ("memory of the broker, idle, MB", ["brokerIdleMB"], "{:.1f}"),
    ("the same after load, MB", ["brokerLoadedMB"], "{:.1f}"),
    ("request, one at a time, p50, us", ["one", "p50"], "{:,.0f}"),
    ("the same, p99, us", ["one", "p99"], "{:,.0f}"),
    ("requests a second, 100 in flight", ["many", "perSecond"], "{:,.0f}"),
    ("durable changes a second, 32 in flight", ["durablePerSecond"], "{:,.0f}"),
    ("bare commits of SQLite a second, in turns with them", ["bareCommitsPerSecond"], "{:,.0f}"),
    ("a change alone until it is acknowledged, p50, us", ["changeMicroseconds"], "{:,.0f}"),
    ("the same until its event is there, p50, us", ["eventMicroseconds"], "{:,.0f}"),
    ("events lost while the subscriber is away, %", ["missedPercent"], "{:.0f}"),
]
for role in ("service", "broker"):
    part = f"kill{role.capitalize()}"
    ROWS.append((f"kill -9 of the {role}: no answers for, ms", [part, "gapMilliseconds"], "{:,.0f}"))
    for title, name in [("acknowledged changes", "acknowledged"), ("of them lost", "changesLost"),
                        ("their events lost", "eventsLost"), ("changes made twice", "madeTwice"),
                        ("changes never acknowledged", "neverAcknowledged")]:
        ROWS.append((title, [part, name], None))


def find(figures, path):
    for name in path: figures = (figures or {}).get(name)
    return figures


def cell(rounds, path, form):
    """The median of the rounds; of what is counted, the sum."""
    values = [value for figures in rounds if (value := find(figures, path)) is not None]
    if not values: return "–"
    return f"{sum(values):,}" if form is None else form.format(statistics.median(values))


def print_table(results, titles):
    rows = [["", *titles.values()]]
    rows += [[title, *(cell(results[name], path, form) for name in titles)] for title, path, form in ROWS]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    for row in rows: print("| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", type=pathlib.Path, default=HERE.parent.parent / ".build/comparison")
    parser.add_argument("--kopilka", type=pathlib.Path, metavar="PATH", help="the executable of the service in Swift")
    parser.add_argument("--kopilka-programs", type=pathlib.Path, metavar="PATH",
                        default=HERE.parent.parent / ".build/release",
                        help="the directory of gateway and auth, by which somebody signs in")
    parser.add_argument("--kopilka-sources", type=pathlib.Path, metavar="PATH",
                        help="its sources, whose lines are counted")
    parser.add_argument("--only", metavar="NAMES", help="grpc,nats,dbus,kopilka")
    parser.add_argument("--rounds", type=int, default=3, help="the table has their medians")
    parser.add_argument("--seconds", type=float, default=3, help="of each load")
    parser.add_argument("--json", action="store_true", help="prints every figure of every round")
    options = parser.parse_args()
    # Ends by an exception, so that what was started is ended, too.
    for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, lambda *_: sys.exit(1))

    results, titles = {}, {}
    with contextlib.ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="compare-"))
        is_ours = options.kopilka and "kopilka" in (options.only or "kopilka").split(",")
        person = stack.enter_context(Person(options.kopilka_programs, directory, options.kopilka)) if is_ours else None
        found = technologies(directory, options.built.resolve(), HERE, options.kopilka, options.kopilka_sources, person)
        chosen = [technology for technology in found if technology.name in (options.only or technology.name).split(",")]
        for number in range(options.rounds):
            # The technologies take turns, so that other work on the machine hits none more than the others.
            for technology in chosen:
                print(f"round {number + 1}: {technology.title}", file=sys.stderr)
                figures = measure(technology, directory, options.seconds)
                figures |= {"lines": lines_of_code(technology.sources) or None, "loadAverage": os.getloadavg()[0]}
                if HERE / "Store" in technology.sources: figures["storeLines"] = lines_of_code([HERE / "Store"])
                results.setdefault(technology.name, []).append(figures)
                titles[technology.name] = technology.title
    if options.json: print(json.dumps(results, indent=1))
    else: print_table(results, titles)


if __name__ == "__main__": main()
