import Storage
import TestSupport
import Testing

@testable import HistoryService

/// Goal: no list of a user's reads the rows of others, however many rows there are.
@Suite struct HistorySQLTests {
    private func plan(of sql: StaticString) async throws -> String {
        let folder = TemporaryDirectory()
        let store = try await Store.open(at: folder.file("history.db"), migrations: HistoryMigrations.all)
        let lines = try await store.read { transaction in
            var lines: [String] = []
            let statement = try transaction.connection.statement(dynamic: "EXPLAIN QUERY PLAN \(sql)")
            while try statement.step() { lines.append(statement.row.text(at: 3)) }
            return lines
        }
        await store.close()
        withExtendedLifetime(folder) {}
        return lines.joined(separator: "\n")
    }

    @Test func aUsersPageIsReadFromTheEndOfTheirIndexWithoutSorting() async throws {
        let plan = try await plan(of: HistorySQL.userPage)
        #expect(
            plan.contains(
                "SEARCH t USING INDEX transactions_by_user (user_number=? AND side=? AND rowid>? AND rowid<?)"))
        #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"))
    }

    @Test func anAccountsPageIsReadFromTheEndOfItsIndexWithoutSorting() async throws {
        let plan = try await plan(of: HistorySQL.accountPage)
        #expect(
            plan.contains(
                "SEARCH t USING INDEX transactions_by_account (account_number=? AND side=? AND rowid>? AND rowid<?)"))
        #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"))
    }

    @Test(arguments: 0..<7) func nothingElseScansATable(index: Int) async throws {
        let questions = [
            HistorySQL.sumOfRows, HistorySQL.sumOfDays, HistorySQL.keysOfDays, HistorySQL.transfer, HistorySQL.accounts,
            HistorySQL.account, HistorySQL.user,
        ]
        let plan = try await plan(of: questions[index])
        #expect(plan.contains("SEARCH") && !plan.contains("SCAN"))
    }
}
