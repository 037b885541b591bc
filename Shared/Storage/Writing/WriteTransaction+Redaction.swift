import SQLite

extension WriteTransaction {
    /// Takes what tells of a person out of the events about them, when the person leaves for good.
    ///
    /// Events are never changed otherwise. Sequence, type, subject and time stay, so that nobody who reads on notices, and who
    /// reads from the beginning learns that it happened and no longer to whom. Reads the whole log: for rare occasions.
    /// - Parameter redact: The new facts of an event by its type and its facts; nil when they can stay.
    public func redactEvents(of subject: String, _ redact: (_ type: String, _ data: [UInt8]) throws -> [UInt8]?) throws
    {
        var found: [(sequence: Int64, type: String, time: Int64, data: [UInt8])] = []
        try connection.query(
            "SELECT sequence, type, time_us, data FROM events WHERE subject = ?1", bind: { $0.bind(subject, at: 1) },
            { row in found.append((row.int64(at: 0), row.text(at: 1), row.int64(at: 2), row.bytes(at: 3))) })
        for event in found {
            guard let data = try redact(event.type, event.data) else { continue }
            // A trigger refuses every UPDATE of an event.
            try connection.run("DELETE FROM events WHERE sequence = ?1") { $0.bind(event.sequence, at: 1) }
            try connection.run(
                "INSERT INTO events (sequence, type, subject, time_us, data) VALUES (?1, ?2, ?3, ?4, ?5)"
            ) {
                $0.bind(event.sequence, at: 1)
                $0.bind(event.type, at: 2)
                $0.bind(subject, at: 3)
                $0.bind(event.time, at: 4)
                $0.bind(data, at: 5)
            }
        }
    }
}
