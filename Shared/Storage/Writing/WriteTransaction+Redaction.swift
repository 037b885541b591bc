import SQLite

extension WriteTransaction {
    /// Removes personal data from the events about a person whose account is deleted.
    ///
    /// Events are never changed otherwise. Sequence, type, subject and time stay, so a reader that is further on
    /// notices nothing. A reader that starts from the beginning sees the event without the person. This reads the whole
    /// log, so it is for rare occasions.
    /// - Parameter redact: Returns the new facts of an event, given its type and facts; nil when they can stay.
    public func redactEvents(of subject: String, _ redact: (_ type: String, _ data: [UInt8]) throws -> [UInt8]?) throws
    {
        var found: [(sequence: Int64, type: String, time: Int64, data: [UInt8])] = []
        try connection.query("SELECT sequence, type, time_us, data FROM events WHERE subject = ?", subject) {
            (sequence: Int64, type: String, timeUs: Int64, data: [UInt8]) in
            found.append((sequence, type, timeUs, data))
        }
        for event in found {
            guard let data = try redact(event.type, event.data) else { continue }
            // A trigger refuses every UPDATE of an event.
            try connection.run("DELETE FROM events WHERE sequence = ?", event.sequence)
            try connection.run(
                "INSERT INTO events (sequence, type, subject, time_us, data) VALUES (?, ?, ?, ?, ?)", event.sequence,
                event.type, subject, event.time, data)
        }
    }
}
