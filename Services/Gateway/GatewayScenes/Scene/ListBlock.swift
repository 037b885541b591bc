import Domain
import GatewayWords
import Synchronization

/// A list to select from or to read.
package struct ListBlock: Sendable {
    package struct Column: Sendable, Hashable {
        /// How a text that does not fit is shortened.
        package enum Cut: Sendable, Hashable {
            case end
            /// Keeps the beginning and the end.
            case middle
            /// Cuts nothing: the column is dropped as a whole.
            case never
        }

        /// The heading; may be empty.
        package let title: Text
        /// True for numbers.
        package let isRightAligned: Bool
        /// True for a column that shrinks when space is scarce and takes the remaining width.
        package let isFlexible: Bool
        /// The order in which columns are dropped, the greatest first; the first two columns always stay.
        package var priority: Int?
        package var cut: Cut
        /// The minimum width, so that the column does not move from page to page; for a text, the width before whole
        /// columns are dropped.
        package var least = 0

        static func words(_ title: Text) -> Column {
            Column(title: title, isRightAligned: false, isFlexible: false, cut: .end)
        }
        /// Creates a column of free text.
        static func text(_ title: Text, cut: Cut = .middle) -> Column {
            Column(title: title, isRightAligned: false, isFlexible: true, cut: cut)
        }
        static func numbers(_ title: Text) -> Column {
            Column(title: title, isRightAligned: true, isFlexible: false, cut: .never)
        }

        /// Returns the column with a priority; a column of priority 1 is dropped last.
        func priority(_ priority: Int) -> Column { with { $0.priority = priority } }

        /// Returns the column with a minimum width.
        func least(_ width: Int) -> Column { with { $0.least = width } }

        private func with(_ change: (inout Column) -> Void) -> Column {
            var column = self
            change(&column)
            return column
        }
    }

    /// The total number of rows.
    package enum Count: Sendable, Hashable {
        case exactly(Int)
        /// The number of loaded rows, when there are more.
        case atLeast(Int)
        /// The number is unknown.
        case uncounted
    }

    /// The columns from left to right.
    package let columns: [Column]
    /// The rows, each as long as `columns`.
    package let rows: [[Span]]
    /// The row that keys act on; nil for a list without selection.
    package let selected: Int?
    /// The total number of rows, including those not loaded.
    package let count: Count
    /// Headings between rows, by the row that follows: a month with its sums. They cannot be selected.
    package let groups: [Int: [Text]]
    /// The names of the rows, by which a choice finds its row in a list that has changed; none for a list to read.
    package private(set) var keys: [String] = []
    /// The effect of choosing a row in faces that point at rows.
    package private(set) var opening = Opening.nothing
    /// The measured widths of the columns; shared where rows are kept from screen to screen.
    package let measure: ListMeasure

    /// Creates a list.
    ///
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

    /// The effect of choosing a row.
    package enum Opening: Sendable, Hashable {
        /// The list is to read.
        case nothing
        /// Selects the row: other panes show it, and actions act on it.
        case selects
        /// Does what Enter does.
        case enters
        /// Leads to a scene for each row; nil for a row that leads nowhere.
        case scenes([SceneAddress?])
        /// Leads to the row of the same name in another scene.
        case rows(of: SceneAddress)
    }

    /// Returns the list with names of its rows.
    ///
    /// - Precondition: One name for each row.
    func keyed(_ keys: [String], _ opening: Opening) -> ListBlock {
        precondition(keys.count == rows.count, "each row has a name")
        var list = self
        (list.keys, list.opening) = (keys, opening)
        return list
    }

    /// True when any column has a heading.
    package var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

    /// A line of a list.
    package enum Line: Sendable, Hashable {
        case row(Int)
        case group(Int)
    }

    /// The rows with the headings between them.
    package var lines: [Line] {
        guard !groups.isEmpty else { return rows.indices.map { .row($0) } }
        return rows.indices.flatMap { row -> [Line] in groups[row] == nil ? [.row(row)] : [.group(row), .row(row)] }
    }
}

/// Caches the widths of columns by language: measuring thousands of rows for every key takes too long.
package final class ListMeasure: Sendable {
    private let widths = Mutex<[Language: [Int]]>([:])

    /// Returns the cached widths; measures them with `body` the first time.
    package func widths(in language: Language, _ body: () -> [Int]) -> [Int] {
        if let known = widths.withLock({ $0[language] }) { return known }
        let found = body()
        widths.withLock { $0[language] = found }
        return found
    }
}
