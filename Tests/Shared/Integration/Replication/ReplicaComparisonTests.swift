import Coordination
import Domain
import Replication
import SQLite
import Storage
import TestSupport
import Testing

/// Goal: a copy whose content differs from the leader's is found, is not read, and never leads.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct ReplicaComparisonTests {
    private let database: LogDatabase
    private let directory = TemporaryDirectory()

    init() throws { database = try LogDatabase() }

    private func machine(_ name: String, at file: String? = nil) async throws -> ReplicaMachine {
        try await ReplicaMachine(name, database, at: directory.file("\(file ?? name).db"))
    }

    private func wish() throws {
        let reports = ContentReports([try database.access()])
        defer { reports.close() }
        try reports.wish(for: "ledger")
    }

    private func reports() throws -> [ContentReports.Line] {
        let reports = ContentReports([try database.access()])
        defer { reports.close() }
        return try reports.read()
    }

    /// Has all machines compare.
    private func compare(_ leader: ReplicaMachine) async throws {
        let before = leader.replica.state.comparison?.number ?? 0
        try wish()
        try await eventually("the leader's report") {
            (leader.replica.state.comparison?.number ?? 0) > before
        }
    }

    private func spoil(_ name: String, _ sql: String) throws {
        try Connection.withConnection(path: directory.file("\(name).db")) { try $0.execute(sql) }
    }

    @Test func copiesWithEqualContentAgree() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        let second = try await machine("beta")
        try await first.write("one")
        try await compare(first)
        let report = try #require(first.replica.state.comparison)
        #expect(report.isLeaders && report.digest.tables.contains { $0.name == "notes" && $0.rows == 1 })
        try await eventually("the follower's report") {
            // It is published by the thread that compares, and noted by that of the replica.
            try reports().contains { $0.host == "beta" && $0.report?.number == report.number }
                && second.replica.state.comparison?.differing == []
        }
        #expect(!second.replica.state.isStopped)
        // The log may be out of reach for a moment.
        try await eventually("there is no trouble") { second.replica.trouble == nil }
        // Changes go on.
        try await first.write("two")
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        #expect(try await second.notes() == ["one", "two"])
        // What was reported is known after a restart.
        await second.stop()
        let again = try await machine("beta")
        try await eventually("the last report") { again.replica.state.comparison?.number == report.number }
        await again.stop()
        await first.stop()
    }

    @Test(arguments: [
        ("UPDATE notes SET text = 'other' WHERE id = 1", ["notes"]),
        ("DELETE FROM notes WHERE id = 2", ["notes"]),
        ("CREATE INDEX strange ON notes (text)", ["sqlite_schema"]),
    ])
    func aCopyThatDiffersStopsAndStaysSoUntilThereIsANewOne(fault: String, tables: [String]) async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        let second = try await machine("beta")
        for text in ["one", "two"] { try await first.write(text) }
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        try spoil("beta", fault)
        try await compare(first)
        try await eventually("the stop of the copy") { second.replica.state.isStopped }
        #expect(second.replica.state.difference?.tables == tables)
        let trouble = try #require(second.replica.trouble)
        #expect(trouble.contains("gateway house resync ledger") && tables.allSatisfy(trouble.contains), "\(trouble)")
        // It is reported after the stop. Other troubles are such as a log that is out of reach for a moment.
        try await eventually("the report of the trouble") { second.reported.contains { $0.contains("resync") } }
        #expect(second.reported.count { $0.contains("resync") } == 1)
        try await eventually("the report of the copy") {
            try reports().contains { $0.host == "beta" && $0.report?.differing == tables }
        }
        // It repeats nothing any more.
        try await first.write("three")
        #expect(await !second.replica.untilCurrent(within: .milliseconds(500)))
        await second.stop()

        // It stays so, and leads for nobody.
        let again = try await machine("beta")
        try await eventually("the stop after a restart") { again.replica.state.isStopped }
        #expect(again.replica.state.difference?.tables == tables)
        await first.stop()
        let third = try await machine("gamma")
        #expect(await third.replica.untilLeading())
        #expect(again.replica.state.role == .following)
        await again.stop()

        // Another copy is well.
        let new = try await machine("beta", at: "new")
        #expect(await new.replica.untilCurrent(within: .seconds(180)))
        try await compare(third)
        try await eventually("the agreement of the new copy") {
            new.replica.state.comparison?.differing == []
        }
        #expect(new.replica.state.difference == nil && !new.replica.state.isStopped)
        await new.stop()
        await third.stop()
    }

    /// The owner of the database can neither make a leader's digest nor put another in its place.
    @Test(arguments: [
        "UPDATE kopilka_comparisons SET body = set_byte(body, 30, get_byte(body, 30) # 1)",
        "UPDATE kopilka_comparisons SET host = 'gamma'",
        "UPDATE kopilka_comparisons SET body = '\\x00'::bytea",
    ])
    func aForgedReportIsRefused(forgery: String) async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        try await first.write("one")
        try await compare(first)
        try await eventually("the report") { try reports().count == 1 }
        try database.server.sql(forgery)
        #expect(try reports().map { $0.report == nil } == [true])
        let second = try await machine("beta")
        try await eventually("the refusal") {
            second.noticed.contains { $0.contains("not made by this house") }
        }
        #expect(second.replica.state.comparison == nil && !second.replica.state.isStopped)
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        await second.stop()
        await first.stop()
    }

    @Test func theLeaderHasTheContentComparedOnceADay() async throws {
        let clock = SteppedClock()
        let first = try await ReplicaMachine(
            "alpha", database, at: directory.file("alpha.db"), comparesAt: .seconds(1800), clock: clock.wallClock)
        #expect(await first.replica.untilLeading())
        // The first look at the reports sets the beginning.
        try await first.write("one")
        try wish()
        try await eventually("the report that was asked for") {
            first.replica.state.comparison != nil
        }
        let number = first.replica.state.comparison?.number
        for day in 1...2 {
            let before = first.replica.state.comparison?.number
            clock.advance(by: .seconds(86_400))
            try await eventually("the report of day \(day)") {
                first.replica.state.comparison?.number != before
            }
        }
        #expect(first.replica.state.comparison?.number == (number ?? 0) + 2, "one a day, and nothing else")
        await first.stop()
    }
}
