"""What is measured of a technology. Each figure is explained in Shared/Docs/COMPARISON.md."""

import collections
import contextlib
import json
import pathlib
import re
import sqlite3
import statistics
import time

from house import House


def lines_of_code(paths):
    """The lines that are neither empty nor comments, of files and of folders of files."""
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.*")))]
    text = "\n".join(file.read_text() for file in files if file.suffix in (".c", ".cc", ".h", ".proto", ".swift"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in text.splitlines())


class BareCommits:
    """Commits of SQLite alone, one at a time, with the settings of the services: what the disk allows."""

    def __init__(self, directory):
        self.database = sqlite3.connect(f"{directory}/bare.db", isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS weather (city TEXT PRIMARY KEY, degrees REAL NOT NULL) WITHOUT ROWID")
        for _ in range(WARM): self.commit()

    def commit(self):
        number = self.database.total_changes
        self.database.execute("INSERT OR REPLACE INTO weather VALUES (?, ?)", (f"city-{number % 1009}", number))

    def per_second(self, seconds):
        count, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            self.commit()
            count += 1
        return count / seconds


# A log of SQLite grows to a thousand pages before it is used again, and growing costs a sync more.
WARM = 1100


def durable_changes(house, directory, seconds):
    """Durable changes a second, in turns with bare commits: the disk serves others, too, and is not always as quick."""
    commits, warm, bare, made = BareCommits(directory), 0, [], []
    while warm < WARM: warm += json.loads(house.load("report", 0.5, 32))["count"]
    for _ in range(max(1, round(seconds * 2))):
        bare.append(commits.per_second(0.5))
        made.append(json.loads(house.load("report", 0.5, 32))["perSecond"])
    commits.database.close()
    return {
        "durablePerSecond": statistics.mean(made),
        "bareCommitsPerSecond": statistics.mean(bare),
    }


def start_times(technology, directory, times):
    """Milliseconds from the start of the service, and of everything, until the first answer."""
    alone, all_together = [], []
    for _ in range(times):
        house = House(technology, directory)
        with house.client("first") as client:
            try:
                begin = time.monotonic_ns()
                house.start_broker()
                client.stdin.write("\n")
                client.stdin.flush()
                start = time.monotonic_ns()
                house.start("service")
                answer = int(client.communicate(timeout=20)[0])
            finally:
                client.kill()
                house.__exit__()
        alone.append((answer - start) / 1e6)
        all_together.append((answer - begin) / 1e6)
    return statistics.median(alone), statistics.median(all_together)


@contextlib.contextmanager
def follower(house):
    """A subscriber whose events are in the yielded file. It has seen an event when this begins."""
    path = pathlib.Path(house.directory, "events")
    with path.open("w") as output, house.client("follow", stdout=output) as client:
        try:
            end = time.monotonic() + 20
            while not path.stat().st_size:
                if time.monotonic() > end: raise RuntimeError(f"{house.technology.title}: no event in 20 s")
                house.load("steady", 0.01, 5_000, f"warm{time.monotonic_ns()}")
                time.sleep(0.05)
            yield path
        finally:
            client.kill()


def changes(text):
    """The lines of a steady load: city, sent, acknowledged or 0, attempts."""
    rows = [line.split() for line in text.splitlines()]
    return [(city, int(sent), int(acknowledged), int(attempts)) for city, sent, acknowledged, attempts in rows]


def event_latency(house, seconds):
    """Microseconds from the sending of a change until it is acknowledged, and until a subscriber has its event, p50."""
    with follower(house) as path:
        made = changes(house.load("steady", seconds, 10_000, f"told{time.monotonic_ns()}"))
        time.sleep(0.5)
        arrived = dict(line.split() for line in path.read_text().splitlines())
    acknowledged = statistics.median(acknowledged - sent for _, sent, acknowledged, _ in made if acknowledged)
    told = statistics.median(int(arrived[city]) - sent for city, sent, *_ in made if city in arrived)
    return acknowledged / 1e3, told / 1e3


def share_of_missed_events(house):
    """The share of events that a subscriber never gets if it begins after they were told, in percent."""
    made = changes(house.load("steady", 1, 10_000, f"away{time.monotonic_ns()}"))
    with follower(house) as path:
        wait_until_quiet(path)
        arrived = {line.split()[0] for line in path.read_text().splitlines()}
    return 100 * sum(city not in arrived for city, *_ in made) / len(made)


def wait_until_quiet(path):
    """Waits until nothing has arrived for a second: a subscriber may have everything to read that was ever told."""
    size, end = -1, time.monotonic() + 60
    while path.stat().st_size != size and time.monotonic() < end:
        size = path.stat().st_size
        time.sleep(1)


KILLS, PAUSE = 3, 4


def kill(house, role):
    """Kills a process some times amid 250 changes a second, and counts what is lost and what is made twice."""
    with follower(house) as path:
        with house.client("steady", KILLS * PAUSE + 1, 4_000, f"kill{time.monotonic_ns()}") as client:
            try:
                time.sleep(1)
                killed = []
                for _ in range(KILLS):
                    killed.append(house.kill(role))
                    time.sleep(PAUSE)
                made = changes(client.communicate(timeout=60)[0])
            finally:
                client.kill()
        time.sleep(2)
        events = collections.Counter(line.split()[0] for line in path.read_text().splitlines())
    kept = {city: number % 400 / 10 for number, (city, _, acknowledged, _) in enumerate(made) if acknowledged}
    answers = [acknowledged for *_, acknowledged, _ in made if acknowledged]
    # The service is killed again, so that the answers are those of its disk.
    house.kill("service")
    time.sleep(0.1)
    house.first()
    lines = "".join(f"{city} {degrees}\n" for city, degrees in kept.items())
    return {
        "gapMilliseconds": statistics.median(longest_gap(answers, instant) for instant in killed),
        "acknowledged": len(kept),
        "neverAcknowledged": len(made) - len(kept),
        "repeated": sum(attempts > 1 for *_, attempts in made),
        "changesLost": len(house.load("verify", text=lines).splitlines()),
        "eventsLost": sum(not events[city] for city in kept),
        "madeTwice": sum(events[city] > 1 for city in kept),
    }


def longest_gap(answers, begin):
    """The longest time without an answer, in milliseconds, from an instant until the next kill."""
    instants = [begin] + sorted(answer for answer in answers if begin <= answer < begin + PAUSE * 1e9)
    if len(instants) == 1: return PAUSE * 1e3
    return max(after - before for before, after in zip(instants, instants[1:])) / 1e6


def measure(technology, directory, seconds):
    """One round of everything."""
    with House(technology, directory):
        pass  # makes the database, and the city that is asked for
    alone, all_together = start_times(technology, directory, 5)
    figures = {"startMilliseconds": alone, "startAllMilliseconds": all_together}
    with House(technology, directory) as house:
        time.sleep(0.5)
        for role in ("service", "broker"): figures[f"{role}IdleMB"] = house.resident(role)
        figures["one"] = json.loads(house.load("current", seconds, 1))
        figures["many"] = json.loads(house.load("current", seconds, 100))
        figures |= durable_changes(house, directory, seconds)
        figures["changeMicroseconds"], figures["eventMicroseconds"] = event_latency(house, seconds)
        figures["missedPercent"] = share_of_missed_events(house)
        for role in ("service", "broker"): figures[f"{role}LoadedMB"] = house.resident(role)
    for role in ("service", "broker"):
        if role == "broker" and not technology.broker: continue
        with House(technology, directory) as house: figures[f"kill{role.capitalize()}"] = kill(house, role)
    return figures
