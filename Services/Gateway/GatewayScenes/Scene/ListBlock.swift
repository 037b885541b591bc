import Domain
import GatewayWords
import Synchronization

/// Rows to choose from, or to read.
package struct ListBlock: Sendable {
    /// A column.
    package struct Column: Sendable, Hashable {
        /// What becomes of a text that does not fit.
        package enum Cut: Sendable, Hashable {
            case end
            /// Beginning and end stay.
            case middle
            /// Nothing is cut: the column goes as a whole.
            case never
        }

        /// What stands above it; empty for nothing.
        package let title: Text
        /// Numbers end on one line.
        package let isRightAligned: Bool
        /// Gives way where there is little room, and takes what is left over.
        package let isFlexible: Bool
        /// Where there is too little room for all, the greatest goes first; the first two columns always stay.
        package var priority: Int?
        package var cut: Cut
        /// No narrower than this, so that it does not move from page to page; a text, before whole columns go.
        package var least = 0

        /// A column of words.
        static func words(_ title: Text) -> Column {
            Column(title: title, isRightAligned: false, isFlexible: false, cut: .end)
        }
        /// A column of free text.
        static func text(_ title: Text, cut: Cut = .middle) -> Column {
            Column(title: title, isRightAligned: false, isFlexible: true, cut: cut)
        }
        /// A column of numbers.
        static func numbers(_ title: Text) -> Column {
            Column(title: title, isRightAligned: true, isFlexible: false, cut: .never)
        }

        /// The same with a place in the order in which columns go; 1 goes last.
        func priority(_ priority: Int) -> Column { with { $0.priority = priority } }

        /// The same, no narrower than this.
        func least(_ width: Int) -> Column { with { $0.least = width } }

        private func with(_ change: (inout Column) -> Void) -> Column {
            var column = self
            change(&column)
            return column
        }
    }

    /// How many rows there are in all.
    package enum Count: Sendable, Hashable {
        case exactly(Int)
        /// So many are loaded, and there are more.
        case atLeast(Int)
        /// Nobody counts these.
        case uncounted
    }

    /// From left to right.
    package let columns: [Column]
    /// Each as long as `columns`.
    package let rows: [[Span]]
    /// The row that keys act on; nil where there is nothing to choose.
    package let selected: Int?
    /// How many there are, also those that are not loaded.
    package let count: Count
    /// Texts between rows, by the row they stand before: a month with its sums. They cannot be chosen.
    package let groups: [Int: [Text]]
    /// How wide its columns would be; shared where rows are kept from screen to screen.
    package let measure: ListMeasure

    /// - Precondition: Each row has a cell for each column.
    init(
        _ columns: [Column], rows: [[Span]], selected: Int?, count: Count? = nil, groups: [Int: [Text]] = [:],
        measure: ListMeasure = ListMeasure()
    ) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
        self.columns = columns
        self.rows = rows
        self.selected = rows.isEmpty ? nil : selected.map { min(max(0, $0), rows.count - 1) }
        self.count = count ?? .exactly(rows.count)
        self.groups = groups
        self.measure = measure
    }

    /// Whether any column has a title.
    package var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

    /// A line of a list.
    package enum Line: Sendable, Hashable {
        case row(Int)
        case group(Int)
    }

    /// Rows with the groups between them.
    package var lines: [Line] {
        guard !groups.isEmpty else { return rows.indices.map { .row($0) } }
        return rows.indices.flatMap { row -> [Line] in groups[row] == nil ? [.row(row)] : [.group(row), .row(row)] }
    }
}

/// Remembers how wide the columns of rows would be, by language: looking at thousands of rows with every key takes time.
package final class ListMeasure: Sendable {
    private let widths = Mutex<[Language: [Int]]>([:])

    /// What is remembered; found out with `body` the first time.
    package func widths(in language: Language, _ body: () -> [Int]) -> [Int] {
        if let known = widths.withLock({ $0[language] }) { return known }
        let found = body()
        widths.withLock { $0[language] = found }
        return found
    }
}
