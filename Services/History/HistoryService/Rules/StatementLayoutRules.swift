import Coordination
import Domain
import Reasons
import Signals
import Tables

/// The rules of a layout of CSV files.
enum StatementLayoutRules {
    /// The most layouts of a user: all of them fit an answer.
    static let most = 50
    static let longestName = 100
    /// The characters of a heading that count.
    static let longestHeading = 100
    static let mostDescriptions = 5

    /// Returns a header as it is compared: each heading on one line, shortened.
    static func header(_ cells: [String]) -> [String] {
        cells.map { CleanText.line($0, limit: longestHeading) }
    }

    /// Returns a layout with its header as it is compared.
    ///
    /// - Parameter path: The path of the layout in the request.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func checked(
        _ layout: HistorySignal.StatementLayout, at path: String = ""
    ) throws(Fault) -> HistorySignal.StatementLayout {
        guard CleanText.line(layout.name, limit: longestName) == layout.name, !layout.name.isEmpty else {
            throw .invalidArgument("\(path)name", .badLine, ["most": .number(longestName)])
        }
        guard (2...CSVReader.mostFields).contains(layout.header.count) else {
            throw .invalidArgument(
                "\(path)header", .mustBeBetween, ["least": 2, "most": .number(CSVReader.mostFields)])
        }
        guard layout.columns.count <= layout.header.count else {
            throw .invalidArgument("\(path)columns", .mustBeAtMost, ["most": .number(layout.header.count)])
        }
        var (columns, fields): (Set<Int>, Set<HistorySignal.StatementField>) = ([], [])
        for (index, column) in layout.columns.enumerated() {
            guard (1...layout.header.count).contains(column.column) else {
                throw .invalidArgument(
                    "\(path)columns[\(index)].column", .mustBeBetween,
                    ["least": 1, "most": .number(layout.header.count)])
            }
            guard columns.insert(column.column).inserted else {
                throw .invalidArgument("\(path)columns[\(index)].column", .columnTwice)
            }
            guard fields.insert(column.field).inserted || column.field == .description else {
                throw .invalidArgument(
                    "\(path)columns[\(index)].field", .fieldTwice, ["field": .text(column.field.rawValue)])
            }
        }
        guard layout.columns.count(where: { $0.field == .description }) <= mostDescriptions else {
            throw .invalidArgument("\(path)columns", .tooManyDescriptions, ["most": .number(mostDescriptions)])
        }
        guard fields.contains(.date) else { throw .invalidArgument("\(path)columns", .layoutWithoutDate) }
        guard fields.contains(.amount) == fields.isDisjoint(with: [.debit, .credit]) else {
            throw .invalidArgument("\(path)columns", .layoutWithoutAmount)
        }
        return HistorySignal.StatementLayout(
            name: layout.name, header: header(layout.header), columns: layout.columns, dateOrder: layout.dateOrder,
            decimal: layout.decimal, invertSigns: layout.invertSigns == true ? true : nil)
    }
}
