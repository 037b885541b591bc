import Domain
import Foundation
import Signals
import StrictJSON

/// Layouts for tests.
enum LayoutSamples {
    static let header = ["Booked", "Value", "Who", "Why"]
    static let columns = [
        HistorySignal.StatementColumn(column: 1, field: .date),
        HistorySignal.StatementColumn(column: 2, field: .amount),
        HistorySignal.StatementColumn(column: 3, field: .description),
        HistorySignal.StatementColumn(column: 4, field: .description),
    ]
    static let content = "Booked;Value;Who;Why\n2026-03-01;-5.00;Shop;Bread\n2026-03-02;7.00;Ann;\n"

    static func learn(
        _ name: String = "bank", header: [String] = header, columns: [HistorySignal.StatementColumn] = columns
    ) -> HistorySignal.LearnStatement {
        HistorySignal.LearnStatement(name: name, header: header, columns: columns)
    }

    /// Returns columns by their numbers.
    static func columns(_ fields: KeyValuePairs<Int, HistorySignal.StatementField>) -> [HistorySignal.StatementColumn] {
        fields.map { HistorySignal.StatementColumn(column: $0.key, field: $0.value) }
    }

    /// Returns a file of `Tests/Samples/Banks/Learned`, and its layout.
    static func bank(_ name: String) throws -> (content: Data, layout: HistorySignal.StatementLayout) {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Samples/Banks/Learned")
        let layout = try Data(contentsOf: folder.appendingPathComponent("\(name).layout.json"))
        return (
            try Data(contentsOf: folder.appendingPathComponent("\(name).csv")),
            try JSONDocument(Array(layout)).root.decode(HistorySignal.StatementLayout.self)
        )
    }
}
