import Domain

/// A table fitted to a width: which columns are shown, and how wide they are.
///
/// The layout takes these steps until the table fits:
/// 1. Units move into the heading.
/// 2. Moments lose their time, then the days of this year lose the year.
/// 3. Columns that may stand below their row move there.
/// 4. Columns are dropped by rank, but never the last two; their cells fill the blanks of the column that they stand in
/// for.
/// 5. Text is cut in the middle, down to twelve columns.
struct TableLayout {
    /// The minimum width of text while columns can still be dropped.
    private static let leastText = 12
    /// The widths that columns of names and of text keep before other columns are dropped.
    private static let fairWords = 16
    private static let fairText = 24

    private let columns: [Table.Column]
    private let width: Int?
    private let sums: Int
    private var rows: [[StyledText]]
    private var titles: [String]
    /// The columns in their rows, from left to right.
    private var shown: [Int]
    /// The columns of names and texts, which may be cut; days, ids and numbers may not.
    private var flexible: Set<Int> = []
    /// The columns below their rows.
    private var below: [Int] = []
    private var widths: [Int: Int] = [:]
    /// The titles of dropped columns.
    private(set) var leftOut: [Text] = []

    init(_ table: Table, width: Int?, today: CalendarDay? = nil) {
        (columns, rows, sums, self.width) = (table.columns, table.rows, table.sums, width)
        titles = table.columns.map { $0.title.description }
        shown = []
        if width != nil { prepare() }
        shown = columns.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
        if let width { fit(width, today) }
        for column in shown where widths[column] == nil { widths[column] = natural(column) }
    }

    // MARK: Fitting

    private func natural(_ column: Int) -> Int {
        max(DisplayText.width(of: titles[column]), rows.map { $0[column].width }.max() ?? 0)
    }

    private func fair(_ column: Int) -> Int {
        guard flexible.contains(column) else { return natural(column) }
        return min(natural(column), columns[column].kind == .text ? Self.fairText : Self.fairWords)
    }

    private func least(_ column: Int) -> Int {
        flexible.contains(column) ? min(natural(column), Self.leastText) : natural(column)
    }

    private func total(_ width: (Int) -> Int) -> Int {
        shown.reduce(0) { $0 + width($1) } + Table.gap.count * max(0, shown.count - 1)
    }

    /// Hides usual contents, shortens ids, and aligns amounts at their decimals, whatever their units.
    private mutating func prepare() {
        for (column, form) in columns.enumerated() {
            if let usual = form.usual?.description {
                for row in rows.indices where rows[row][column].text == usual { rows[row][column] = .blank }
            }
            let filled = rows.map { $0[column].text }.filter { !$0.isEmpty }
            switch form.kind {
            case .text: flexible.insert(column)
            case .moments: break
            case .ids:
                let ids = ShortIDs(filled)
                replace(column) { ids[$0] }
            case .words:
                if !filled.allSatisfy({ TimeCell($0) != nil || ShortIDs.isMade($0) }) { flexible.insert(column) }
            case .numbers:
                let widest = filled.compactMap { UnitCell($0).map { DisplayText.width(of: $0.unit) } }.max() ?? 0
                replace(column) { text in
                    guard let unit = UnitCell(text)?.unit else { return text }
                    return text + String(repeating: " ", count: widest - DisplayText.width(of: unit))
                }
            }
        }
    }

    private mutating func replace(_ column: Int, _ change: (String) -> String) {
        for row in rows.indices {
            let cell = rows[row][column]
            rows[row][column] = StyledText(change(cell.text), cell.look)
        }
    }

    private mutating func fit(_ width: Int, _ today: CalendarDay?) {
        guard total(natural) > width else { return }
        moveUnits()
        if total(fair) > width { dropTimes() }
        if total(fair) > width { dropYears(today) }
        if total(natural) > width { moveBelow() }
        // Without any rank, all columns stay as long as text can be cut.
        let isRanked = columns.contains { $0.rank != nil }
        while total(isRanked ? fair : least) > width, shown.count > 2, let last = firstToGo {
            remove(last)
        }
        // Content that is never cut is dropped entirely when it is wider than the terminal.
        while total(least) > width, shown.count > 1, let last = firstToGo {
            remove(last)
        }
        share(width)
    }

