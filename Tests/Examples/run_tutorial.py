"""Types the tutorial as a reader would, block by block, and requires that every command succeeds.

usage: run_tutorial.py PROGRAMS SCRATCH

PROGRAMS is the directory of the gateway and the services, SCRATCH a build directory of the example, so that the kit is not
compiled again. At the end, the files of the reader must be those of Tests/Examples/Weather.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KOPILKA = HERE.parent.parent
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEPT = ["Package.swift"] + [f"Sources/Weather/{name}.swift" for name in ("WeatherSignal", "WeatherRules", "main")]


def main(programs, scratch):
    text = (KOPILKA / "Shared/Docs/TUTORIAL.md").read_text(encoding="utf-8")
    steps = re.findall(r"^## (\d+)\. ", text, re.MULTILINE)
    if steps != [str(number) for number in range(1, 13)]: sys.exit(f"the tutorial has the steps {steps}")
    # As short as the path of a socket needs it.
    home = pathlib.Path(tempfile.mkdtemp(prefix="tutorial-", dir="/tmp"))
    reader = Reader(home, programs, scratch)
    try:
        for kind, block in BLOCK.findall(text): reader.take(kind, block)
        for name in KEPT:
            if reader.file(name).read_text() != wanted(name): sys.exit(f"{name} is not that of Tests/Examples/Weather")
    finally:
        subprocess.run([f"{programs}/gateway", "down"], env=reader.environment, check=False, capture_output=True)
        shutil.rmtree(home)
    print(f"the tutorial: {reader.count} commands and files")


def wanted(name):
    """Returns a file of the example as the tutorial has it."""
    return (HERE / "Weather" / name).read_text().replace('path: "../../.."', 'path: "../kopilka"')


class Reader:
    """A person with a shell, and with an editor for the files."""

    def __init__(self, home, programs, scratch):
        self.home, self.count, self.output = home, 0, ""
        self.package = home / "weather"
        os.symlink(KOPILKA, home / "kopilka")
        # The reader's `swift build` finds the kit compiled.
        bin = home / "bin"
        bin.mkdir()
        swift = shutil.which("swift")
        (bin / "swift").write_text(
            f'#!/bin/sh\ncase $1 in build|test) ;; *) exec {swift} "$@";; esac\n'
            f'word=$1\nshift\nexec {swift} "$word" --scratch-path "{scratch}" "$@"\n')
        (bin / "swift").chmod(0o755)
        self.environment = {
            "HOME": str(home), "PATH": f"{bin}:{programs}:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
            "KOPILKA_HASH_MEMORY": "8", "KOPILKA_HASH_PASSES": "1", "SCRATCH": scratch,
        }
        self.directory = home

    def file(self, name): return self.package / name

    def take(self, kind, block):
        if kind == "sh": self.run(block)
        elif kind == "text": self.expect(block)
        elif kind.startswith("swift >> "): self.write(kind.removeprefix("swift >> "), block, "a")
        elif kind.startswith("swift "): self.write(kind.removeprefix("swift "), block, "w")
        elif kind != "sh elsewhere": sys.exit(f"the tutorial has a block of {kind!r}")

    def write(self, name, text, mode):
        self.count += 1
        with open(self.file(name), mode, encoding="utf-8") as file: file.write(text)

    def run(self, commands):
        self.count += 1
        # The shell keeps its directory and its variables from block to block.
        script = f'set -eu -o pipefail\n{commands}\npwd > "$HOME/.pwd"\nenv -0 > "$HOME/.env"\n'
        script = script.replace("$PWD/.build/debug/weather", "$SCRATCH/debug/weather")
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.directory, env=self.environment, capture_output=True, text=True, timeout=300)
        self.output = done.stdout + done.stderr
        if done.returncode != 0: sys.exit(f"exit {done.returncode}:\n{commands}---\n{self.output}")
        self.directory = pathlib.Path((self.home / ".pwd").read_text().strip())
        pairs = (self.home / ".env").read_text().split("\0")
        self.environment = dict(pair.split("=", 1) for pair in pairs if pair)

    def expect(self, lines):
        for line in lines.splitlines():
            if line not in self.output: sys.exit(f"the tutorial promises {line!r}; there was\n{self.output}")


main(*[str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:]])
