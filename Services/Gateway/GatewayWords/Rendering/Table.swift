import Domain

/// Rows and columns for people.
///
/// Without a width everything is written. For a terminal a table is fitted to its columns by ``TableLayout``, so that the
/// terminal never breaks a line.
package struct Table: Sendable {
    /// A column.
    package struct Column: Sendable {
        /// What its cells hold, which tells how they give way.
        enum Kind: Sendable {
            /// Names: cut in the middle where there is no room. Days, moments and ids are never cut: days lose their time,
            /// then the year where it is this one.
            case words
            /// Moments whose time tells them apart: they lose their seconds, then the year.
            case moments
            /// Free text.
            case text
            /// Ids of the person's own things, never cut; on a terminal in their shortest form.
            case ids
            /// Numbers, never cut; their unit moves into the head where all share it.
            case numbers
        }

        /// What stands above it.
        let title: Text
        /// What its cells hold.
        let kind: Kind
        /// What stands above it where room is short.
        private(set) var shortTitle: Text?
        /// How long it stays where columns have to go: 1 goes last. Columns without one go before those with one, from
        /// the right to the left.
        private(set) var rank: Int?
        /// Whether it moves to a dim line of its own, below the row, where there is no room.
        private(set) var isBelow = false
        /// The title of the column whose blank cells its own fill where it has to go.
        private(set) var standIn: Text?
        /// What its cells usually say, which is not said on a terminal.
        private(set) var usual: Text?

        /// Numbers end on one line.
        var isRightAligned: Bool { kind == .numbers }

        private init(_ title: Text, _ kind: Kind) { (self.title, self.kind) = (title, kind) }

        /// A column of words.
        package static func words(_ title: Text) -> Column { Column(title, .words) }
        /// A column of free text.
        package static func text(_ title: Text) -> Column { Column(title, .text) }
        /// A column of numbers.
        package static func numbers(_ title: Text) -> Column { Column(title, .numbers) }
        /// A column of ids that commands take in their short form.
        package static func ids(_ title: Text) -> Column { Column(title, .ids) }
        /// A column of moments.
        package static func moments(_ title: Text) -> Column { Column(title, .moments) }
        /// The same, which goes after those of a greater rank.
        package func ranked(_ rank: Int) -> Column { with { $0.rank = rank } }
        /// The same, with a title for narrow terminals.
        package func short(_ title: Text) -> Column { with { $0.shortTitle = title } }
        /// The same, which moves below the row.
        package func below() -> Column { with { $0.isBelow = true } }
        /// The same, whose cells fill the blank ones of another column where it has to go itself.
        package func standingIn(for title: Text) -> Column { with { $0.standIn = title } }
        /// The same, whose cells are silent on a terminal where they say this.
        package func silent(_ usual: Text) -> Column { with { $0.usual = usual } }

        private func with(_ change: (inout Column) -> Void) -> Column {
            var column = self
            change(&column)
            return column
        }
    }

    /// What stands between columns.
    static let gap = "  "

    /// From left to right.
    let columns: [Column]
    /// Each as long as `columns`.
    private(set) var rows: [[StyledText]] = []
    /// How many of the last rows are sums of the others.
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

    /// The lines, headings first; a column that is empty in every row is left out.
    ///
    /// - Parameters:
    ///   - width: The columns of the terminal, nil for as many as it takes.
    ///   - today: Days of its year may go without their year.
    func lines(width: Int?, hasColor: Bool, today: CalendarDay? = nil) -> [String] {
        TableLayout(self, width: width, today: today).lines(hasColor: hasColor)
    }
}
