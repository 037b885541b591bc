"""Compares the databases of one house on several machines, while its services run.

Usage: compare-books.py SECONDS DIRECTORY...
Each directory is a machine's, with its databases in data/SERVICE/SERVICE.db. Services commit all the time, so it looks
again, for so many seconds at most, until all machines have the same newest commit; what they have then must be equal.
"""

import hashlib
import pathlib
import sqlite3
import sys
import time


def books(path):
    """Returns the newest commit of a database, and the rows of each table, as of one moment."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    # What is no valid text is compared, too.
    database.text_factory = bytes
    database.execute("BEGIN")
    head = database.execute("SELECT house, number, hash FROM commit_log_head").fetchone()
    # FTS5 has tables of its own, whose content depends on when it wrote its index.
    tables = database.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        " AND name NOT LIKE 'sqlite_%' AND name != 'commit_log_head' ORDER BY name"
    )
    content = {}
    for (name,) in tables.fetchall():
        rows = sorted(repr(row) for row in database.execute(f'SELECT * FROM "{name.decode()}"'))
        content[name.decode()] = (len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest())
    database.close()
    return head, content


def compare(service, machines, deadline):
    """Prints a line about a service, and returns whether all machines have the same."""
    while True:
        found = {m.name: books(m / "data" / service / f"{service}.db") for m in machines}
        heads = {head for head, _ in found.values()}
        if len(heads) == 1:
            break
        if time.monotonic() > deadline:
            print(f"{service}: no common newest commit: " + ", ".join(f"{m} {h[1]}" for m, (h, _) in found.items()))
            return False
        time.sleep(0.05)
    contents = [content for _, content in found.values()]
    names = sorted(set().union(*contents))
    different = [name for name in names if len({content.get(name) for content in contents}) > 1]
    for name in different:
        counts = ", ".join(f"{m} {c.get(name, ('no table',))[0]}" for m, (_, c) in found.items())
        print(f"{service}: the table {name} differs; rows: {counts}")
    if not different:
        rows = sum(count for count, _ in contents[0].values())
        print(f"{service:13} commit {heads.pop()[1]:4}, {len(names):2} tables, {rows:4} rows: the same")
    return not different


def main():
    deadline = time.monotonic() + float(sys.argv[1])
    machines = [pathlib.Path(argument) for argument in sys.argv[2:]]
    services = sorted(path.stem for path in machines[0].glob("data/*/*.db") if path.parent.name == path.stem)
    if not services:
        sys.exit(f"there are no databases in {machines[0]}")
    print("on " + ", ".join(machine.name for machine in machines) + ":")
    if not all([compare(service, machines, deadline) for service in services]):
        sys.exit(1)


main()
