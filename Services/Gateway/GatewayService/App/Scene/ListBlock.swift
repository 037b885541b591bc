/// Rows to choose from.
struct ListBlock: Sendable, Hashable {
    /// A column.
    struct Column: Sendable, Hashable {
        /// What stands above it; empty for nothing.
        let title: Text
        /// Numbers end on one line.
        let isRightAligned: Bool
        /// Gives way where there is little room.
        let isFlexible: Bool

        /// A column of words.
        static func words(_ title: Text) -> Column { Column(title: title, isRightAligned: false, isFlexible: false) }
        /// A column of free text.
        static func text(_ title: Text) -> Column { Column(title: title, isRightAligned: false, isFlexible: true) }
        /// A column of numbers.
        static func numbers(_ title: Text) -> Column { Column(title: title, isRightAligned: true, isFlexible: false) }
    }

    /// From left to right.
    let columns: [Column]
    /// Each as long as `columns`.
    let rows: [[Span]]
    /// The row that keys act on; nil where there is nothing to choose.
    let selected: Int?

    /// - Precondition: Each row has a cell for each column.
    init(_ columns: [Column], rows: [[Span]], selected: Int?) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a row has a cell for each column")
        self.columns = columns
        self.rows = rows
        self.selected = rows.isEmpty ? nil : selected.map { min(max(0, $0), rows.count - 1) }
    }

    /// Whether any column has a title.
    var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }
}
