#!/usr/bin/env python3
"""Tells which lines of the rules and stores no plan has reached.

    unreached.py PROGRAM COUNTS [--lines]

PROGRAM was built with -profile-generate -profile-coverage-mapping, and COUNTS is the directory of what its runs have
counted. Prints a line for each part of the house, then each function that was never entered; with --lines each line.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What services decide and keep. What they are made of, and how they are started, other tests reach.
PARTS = re.compile(
    r"(Services/\w+/\w+Service/(?:UseCases|Rules|Jobs|Model|Store)|Shared/Storage|Shared/Coordination)/")


def tool(name):
    """Returns the path of a tool of the toolchain of `swift`."""
    swift = shutil.which("swift") or sys.exit("swift is not in PATH")
    return os.path.join(os.path.dirname(os.path.realpath(swift)), name)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def records(program, counts):
    """Yields (path, lines, functions): how often each line was run, and which functions never."""
    files = [os.path.join(counts, name) for name in sorted(os.listdir(counts)) if name.endswith(".profraw")]
    if not files:
        sys.exit(f"{counts} has nothing that a run has counted")
    merged = os.path.join(counts, "all.profdata")
    output(tool("llvm-profdata"), "merge", "-sparse", "-o", merged, *files)
    path, lines, starts, entered = None, {}, {}, collections.Counter()
    for line in output(tool("llvm-cov"), "export", "-format=lcov", "-instr-profile", merged, program).splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            path, lines, starts, entered = os.path.relpath(value, ROOT), {}, {}, collections.Counter()
        elif key == "DA":
            number, count = value.split(",")[:2]
            lines[int(number)] = int(count)
        elif key == "FN":
            number, name = value.split(",", 1)
            starts[name] = int(number)
        elif key == "FNDA":
            count, name = value.split(",", 1)
            entered[starts.get(name, 0)] += int(count)
        elif line == "end_of_record":
            yield path, lines, sorted(start for start, count in entered.items() if count == 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("counts")
    parser.add_argument("--lines", action="store_true", help="each line instead of each function")
    options = parser.parse_args()
    parts, details = collections.defaultdict(lambda: [0, 0]), []
    for path, lines, functions in records(options.program, options.counts):
        part = PARTS.match(path)
        if not part:
            continue
        parts[part.group(1)][0] += len(lines)
        parts[part.group(1)][1] += sum(1 for count in lines.values() if count > 0)
        missed = sorted(number for number, count in lines.items() if count == 0) if options.lines else functions
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read().splitlines()
        details += [f"{path}:{number}: {text[number - 1].strip()}" for number in missed]
    for part, (count, reached) in sorted(parts.items()):
        print(f"{100 * reached // max(count, 1):3} % of {count:5} lines  {part}")
    count, reached = (sum(part[index] for part in parts.values()) for index in (0, 1))
    print(f"{100 * reached // max(count, 1):3} % of {count:5} lines  in all\n")
    print("\n".join(details))


if __name__ == "__main__":
    main()
