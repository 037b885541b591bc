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
                    head = try connection.take(page)
                }
            }
            let own = bank.house.database(of: service)
            // A killed service may lack the last commit; opening its database takes it.
            let (head, newest) = (try Self.head(own), try Self.head(copy))
            #expect((0...1).contains(newest - head), "\(service): \(head) of \(newest)")
            if head == newest {
                #expect(
                    try DatabaseContent(of: own).tables == DatabaseContent(of: copy).tables, "\(service)")
            }
        }
        await bank.close()
    }

    private static func head(_ path: String) throws -> Int64 {
        try Connection.withConnection(path: path) { try $0.logPosition()?.head.number ?? 0 }
    }
}
