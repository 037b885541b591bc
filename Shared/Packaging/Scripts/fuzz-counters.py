"""Prints where the counters of each module begin and end, from a map of the linker.

Usage: fuzz-counters.py MAP

A line is "StrictJSON 1122165-1142939", counted from the first counter: what Tests/Fuzz/Counters/counters.c takes.
"""

import re
import sys

with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    text = file.read()
section = re.search(r"^__sancov_cntrs\s+0x([0-9a-f]+)\s+0x[0-9a-f]+", text, re.MULTILINE)
if not section:
    sys.exit(f"{sys.argv[1]} has no counters")
first = int(section[1], 16)
modules = {}
# The section of an object file that is not used has no address.
part = re.compile(r"^ __sancov_cntrs\s+0x0*([1-9a-f][0-9a-f]*)\s+0x([0-9a-f]+) \S*/(\w+)\.build/", re.MULTILINE)
for address, length, module in part.findall(text, section.end()):
    begin = int(address, 16) - first
    ranges = modules.setdefault(module, [])
    if ranges and ranges[-1][1] == begin:
        ranges[-1][1] = begin + int(length, 16)
    else:
        ranges.append([begin, begin + int(length, 16)])
for module, ranges in modules.items():
    print(module, ",".join(f"{begin}-{end}" for begin, end in ranges))
