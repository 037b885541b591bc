import Domain
import Signals
import Storage

extension LedgerTables {
    func schedule(_ id: String) throws -> Schedule? {
        try first("SELECT content FROM schedules WHERE id = ?", id)
    }

    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule] {
        try all(
            "SELECT content FROM schedules WHERE owner = ? AND is_active = ? ORDER BY number DESC LIMIT ?",
            owner, active, limit)
    }

    func put(_ schedule: Schedule) throws {
        try connection.run(
            """
            INSERT INTO schedules (id, owner, is_active, content) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET is_active = excluded.is_active, content = excluded.content
            """,
            schedule.id, schedule.owner, schedule.status.isOpen, try Self.text(of: schedule))
    }

    func dueRuns(of schedule: String) throws -> [DueRun] {
        try all("SELECT content FROM due_runs WHERE schedule = ? ORDER BY day, occurrence", schedule)
    }

    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)? {
        let found = try connection.first(
            "SELECT content, due_us FROM due_runs ORDER BY due_us, schedule, occurrence LIMIT 1"
        ) { (content: String, dueAt: Instant) in (content, dueAt) }
        return try found.map { (run: try Self.value(of: $0.0), dueAt: $0.1) }
    }

    func put(_ due: DueRun, of owner: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO due_runs (schedule, occurrence, day, due_us, content) VALUES (?, ?, ?, ?, ?)",
            due.schedule, due.occurrence, due.day,
            try zone(of: owner).start(of: due.day), try Self.text(of: due))
    }

    func remove(_ due: DueRun) throws {
        try connection.run(
            "DELETE FROM due_runs WHERE schedule = ? AND occurrence = ?", due.schedule, due.occurrence)
    }

    func append(_ run: ScheduleRun, of schedule: String) throws {
        try connection.run(
            "INSERT INTO schedule_runs (schedule, content) VALUES (?, ?)", schedule, try Self.text(of: run))
    }

    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)] {
        let rows = try connection.all(
            """
            SELECT number, content FROM schedule_runs WHERE schedule = ? AND number < ? ORDER BY number DESC LIMIT ?
            """, schedule, number ?? .max, limit
        ) { (number: Int64, content: String) in (number, content) }
        return try rows.map { (number: $0.0, run: try Self.value(of: $0.1)) }
    }
}
