#!/usr/bin/env python3
"""Puts faults into a copy of the house, and finds out whether the tests notice them.

    mutate.py check                 every original stands in its file once, and no two overlap
    mutate.py list                  the numbers and names
    mutate.py copy DIRECTORY        copies the tree there, with all faults in it, switched off
    mutate.py run DIRECTORY [--seeds 1..6] [--hours 6] [--jobs 2] [--only N,..] [--limit SECONDS] [--trusting]
    mutate.py strangers DIRECTORY [--plans 20] [--seed 1] [--only N,..] [--limit SECONDS] [--trusting]

run tries the faults of simulator.json in the simulator, strangers the leaks of leaks.json in StrangersTests.
Before run, build the copy: swift build -c release --product simulate --package-path DIRECTORY
Before strangers, build its eight services in the same way, and the tests here: swift build --build-tests
A fault is switched on by its number in KOPILKA_MUTATION, so that one build has them all.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SIMULATOR, LEAKS = "simulator.json", "leaks.json"
# The number of the first fault of each list. A fault keeps its number when the other list grows.
FIRST = {SIMULATOR: 1, LEAKS: 101}
SWITCH = """\
import Glibc

/// The fault that is switched on; 0 for none.
private let mutationNumber: Int = {
    guard let text = getenv("KOPILKA_MUTATION") else { return 0 }
    return Int(String(cString: text)) ?? 0
}()

