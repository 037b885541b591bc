import SQLite
import TestSupport

/// The baseline of a durable transfer: a bare SQLite loop that writes the same rows in the same batches.
///
/// For each transfer: its row with both entries and a hash (any 32 bytes), and for a keyed request the stored answer
/// under a random key. For each batch: the row of its events, and one synced commit.
enum SQLiteBaseline {
    static func transfersPerSecond(batch: Int, keyed: Bool, count: Int) throws -> Double {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("baseline.db"), options: ConnectionOptions())
        try connection.execute(
            """
            CREATE TABLE transfers (sequence INTEGER PRIMARY KEY, time INTEGER, kind INTEGER, amount INTEGER,
                giver INTEGER, giver_entry INTEGER, giver_after INTEGER, giver_held INTEGER, giver_previous INTEGER,
                getter INTEGER, getter_entry INTEGER, getter_after INTEGER, getter_held INTEGER,
                getter_previous INTEGER, description TEXT, hash BLOB) STRICT;
            CREATE TABLE event_runs (sequence INTEGER PRIMARY KEY, count INTEGER, source TEXT, record INTEGER) STRICT;
            CREATE TABLE replies (caller TEXT, key TEXT, digest BLOB, reply BLOB, PRIMARY KEY (caller, key))
                STRICT, WITHOUT ROWID;
            """)
        let hash = [UInt8](repeating: 7, count: 32)
        let reply = [UInt8](repeating: 1, count: 8)
        let began = ContinuousClock.now
        var done: Int64 = 0
        while done < count {
            try connection.execute("BEGIN IMMEDIATE")
            let first = done + 1
            for _ in 0..<batch {
                done += 1
                let number = done
                let other = number % 1000 + 1
                try connection.run(
                    "INSERT INTO transfers VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", number,
                    1_700_000_000_000_000 + number, other, other, other, other, other, other, other, other, other,
                    other, other, other, "", hash)
                guard keyed else { continue }
                let key = "\(UInt64.random(in: 0 ... .max))-\(number)"
                try connection.run("INSERT INTO replies VALUES (?,?,?,?)", "u0123456789ab", key, hash, reply)
            }
            try connection.run("INSERT INTO event_runs VALUES (?,?,?,?)", first, batch, "transfers", first)
            try connection.execute("COMMIT")
        }
        let took = ContinuousClock.now - began
        connection.close()
        return Double(done) / (took / .seconds(1))
    }
}