    /// Drops a column; its cells fill the blanks of the column that it stands in for.
    private mutating func remove(_ column: Int) {
        shown.removeAll { $0 == column }
        guard let title = columns[column].standIn, let place = shown.first(where: { columns[$0].title == title }) else {
            leftOut.append(columns[column].title)
            return
        }
        var isWhole = true
        for row in rows.indices where !rows[row][column].text.isEmpty {
            if rows[row][place].text.isEmpty {
                rows[row][place] = StyledText(rows[row][column].text, .dim)
            } else {
                isWhole = false
            }
        }
        if !isWhole { leftOut.append(columns[column].title) }
    }

    /// The column to drop first.
    private var firstToGo: Int? {
        shown.max { (columns[$0].rank ?? 100 + $0) < (columns[$1].rank ?? 100 + $1) }
    }

    /// Moves units that all rows share into the heading.
    private mutating func moveUnits() {
        for column in shown {
            if let short = columns[column].shortTitle { titles[column] = short.description }
            guard columns[column].kind == .numbers else { continue }
            let filled = rows.map { $0[column].text }.filter { !$0.isEmpty }
            let units = Set(filled.map { UnitCell($0)?.unit })
            guard units.count == 1, let unit = units.first ?? nil else { continue }
            replace(column) { UnitCell($0)?.number ?? $0 }
            titles[column] += ", " + unit
        }
    }

    private mutating func dropTimes() {
        var hasDropped = false
        for column in shown {
            switch columns[column].kind {
            case .words where !flexible.contains(column):
                replace(column) { text in
                    let day = TimeCell(text)?.withoutTime
                    hasDropped = hasDropped || day != nil
                    return day ?? text
                }
            case .moments: replace(column) { TimeCell($0)?.withoutSeconds ?? $0 }
            default: break
            }
        }
        if hasDropped { leftOut.append(Text("time", "время")) }
    }

    private mutating func dropYears(_ today: CalendarDay?) {
        guard let year = today?.components.year else { return }
        for column in shown where !flexible.contains(column) && columns[column].kind != .numbers {
            replace(column) { TimeCell($0)?.without(year: year) ?? $0 }
        }
    }

    private mutating func moveBelow() {
        let moved = shown.filter { columns[$0].isBelow }
        shown = shown.filter { !moved.contains($0) }
        below = moved
    }

    /// Gives each column its minimum, and deals the rest out cell by cell to the columns that want more.
    private mutating func share(_ width: Int) {
        let isRoomy = total(fair) <= width
        for column in shown { widths[column] = isRoomy ? fair(column) : least(column) }
        var room = width - total { widths[$0] ?? 0 }
        while room > 0 {
            let wanting = shown.filter { (widths[$0] ?? 0) < natural($0) }.prefix(room)
            guard !wanting.isEmpty else { return }
            for column in wanting { widths[column, default: 0] += 1 }
            room -= wanting.count
        }
        // For terminals that are far too narrow, names shrink to a few letters.
        while room < 0 {
            let wide = shown.filter { flexible.contains($0) && (widths[$0] ?? 0) > 1 }
            guard let widest = wide.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else { return }
            widths[widest, default: 0] -= 1
            room += 1
        }
    }

    // MARK: Lines

    /// Returns the lines, headings first.
    func lines(hasColor: Bool) -> [String] {
        guard !shown.isEmpty else { return [] }
        let heading = titles.indices.map { StyledText(titles[$0], .dim) }
        var lines = [line(heading, hasColor)]
        for (index, row) in rows.enumerated() {
            lines.append(line(row, hasColor))
            guard index < rows.count - sums else { continue }
            lines += below.filter { !row[$0].text.isEmpty }.map { lineBelow(row[$0], hasColor) }
        }
        return lines
    }

    private func line(_ row: [StyledText], _ hasColor: Bool) -> String {
        let cells = shown.map { column in
            let wanted = widths[column] ?? 0
            let cell = row[column].cutInTheMiddle(to: wanted)
            let padding = String(repeating: " ", count: wanted - cell.width)
            let text = cell.rendered(hasColor: hasColor)
            return columns[column].isRightAligned ? padding + text : text + padding
        }
        let line = cells.joined(separator: Table.gap)
        return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }

    /// Returns a cell on its own line, below the first text column, or else the second column.
    private func lineBelow(_ cell: StyledText, _ hasColor: Bool) -> String {
        let place = shown.firstIndex { columns[$0].kind == .text } ?? min(1, shown.count - 1)
        let indent = shown[..<place].reduce(0) { $0 + (widths[$1] ?? 0) + Table.gap.count }
        let room = max(Self.leastText, (width ?? .max) - indent)
        let text = StyledText(cell.text, .dim).cutInTheMiddle(to: room)
        return String(repeating: " ", count: indent) + text.rendered(hasColor: hasColor)
    }
}