func mutationIsOn(_ number: Int) -> Bool { mutationNumber == number }
"""


def mutations(*names):
    """Returns the faults of lists by their numbers; of all lists without a name."""
    found = {}
    for name in names or FIRST:
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            for number, mutation in enumerate(json.load(file), start=FIRST[name]):
                if number in found:
                    sys.exit(f"{number} stands in two lists; begin one of them with a higher number")
                found[number] = mutation
    return found


def switched(number, mutation):
    """The text that stands in place of the original."""
    original, mutated = mutation["original"], mutation["mutated"]
    if mutation["kind"] == "expression":
        return f"(mutationIsOn({number}) ? ({mutated}) : ({original}))"
    if mutation["kind"] == "statement":
        return f"if mutationIsOn({number}) {{\n{mutated}\n}} else {{\n{original}\n}}"
    sys.exit(f"{number}: there is no kind {mutation['kind']}")


def mutated_files():
    """Returns the text of each file that has faults, by its path; ends the program where something does not fit."""
    places, texts, wrong = {}, {}, []
    for number, mutation in mutations().items():
        path = mutation["file"]
        if path not in texts:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                texts[path] = file.read()
        count = texts[path].count(mutation["original"])
        if count != 1:
            wrong.append(f"{number}, {mutation['name']}: the original stands {count} times in {path}")
            continue
        start = texts[path].index(mutation["original"])
        places.setdefault(path, []).append((start, start + len(mutation["original"]), number, mutation))
    for path, found in places.items():
        found.sort(key=lambda place: place[0])
        for one, next_one in zip(found, found[1:]):
            if next_one[0] < one[1]:
                wrong.append(f"{one[2]} and {next_one[2]} overlap in {path}")
    if wrong:
        sys.exit("\n".join(wrong))
    for path, found in places.items():
        for start, end, number, mutation in reversed(found):
            texts[path] = texts[path][:start] + switched(number, mutation) + texts[path][end:]
    return texts


def module_of(path):
    """Returns the directory of the module of a file: Shared/Storage, Services/Ledger/LedgerService."""
    return "/".join(path.split("/")[: 3 if path.startswith(("Services/", "Shared/Bindings/")) else 2])


def copy(directory):
    """Copies the tree. Files that are there already and have not changed stay, so that a build goes on from there."""
    texts = mutated_files()
    for module in {module_of(path) for path in texts}:
        texts[f"{module}/MutationSwitch.swift"] = SWITCH
    git = ["git", "-C", ROOT, "ls-files", "-z"]
    paths = subprocess.check_output(git) + subprocess.check_output(
        git + ["--others", "--exclude-standard", "Tests/Simulation"])
    copied = set(texts)
    for path in paths.decode().split("\0"):
        source = os.path.join(ROOT, path)
        if not path or path in texts or path.split("/")[0] == ".build" or not os.path.lexists(source):
            continue
        copied.add(path)
        if os.path.islink(source):
            place(os.path.join(directory, path), os.readlink(source), None)
        else:
            with open(source, "rb") as file:
                place(os.path.join(directory, path), file.read(), os.stat(source).st_mode)
    for path, text in texts.items():
        place(os.path.join(directory, path), text.encode(), None)
    for parent, directories, names in os.walk(directory):
        if parent == directory and ".build" in directories:
            directories.remove(".build")
        for name in names:
            path = os.path.join(parent, name)
            if name.endswith(".swift") and os.path.relpath(path, directory) not in copied:
                os.remove(path)
    print(f"{len(copied)} files, {len(mutations())} faults in {directory}")


def place(path, content, mode):
    """Writes a file, or a link where the content is text, unless it is there with that content."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if isinstance(content, str):
        if os.path.lexists(path):
            os.remove(path)
        return os.symlink(content, path)
    if os.path.isfile(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return None
    with open(path, "wb") as file:
        file.write(content)
    if mode is not None:
        os.chmod(path, mode & 0o777)
    return None


class Runs:
    """Runs plans, each seed once at a time: the simulator's directory is named after the seed."""

    def __init__(self, directory, limit):
        self.program = os.path.join(directory, ".build", "release", "simulate")
        self.limit = limit
        self.busy = set()
        self.change = threading.Condition()

    def first_problem(self, number, plans):
        """Returns (seed, hours, seconds, problem) of the first plan that fails; None when none does."""
        left = list(plans)
        while left:
            with self.change:
                self.change.wait_for(lambda: any(plan[1] not in self.busy for plan in left))
                plan = next(plan for plan in left if plan[1] not in self.busy)
                self.busy.add(plan[1])
            left.remove(plan)
            try:
                began = time.monotonic()
                problem = self.problem(number, *plan)
            finally:
                with self.change:
                    self.busy.discard(plan[1])
                    self.change.notify_all()
            if problem:
                return plan[1], plan[0], time.monotonic() - began, problem
        return None

    def problem(self, number, hours, seed, focus):
        """Runs one plan. Returns what is wrong; None for nothing."""
        command = [self.program, "--seed", str(seed), "--hours", str(hours), "--focus", focus, "--json"]
        environment = dict(os.environ, KOPILKA_MUTATION=str(number))
        try:
            done = subprocess.run(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=self.limit,
                check=False)
        except subprocess.TimeoutExpired:
            return f"no end after {self.limit} s"
        if done.returncode == 0:
            return None
        if done.returncode == 64:
            sys.exit(done.stderr.decode(errors="replace"))
        try:
            return json.loads(done.stdout)["problems"][0]
        except (ValueError, KeyError, IndexError):
            how = f"exit code {done.returncode}"
            if done.returncode < 0:
                how = f"crash, {signal.Signals(-done.returncode).name}"
            lines = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
            return f"{how}: {lines[0] if lines else 'no words'}"


def run(options):
    """Runs the simulator with each fault, and prints what became of it."""
    first, _, last = options.seeds.partition("..")
    seeds = range(int(first), int(last or first) + 1)
    every = mutations(SIMULATOR)
    numbers = chosen(options, every)

    def plans(mutation):
        plan = mutation.get("plan", {})
        focus = plan.get("focus", "everything")
        return [(plan.get("hours", options.hours), seed, focus) for seed in plan.get("seeds", seeds)]

    runs = Runs(options.directory, options.limit)
    if not os.path.exists(runs.program):
        sys.exit(f"{runs.program} is not there; swift build -c release --product simulate builds it")
    outcomes = Outcomes(every)
    with ThreadPoolExecutor(options.jobs) as pool:
        # Every plan that is used below has to hold without a fault.
        used = [] if options.trusting else sorted({plan for number in numbers for plan in plans(every[number])})
        sound = list(pool.map(lambda plan: runs.first_problem(0, [plan]), used))
        for found in filter(None, sound):
            print(f"  0  no fault: seed {found[0]}, {found[1]} h: {found[3][:120]}")
        if any(sound):
            sys.exit("Without a fault there are problems already.")
        print(f"  0  no fault: {len(used)} plans hold", flush=True)
        results = pool.map(lambda number: (number, runs.first_problem(number, plans(every[number]))), numbers)
        for number, found in results:
            if found:
                seed, hours, seconds, problem = found
                found = f"by seed {seed} of {hours:g} h after {seconds:.0f} s: {' '.join(problem.split())[:120]}"
            outcomes.tell(number, found)
    outcomes.end()


def chosen(options, every):
    """Returns the numbers of the faults to try."""
    numbers = [int(number) for number in options.only.split(",")] if options.only else list(every)
    unknown = [number for number in numbers if number not in every]
    if unknown:
        sys.exit(f"{unknown} cannot be tried here; {min(every)} to {max(every)} can")
    return numbers


class Outcomes:
    """Prints what became of each fault, and counts."""

    def __init__(self, every):
        self.every = every
        self.caught, self.missed, self.unseen = [], [], []

    def tell(self, number, found):
        """Prints how a fault was noticed; None for a fault that was not."""
        mutation = self.every[number]
        if found:
            self.caught.append(number)
            told = f"caught {found}"
        elif mutation.get("expected") == "unseen":
            self.unseen.append(number)
            told = f"unseen, as expected: {mutation['reason']}"
        else:
            self.missed.append(number)
            told = "NOT CAUGHT"
        print(f"{number:3}  {mutation['name']}\n     {told}", flush=True)

    def end(self):
        """Prints the sums, and ends the program: with 1 when a fault was missed."""
        count = len(self.caught) + len(self.missed) + len(self.unseen)
        print(f"{len(self.caught)} of {count} caught, {len(self.unseen)} unseen as expected, "
              f"not caught: {self.missed or 'none'}")
        sys.exit(1 if self.missed else 0)


def strangers(options):
    """Compares the two houses of StrangersTests with each leak in both, and prints what became of it."""
    every = mutations(LEAKS)
    numbers = chosen(options, every)
    programs = os.path.join(os.path.abspath(options.directory), ".build", "release")
    tests = os.path.join(ROOT, ".build", "debug", "kopilkaPackageTests.xctest")
    for path in [os.path.join(programs, "auth"), tests]:
        if not os.path.exists(path):
            sys.exit(f"{path} is not there; make leaks builds it")
    if not options.trusting:
        found, seconds = difference(0, tests, programs, options)
        if found:
            sys.exit(f"Without a leak the houses differ already: {found}")
        print(f"  0  no leak: {options.plans} plans hold after {seconds:.0f} s", flush=True)
    outcomes = Outcomes(every)
    for number in numbers:
        found, seconds = difference(number, tests, programs, options)
        outcomes.tell(number, found and f"after {seconds:.0f} s: {found[:160]}")
    outcomes.end()


def difference(number, tests, programs, options):
    """Runs the plans with a leak. Returns the first difference, None for none, and the seconds."""
    environment = dict(
        os.environ, KOPILKA_MUTATION=str(number), KOPILKA_STRANGERS_PROGRAMS=programs,
        KOPILKA_STRANGERS_PLANS=str(options.plans), KOPILKA_STRANGERS_SEED=str(options.seed))
    command = [tests, "--testing-library", "swift-testing", "--filter", "StrangersTests"]
    began = time.monotonic()
    # In a session of its own, so that its services end with it.
    with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True) as running:
        try:
            output = running.communicate(timeout=options.limit)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return f"no end after {options.limit:g} s", time.monotonic() - began
    seconds = time.monotonic() - began
    if running.returncode == 0:
        # Without a word of the suite, the program found no such test.
        if "StrangersTests: " not in output:
            sys.exit(f"{tests} has no StrangersTests")
        return None, seconds
    return first_difference(output) or f"exit code {running.returncode}", seconds


