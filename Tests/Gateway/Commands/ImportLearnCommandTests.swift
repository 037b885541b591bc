import Coordination
import Foundation
import GatewayWords
import Signals
import Testing

@testable import GatewayCommands

/// Goal: columns are named by heading or number without a doubt, and questions suggest what the header says.
@Suite struct ImportLearnCommandTests {
    private static let header = HeaderColumns(header: ["Day", "Sum", "sum", "Who, why", "", "7", "Sum"])

    @Test(arguments: [("Day", 1), ("day", 1), (" DAY ", 1), ("2", 2), ("sum", 3), ("Who, why", 4), ("5", 5), ("7", 6)])
    func aColumnIsNamedByHeadingOrNumber(name: String, column: Int) throws {
        #expect(try Self.header.column(name, flag: "date") == column)
    }

    @Test(arguments: ["Sum", "SUM", "", "0", "-1", "8", "99999999999999999999", "nothing"])
    func whatIsNoColumnIsRefused(name: String) {
        #expect(throws: UsageError.self) { try Self.header.column(name, flag: "date") }
    }

    @Test func severalColumnsAreSeparatedByCommas() throws {
        #expect(try Self.header.columns("Day,3", flag: "description") == [1, 3])
        #expect(try Self.header.columns("Who, why", flag: "description") == [4])
    }

    /// A person who types lines.
    private static func columns(
        _ lines: String..., suggested: [HistorySignal.StatementColumn] = []
    ) throws -> (columns: [String], asked: Int) {
        var rest = lines[...]
        var asked = 0
        let questions = LayoutQuestions(
            header: HeaderColumns(header: ["Day", "In", "Out", "Who", "Why", "Left"]), suggested: suggested
        ) { _ in
            asked += 1
            return rest.popFirst()
        }
        let found = try questions.columns().map { "\($0.field) \($0.column)" }
        return (found, asked)
    }

    @Test func everyQuestionIsAskedOnce() throws {
        let split = try Self.columns("Day", "-", "Out", "2", "Who,Why", "-", "", "6")
        #expect(split.columns == ["date 1", "debit 3", "credit 2", "description 4", "description 5", "balance 6"])
        #expect(split.asked == 8)
        let signed = try Self.columns("1", "2", "", "", "", "")
        #expect(signed.columns == ["date 1", "amount 2"])
    }

    @Test func anEmptyLineTakesTheSuggestion() throws {
        let suggested = [
            HistorySignal.StatementColumn(column: 1, field: .date),
            HistorySignal.StatementColumn(column: 4, field: .description),
            HistorySignal.StatementColumn(column: 6, field: .state),
        ]
        let found = try Self.columns("", "In", "", "-", "-", "-", suggested: suggested)
        #expect(found.columns == ["date 1", "amount 2", "description 4", "state 6"])
    }

    @Test func aWrongAnswerIsAskedAgainAndNotForever() throws {
        #expect(try Self.columns("what", "Day", "2", "", "", "", "").columns == ["date 1", "amount 2"])
        #expect(throws: Fault.self) { try Self.columns("what", "when", "where", "Day") }
        #expect(throws: Fault.self) { try Self.columns("-", "-", "-") }
        #expect(throws: UsageError.self) { try Self.columns("Day") }
    }
}
