import Storage

extension Connection {
    /// Returns the sequence of the newest event; 0 without an event log.
    func newestEvent() throws -> Int64 { try hasEventLog() ? try newestSequence() : 0 }

    /// Returns the sequences of the last handled events of other services, by service; none without an event log.
    func followedEvents() throws -> [String: Int64] {
        var followed: [String: Int64] = [:]
        guard try hasEventLog() else { return followed }
        try query("SELECT source, sequence FROM cursors") { (source: String, sequence: Int64) in
            followed[source] = sequence
        }
        return followed
    }

    /// False for the database of an extra service that was written without the kit.
    private func hasEventLog() throws -> Bool {
        let count: Int64? = try first(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('events', 'event_runs', 'cursors')")
        return count == 3
    }
}
