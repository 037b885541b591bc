import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: any table of any bank, taught once, is read back to the rows that it was made of. Method: random columns in
/// random order, with random separators, quotes, marks of decimals and thousands, orders of dates and titles before the
/// header, from a printed seed; and each is read in the company of forty-nine other layouts.
@Suite struct RandomTableTests {
    @Test(arguments: (0..<40).map { _ in UInt64.random(in: .min ... .max) })
    func aTableThatWasLearnedIsReadBack(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let table = RandomTable(&random)
        _ = try await house.send(
            HistorySignal.LearnStatement(
                name: "bank", header: table.header, columns: table.columns, dateOrder: table.dateOrder,
                decimal: table.decimal))
        for number in 0..<49 {
            let other = RandomTable(&random)
            _ = try await house.send(
                HistorySignal.LearnStatement(name: "other \(number)", header: other.header, columns: other.columns))
        }
        let signal = HistorySignal.ReadStatement(
            content: table.content, format: .csv, currency: .known("EUR"))
        let read: HistorySignal.StatementRows
        do {
            read = try await house.send(signal)
        } catch {
            Issue.record("seed \(seed): \(error)\n\(table.content)")
            return
        }
        // Rows of one day may be booked in another order where the file has none: the sets are compared by day.
        func sorted(_ rows: [RandomTable.Row]) -> [String] {
            rows.map { "\($0.day) \($0.change) \($0.description)" }.sorted()
        }
        let found = try read.rows.map { row in
            RandomTable.Row(
                day: try #require(CalendarDay(row.date)), change: row.amount.minorUnits, description: row.description)
        }
        #expect(sorted(found) == sorted(table.rows), "seed \(seed)\n\(table.content)")
        #expect(read.layout == "bank" && read.skipped == 0, "seed \(seed)")
        #expect(found.map(\.day) == found.map(\.day).sorted(), "seed \(seed)")
        if table.columns.contains(where: { $0.field == .balance }) {
            let sum = table.rows.reduce(0) { $0 + $1.change }
            let (opening, closing) = (read.openingBalance, read.closingBalance)
            #expect(opening != nil && closing != nil, "seed \(seed)\n\(table.content)")
            #expect((closing?.minorUnits ?? 0) - (opening?.minorUnits ?? 0) == sum, "seed \(seed)")
        }
    }
}
