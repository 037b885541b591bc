import Reasons
import Storage
import TestSupport
import Testing

@testable import HistoryService

/// Goal: no list of a user reads rows of others, however many there are.
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

    @Test func aBookIsBroughtUpToDateByWhatChangedAlone() async throws {
        let plan = try await plan(of: HistorySQL.changedRows)
        #expect(
            plan.contains("SEARCH transactions USING INDEX transactions_by_change (user_number=? AND change>?)"))
    }

    @Test func aSearchReadsTheIndexOfWords() async throws {
        for question in [HistorySQL.search, HistorySQL.searchPhrase] {
            let plan = try await plan(of: question)
            #expect(plan.contains("search VIRTUAL TABLE INDEX") && plan.contains("M"))
        }
    }

    @Test func aWordIsSoughtFromWhereItWouldStand() async throws {
        // Bit 2 of fts5vocab's plans: the scan starts at a term.
        #expect(try await plan(of: HistorySQL.indexedWord) == "SCAN search_terms VIRTUAL TABLE INDEX 2:")
    }

    @Test(arguments: 0..<15) func nothingElseScansATable(index: Int) async throws {
        let questions = [
            HistorySQL.details, HistorySQL.transfer, HistorySQL.accounts, HistorySQL.account, HistorySQL.user,
            HistorySQL.category, HistorySQL.categoryNumber, HistorySQL.text, HistorySQL.preferences,
            HistorySQL.changedRows, HistorySQL.categories, HistorySQL.changedSince, HistorySQL.reversedRow,
            HistorySQL.timeOfExchange, HistorySQL.categoriesBetween,
        ]
        let plan = try await plan(of: questions[index])
        #expect(plan.contains("SEARCH") && !plan.contains("SCAN"))
    }
}
