import Coordination
import Domain
import SQLite

/// Reads a page of the event log: stored events and events rendered from records, merged by sequence.
struct EventPage {
    let connection: Connection
    let renderer: (any EventRenderer)?

    /// Returns the events after `sequence`, oldest first, at most `limit`.
    func read(after sequence: Int64, limit: Int) throws -> [Event] {
        let kept = try keptEvents(after: sequence, limit: limit)
        let runs = try runs(after: sequence, limit: limit)
        guard !runs.isEmpty else { return kept }
        var page: [Event] = []
        page.reserveCapacity(limit)
        var rest = kept[...]
        for run in runs {
            while let next = rest.first, next.sequence < run.sequence, page.count < limit {
                page.append(next)
                rest = rest.dropFirst()
            }
            guard let part = run.part(after: sequence, limit: limit - page.count) else { continue }
            page += try render(part)
        }
        return page + rest.prefix(limit - page.count)
    }

    private func keptEvents(after sequence: Int64, limit: Int) throws(SQLiteError) -> [Event] {
        try connection.all(
            "SELECT sequence, type, subject, time_us, data FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
            sequence, limit
        ) { (sequence: Int64, type: String, subject: String, time: Instant, data: [UInt8]) in
            Event(sequence: sequence, type: type, subject: subject, time: time, data: data)
        }
    }

    /// Returns the runs with events after `sequence`, with adjacent runs joined. The first run may begin before
    /// `sequence`.
    private func runs(after sequence: Int64, limit: Int) throws(SQLiteError) -> [EventRun] {
        let statement = try connection.statement(
            """
            SELECT sequence, count, source, record FROM event_runs
            WHERE sequence >= ifnull((SELECT max(sequence) FROM event_runs WHERE sequence <= ?), 0)
            ORDER BY sequence
            """, sequence)
        var runs: [EventRun] = []
        var found: Int64 = 0
        while found < limit, try statement.step() {
            let run = try statement.row.read(as: EventRun.init)
            guard run.end > sequence else { continue }
            found += run.end - max(run.sequence - 1, sequence)
            if runs.isEmpty || !runs[runs.count - 1].extend(by: run) { runs.append(run) }
        }
        return runs
    }

    private func render(_ run: EventRun) throws -> [Event] {
        let records = run.record...(run.record + run.count - 1)
        guard let renderer else {
            throw SQLiteError(code: .corrupt, message: "There are events of \(run.source), and nothing to make them.")
        }
        let made = try renderer.events(of: records, in: run.source, connection)
        guard made.count == records.count else {
            throw SQLiteError(
                code: .corrupt, message: "Of the records \(records) of \(run.source), \(made.count) became events.")
        }
        return made.enumerated().map { index, event in
            Event(
                sequence: run.sequence + Int64(index), type: event.type, subject: event.subject, time: event.time,
                data: event.data)
        }
    }
}

extension Connection {
    /// Returns the sequence of the newest event, stored or rendered; 0 when there is none.
    public func newestSequence() throws(SQLiteError) -> Int64 {
        try first(
            """
            SELECT max(
                ifnull((SELECT max(sequence) FROM events), 0),
                ifnull((SELECT sequence + count - 1 FROM event_runs ORDER BY sequence DESC LIMIT 1), 0))
            """) ?? 0
    }
}
