"""Prints the reports of sanitizers, each distinct one once, and fails when there is any.

Usage: python3 sanitizer-reports.py DIRECTORY_OF_THE_REPORTS DIRECTORY_OF_THE_TOOLCHAIN'S_PROGRAMS
"""

import collections
import pathlib
import re
import subprocess
import sys

# The line that begins a report. What follows it, up to the next such line, belongs to it.
FIRST = re.compile(
    r"WARNING: ThreadSanitizer|ERROR: \w+Sanitizer|: runtime error: "
    r"|^(?:Direct|Indirect) leak of"
)
# As the options in Tests/Sanitizers have it: number, function, place, (program+offset).
FRAME = re.compile(r"^    #(?P<number>\d+) (?P<name>.+) \((?P<program>/[^()]+)\+(?P<offset>0x[0-9a-f]+)\)$")
# What says nothing about the fault: rules and the bytes around an address.
NOISE = re.compile(
    r"^=+$|^-+$|^Shadow byte|^(?:=>|  )0x[0-9a-f]+:|^  [A-Z][A-Za-z ]+: +[0-9a-f]{2}\b|^SUMMARY: |ABORTING$"
    r"|^ThreadSanitizer: reported |detected memory leaks$"
)


def named(lines, tools):
    """Replaces frames without a name by those that the symbolizer finds; a frame may be several inlined functions."""
    wanted = {}
    for line in lines:
        frame = FRAME.match(line)
        if frame and frame["name"].startswith("<null>"):
            wanted[f'"{frame["program"]}" {frame["offset"]}'] = None
    if wanted:
        answer = subprocess.run(
            [tools / "llvm-symbolizer", "--pretty-print", "--inlines"], input="\n".join(wanted) + "\n", text=True,
            stdout=subprocess.PIPE, check=True).stdout
        for key, text in zip(wanted, answer.strip().split("\n\n")):
            wanted[key] = [found.removeprefix(" (inlined by) ") for found in text.splitlines()]
    result = []
    for line in lines:
        frame = FRAME.match(line)
        key = frame and f'"{frame["program"]}" {frame["offset"]}'
        if not key or not wanted.get(key):
            result.append(line)
            continue
        program = pathlib.Path(frame["program"]).name
        result += [f"    #{frame['number']} {found} ({program})" for found in wanted[key]]
    return result


def readable(text, tools):
    return subprocess.run(
        [tools / "swift", "demangle", "--simplified"], input=text, text=True, stdout=subprocess.PIPE, check=True).stdout


def reports(text):
    """The reports of one process, without what stands around them."""
    result = []
    for line in text.splitlines():
        if FIRST.search(line) or not result:
            result.append([])
        if not NOISE.search(line):
            result[-1].append(line)
    return [report for report in result if any(line.strip() for line in report)]


def signature(report):
    """Where it happened: the title and the stacks, without addresses, threads and counts.

    Of a race it is the two accesses; where the threads came from differs from run to run.
    """
    stacks, frames = [], []
    for line in report[1:] + [""]:
        if line.startswith("    #"):
            frames.append(re.sub(r"^ +#\d+ |\+0x[0-9a-f]+", "", line))
        elif frames:
            stacks.append(tuple(frames))
            frames = []
    title = re.sub(r"==[^=]*==|\(pid=\d+\)|0x[0-9a-f]+|\d+", "", report[0])
    return title, frozenset(stacks[:2]) if stacks else "\n".join(report)


def main(directory, tools):
    files = [path for path in sorted(pathlib.Path(directory).iterdir()) if path.stat().st_size > 0]
    tools = pathlib.Path(tools)
    found = collections.defaultdict(list)
    for path in files:
        text = readable("\n".join(named(path.read_text(errors="replace").splitlines(), tools)), tools)
        for report in reports(text):
            found[signature(report)].append((path.name, report))
    for places in sorted(found.values(), key=len, reverse=True):
        name, report = places[0]
        print(f"\n--- {len(places)} times, first in {name}")
        print("\n".join(report).strip())
    if files:
        print(f"\n{len(found)} distinct reports of {len(files)} processes are in {directory}.")
    return 1 if files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
