import Domain

/// A table for people.
///
/// Without a width all of it is written. For a terminal, ``TableLayout`` fits the table to the width, so that the
/// terminal never wraps a line.
package struct Table: Sendable {
    package struct Column: Sendable {
        /// The kind of content, which decides how cells are shortened.
        enum Kind: Sendable {
            /// Names: cut in the middle where there is no room. Days, moments and ids are never cut: days lose their
            /// time, then the year if it is the current one.
            case words
            /// Moments that differ in their time: they lose their seconds, then the year.
            case moments
            /// Free text.
            case text
            /// Ids of the user's own things, never cut; in their shortest form on a terminal.
            case ids
            /// Numbers, never cut; a unit that all cells share moves into the heading.
            case numbers
        }

        /// The heading.
        let title: Text
        let kind: Kind
        /// The heading for narrow terminals.
        private(set) var shortTitle: Text?
        /// The order in which columns are kept: rank 1 is dropped last. Columns without a rank are dropped before those
        /// with one, from right to left.
        private(set) var rank: Int?
        /// True when the cell may move to a dim line of its own, below the row.
        private(set) var isBelow = false
        /// The title of the column whose blank cells this column fills when it is dropped.
        private(set) var standIn: Text?
        /// The usual content of its cells, which a terminal does not show.
        private(set) var usual: Text?

        /// True for numbers.
        var isRightAligned: Bool { kind == .numbers }

        private init(_ title: Text, _ kind: Kind) { (self.title, self.kind) = (title, kind) }

        package static func words(_ title: Text) -> Column { Column(title, .words) }
        package static func text(_ title: Text) -> Column { Column(title, .text) }
        package static func numbers(_ title: Text) -> Column { Column(title, .numbers) }
        /// Creates a column of ids that commands take in their short form.
        package static func ids(_ title: Text) -> Column { Column(title, .ids) }
        package static func moments(_ title: Text) -> Column { Column(title, .moments) }
        /// Returns the column with a rank; columns of a greater rank are dropped first.
        package func ranked(_ rank: Int) -> Column { with { $0.rank = rank } }
        /// Returns the column with a heading for narrow terminals.
        package func short(_ title: Text) -> Column { with { $0.shortTitle = title } }
        /// Returns the column as one that may move below its row.
        package func below() -> Column { with { $0.isBelow = true } }
        /// Returns the column with its stand-in: when it is dropped, its cells fill the blank ones of another column.
        package func standingIn(for title: Text) -> Column { with { $0.standIn = title } }
        /// Returns the column with a usual content, which a terminal does not show.
        package func silent(_ usual: Text) -> Column { with { $0.usual = usual } }

        private func with(_ change: (inout Column) -> Void) -> Column {
            var column = self
            change(&column)
            return column
        }
    }

    /// The gap between columns.
    static let gap = "  "

    /// The columns from left to right.
    let columns: [Column]
    /// The rows, each as long as `columns`.
    private(set) var rows: [[StyledText]] = []
    /// The number of last rows that are sums of the others.
    private(set) var sums = 0

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row.
    /// - Precondition: It has a cell for each column.
    package mutating func add(_ cells: [StyledText]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        precondition(sums == 0, "sums stand below all rows")
        rows.append(cells)
    }

    /// Adds a row of sums, below all others.
    /// - Precondition: It has a cell for each column.
    package mutating func addSum(_ cells: [StyledText]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells)
        sums += 1
    }

    /// Returns the lines, headings first. A column that is empty in every row is left out.
    ///
    /// - Parameters:
    ///   - width: The columns of the terminal; nil for no limit.
    ///   - today: Days of its year may lose their year.
    func lines(width: Int?, hasColor: Bool, today: CalendarDay? = nil) -> [String] {
        TableLayout(self, width: width, today: today).lines(hasColor: hasColor)
    }
}
