import SQLite
import TestSupport

/// The baseline of a durable transfer: a bare SQLite loop that does the same writes in the same batches.
///
/// For each transfer the row with both entries, the event and, where the request has a key, the stored reply; for each
/// batch two balances a transfer; one commit, synced.
enum SQLiteBaseline {
    static func transfersPerSecond(batch: Int, keyed: Bool, count: Int) throws -> Double {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("baseline.db"), options: ConnectionOptions())
        try connection.execute(
            """
            CREATE TABLE transfers (sequence INTEGER PRIMARY KEY, giver INTEGER, getter INTEGER, amount INTEGER, giver_entry INTEGER,
                getter_entry INTEGER, giver_after INTEGER, getter_after INTEGER, time INTEGER, description TEXT) STRICT;
            CREATE TABLE events (sequence INTEGER PRIMARY KEY, type TEXT, subject TEXT, time INTEGER, data BLOB) STRICT;
            CREATE TABLE replies (caller TEXT, key TEXT, digest BLOB, reply BLOB, PRIMARY KEY (caller, key)) STRICT, WITHOUT ROWID;
            CREATE TABLE balances (account INTEGER PRIMARY KEY, balance INTEGER, entries INTEGER) STRICT;
            INSERT INTO balances WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1000) SELECT value, 1000000, 0 FROM n;
            """)
        let event = [UInt8](repeating: UInt8(ascii: "e"), count: 420)
        let reply = [UInt8](repeating: UInt8(ascii: "r"), count: 380)
        let began = ContinuousClock.now
        var done: Int64 = 0
        while done < count {
            try connection.execute("BEGIN IMMEDIATE")
            for _ in 0..<batch {
                done += 1
                let number = done
                try connection.run("INSERT INTO transfers VALUES (?,?,?,?,?,?,?,?,?,?)") { row in
                    row.bind(number, at: 1)
                    for column in 2...9 { row.bind(number % 1000 + 1, at: column) }
                    row.bind("benchmark", at: 10)
                }
                try connection.run("INSERT INTO events VALUES (?,?,?,?,?)") { row in
                    row.bind(number, at: 1)
                    row.bind("ledger.transferPosted", at: 2)
                    row.bind("t\(number)", at: 3)
                    row.bind(number, at: 4)
                    row.bind(event, at: 5)
                }
                if keyed {
                    try connection.run("INSERT INTO replies VALUES (?,?,?,?)") { row in
                        row.bind("u0123456789ab", at: 1)
                        row.bind("key-\(1_000_000_000 + number)", at: 2)
                        row.bind([UInt8](repeating: 7, count: 32), at: 3)
                        row.bind(reply, at: 4)
                    }
                }
                for account in [number % 1000 + 1, (number + 7) % 1000 + 1] {
                    try connection.run(
                        "UPDATE balances SET balance = balance + 1, entries = entries + 1 WHERE account = ?"
                    ) { row in
                        row.bind(account, at: 1)
                    }
                }
            }
            try connection.execute("COMMIT")
        }
        let took = ContinuousClock.now - began
        connection.close()
        return Double(done) / (took / .seconds(1))
    }
}
