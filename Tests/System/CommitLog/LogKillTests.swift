import Domain
import Foundation
import Hosting
import PostgreSQL
import Replication
import SQLite
import Signals
import Sodium
import Storage
import TestSupport
import Testing

/// Every acknowledged transfer exists exactly once in the house and in its log, whatever is killed and whenever.
///
/// `KOPILKA_TEST_LOG_KILLS` is the total number of kills, 40 by default.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct LogKillTests {
    private static let kills = ProcessInfo.processInfo.environment["KOPILKA_TEST_LOG_KILLS"].flatMap { Int($0) } ?? 40

    @Test func servicesAndTheServerOfTheLogAreKilledUnderLoad() async throws {
        let server = try TemporaryPostgreSQL(isDurable: false)
        let key = SecretBytes.random(count: 32)
        let services = ["auth", "ledger", "history"]
        let bank = try await CrashBank(accounts: 10) { house in
            let layout = DataLayout(root: house.dataDirectory)
            for service in services {
                try layout.prepare(for: service)
                try replaceFile(
                    layout.commitLog(of: service),
                    with: LogAccess.file(url: server.url(), house: "house", service: service, houseKey: key))
            }
        }
        let load = bank.load(tasks: 8)
        for kill in 0..<Self.kills {
            try await Task.sleep(for: .milliseconds(.random(in: 0...80)))
            switch kill % 4 {
            case 0, 2:
                try await bank.house.kill("ledger")
                try await bank.house.start("ledger")
            case 1:
                server.kill()
                try await Task.sleep(for: .milliseconds(.random(in: 0...100)))
                try server.start()
            default:
                try await bank.house.kill("history")
                try await bank.house.start("history")
            }
        }
        let before = bank.acknowledgedCount
        try await eventually("transfers go on", within: .seconds(180)) { bank.acknowledgedCount > before }
        try await bank.endLoad(load)
        #expect(try await bank.problems() == [])
        #expect(bank.acknowledgedCount > Self.kills)

        for service in services {
            // Read with the service's log at rest.
            try await bank.house.kill(service)
            let access = LogAccess(
                url: try PostgreSQLURL(server.url()), house: "house", service: service, houseKey: key)
            let log = PostgreSQLCommitLog(access, clock: .system)
            let copy = bank.house.directory.file("\(service).copy.db")
            try Connection.withConnection(path: copy) { connection in
                try connection.begin(LogPosition(house: "copy", head: .none, time: Instant(microseconds: 0)))
                var head = CommitHead.none
                while case let page = try log.commits(after: head), !page.isEmpty {
                    for commit in page { head = try connection.take(commit) }
                }
            }
            let own = bank.house.database(of: service)
            // A killed service may lack the last commit; opening its database takes it.
            let (head, newest) = (try Self.head(own), try Self.head(copy))
            #expect((0...1).contains(newest - head), "\(service): \(head) of \(newest)")
            if head == newest { #expect(try Self.content(own) == Self.content(copy), "\(service)") }
        }
        await bank.close()
    }

    private static func head(_ path: String) throws -> Int64 {
        try Connection.withConnection(path: path) { try $0.logPosition()?.head.number ?? 0 }
    }

    /// Returns the hash of each table with its number of rows.
    private static func content(_ path: String) throws -> [String] {
        try Connection.withConnection(path: path) { connection in
            // FTS5 has its own tables, which depend on when it wrote its index.
            let tables: [String] = try connection.all(
                """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'commit_log_head'
                ORDER BY name
                """)
            return try tables.map { table in
                let columns: [String] = try connection.all("SELECT name FROM pragma_table_info(?)", table)
                let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
                let statement = try connection.statement(dynamic: "SELECT \(row) FROM \"\(table)\" ORDER BY 1")
                var (lines, count) = ([UInt8](), 0)
                while try statement.step() {
                    lines = Digest.blake2b256(lines + Array(statement.row.text(at: 0).utf8))
                    count += 1
                }
                return "\(table): \(count) \(Base64URL.encode(lines))"
            }
        }
    }
}
