import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a date that no calendar has spoils its own line and no other.
@Suite struct InvalidDateTests {
    private static func fault(_ content: String) async throws -> Fault? {
        try await HistoryHouse(store: InMemoryHistoryStore()).fault(
            of: HistorySignal.ReadStatement(content: content, currency: .known("EUR")))
    }

    private static func readable(_ content: String) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(content: content, currency: .known("EUR"), skipBad: true))
    }

    @Test(arguments: [
        ("01.11.2026", "22.11.2026", "31.02.2026"), ("01/11/2026", "22/11/2026", "31/02/2026"),
        ("11/01/2026", "11/22/2026", "02/31/2026"), ("2026-11-01", "2026-11-22", "2026-02-31"),
    ])
    func aRowOfCSVIsNamedAlone(first: String, second: String, invalid: String) async throws {
        let content = "Date;Amount;Description\n\(first);7;a\n\(second);8;b\n\(invalid);9;c\n"
        let fault = try #require(try await Self.fault(content))
        #expect(fault.message == "Line 4 of the file has an invalid date: \"\(invalid)\".")
        let rest = try await Self.readable(content)
        #expect(rest.rows.map(\.date) == ["2026-11-01", "2026-11-22"] && rest.problems.count == 1)
    }

    @Test func aRecordOfQIFIsNamedAlone() async throws {
        let records = ["22/11/2026", "31/02/2026", "01/11/2026"].map { "D\($0)\nT-12.50\nPShop\n^\n" }
        let rest = try await Self.readable("!Type:Bank\n" + records.joined())
        #expect(Set(rest.rows.map(\.date)) == ["2026-11-22", "2026-11-01"] && rest.problems.count == 1)
    }

    /// Ambiguous dates remain ambiguous beside an invalid one.
    @Test func anInvalidDateDecidesNothing() async throws {
        let fault = try #require(
            try await Self.fault("Date;Amount;Description\n03/04/2026;7;a\n31/02/2026;8;b\n"))
        #expect(fault.message.contains("dmy, mdy"), "\(fault)")
    }
}
