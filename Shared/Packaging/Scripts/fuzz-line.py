"""Prints what a run of libFuzzer reached, in one line, and its finding below it.

Usage: fuzz-line.py LOG TARGET FINDINGS FOLDER [EXECUTIONS]

EXECUTIONS is a file with the name of each target and how often it has run in all; the run is added to it.
"""

import re
import sys

log, name, findings, folder, *totals = sys.argv[1:]
with open(log, encoding="utf-8", errors="replace") as file:
    text = file.read()


def last(*patterns):
    """The last number that the first pattern with any finds."""
    for pattern in patterns:
        found = re.findall(pattern, text, re.MULTILINE)
        if found:
            return found[-1]
    return "?"


executions = last(r"number_of_executed_units:\s*(\d+)", r"^#(\d+)\s")
rate = last(r"average_exec_per_sec:\s*(\d+)", r"exec/s: (\d+)")
edges = last(r"cov: (\d+)")
inputs = last(r"corp: (\d+)")
print(f"{name:18} {executions:>11} executions {rate:>6}/s {edges:>6} edges {inputs:>5} inputs {findings:>2} findings")
for path in totals if executions != "?" else []:
    with open(path, encoding="utf-8") as file:
        counts = {target: int(count) for target, count in map(str.split, file)}
    counts[name] = counts.get(name, 0) + int(executions)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{target} {count}\n" for target, count in sorted(counts.items()))
if findings != "0":
    sentence = re.search(r"Fatal error: .*|ERROR: .*|runtime failure: .*", text)
    print(f"    {sentence.group(0)[:400] if sentence else 'see the log'}\n    {folder}, {log}")
elif executions == "?":
    print(f"    it did not run: {log}")