def first_difference(output):
    """Returns the words of the first issue; None where there is none."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in output.splitlines()]
    for index, line in enumerate(lines):
        if "recorded an issue" not in line:
            continue
        # The comment of an issue is in the next line.
        told = lines[index + 1] if lines[index + 1:] and lines[index + 1].startswith("↳") else line
        return re.sub(r"^↳ |KOPILKA_STRANGERS_SEED=\d+, |KOPILKA_STRANGERS_SEED=\d+: ", "", told)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    commands.add_parser("list")
    commands.add_parser("copy").add_argument("directory")
    running = commands.add_parser("run")
    running.add_argument("directory")
    running.add_argument("--seeds", default="1..6")
    running.add_argument("--hours", type=float, default=6)
    running.add_argument("--jobs", type=int, default=2)
    running.add_argument("--only")
    running.add_argument("--trusting", action="store_true", help="does not try the plans without a fault first")
    running.add_argument("--limit", type=float, default=900, help="seconds after which a plan counts as stuck")
    comparing = commands.add_parser("strangers")
    comparing.add_argument("directory")
    comparing.add_argument("--plans", type=int, default=20, help="the most for each leak; the first that fails ends it")
    comparing.add_argument("--seed", type=int, default=1)
    comparing.add_argument("--only")
    comparing.add_argument("--trusting", action="store_true", help="does not try the plans without a leak first")
    comparing.add_argument("--limit", type=float, default=3600, help="seconds after which the plans count as stuck")
    options = parser.parse_args()
    if options.command == "check":
        print(f"{len(mutations())} faults in {len(mutated_files())} files")
    elif options.command == "list":
        for number, mutation in mutations().items():
            print(f"{number:3}  {mutation['name']}{'  (unseen)' if 'expected' in mutation else ''}")
    elif options.command == "copy":
        copy(os.path.abspath(options.directory))
    elif options.command == "run":
        run(options)
    else:
        strangers(options)


if __name__ == "__main__":
    main()
