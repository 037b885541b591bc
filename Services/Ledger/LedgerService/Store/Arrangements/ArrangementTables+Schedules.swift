import Domain
import Signals
import Storage

extension LedgerTables {
    func schedule(_ id: String) throws -> Schedule? {
        try first("SELECT content FROM schedules WHERE id = ?1", [id])
    }

    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule] {
        try all(
            "SELECT content FROM schedules WHERE owner = ?1 AND is_active = ?2 ORDER BY number DESC LIMIT ?3",
            [owner, Int64(active ? 1 : 0), Int64(limit)])
    }

    func put(_ schedule: Schedule) throws {
        try run(
            """
            INSERT INTO schedules (id, owner, is_active, content) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (id) DO UPDATE SET is_active = excluded.is_active, content = excluded.content
            """,
            [schedule.id, schedule.owner, Int64(schedule.status.isOpen ? 1 : 0), try Self.text(of: schedule)])
    }

    func dueRuns(of schedule: String) throws -> [DueRun] {
        try all("SELECT content FROM due_runs WHERE schedule = ?1 ORDER BY day, occurrence", [schedule])
    }

    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)? {
        let found = try connection.first(
            "SELECT content, due_us FROM due_runs ORDER BY due_us, schedule, occurrence LIMIT 1"
        ) { ($0.text(at: 0), Instant(microseconds: $0.int64(at: 1))) }
        return try found.map { (run: try Self.value(of: $0.0), dueAt: $0.1) }
    }

    func put(_ due: DueRun, of owner: String) throws {
        try run(
            "INSERT OR REPLACE INTO due_runs (schedule, occurrence, day, due_us, content) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                due.schedule, Int64(due.occurrence), Int64(due.day.daysSince1970),
                try zone(of: owner).start(of: due.day).microseconds, try Self.text(of: due),
            ])
    }

    func remove(_ due: DueRun) throws {
        try run(
            "DELETE FROM due_runs WHERE schedule = ?1 AND occurrence = ?2", [due.schedule, Int64(due.occurrence)])
    }

    func append(_ run: ScheduleRun, of schedule: String) throws {
        try self.run(
            "INSERT INTO schedule_runs (schedule, content) VALUES (?1, ?2)", [schedule, try Self.text(of: run)])
    }

    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)] {
        var rows: [(Int64, String)] = []
        try connection.query(
            """
            SELECT number, content FROM schedule_runs WHERE schedule = ?1 AND number < ?2
            ORDER BY number DESC LIMIT ?3
            """,
            bind: {
                $0.bind(schedule, at: 1)
                $0.bind(number ?? .max, at: 2)
                $0.bind(limit, at: 3)
            },
            { rows.append(($0.int64(at: 0), $0.text(at: 1))) })
        return try rows.map { (number: $0.0, run: try Self.value(of: $0.1)) }
    }
}
