// Reports in a terminal.
extension ReportSheet {
    /// Adds the report to a page: a table for each currency.
    package func present(on page: inout Page) {
        page.line(StyledText(title, .bold), StyledText(Text(verbatim: "  ") + days, .dim))
        if parts.isEmpty { page.say(ReportTexts.nothing) }
        for part in parts {
            page.line()
            page.line(StyledText(Text.unit(part.currency), .bold))
            page.table(table(of: part))
        }
        if let note, !parts.isEmpty {
            page.line()
            page.say(note, .dim)
        }
    }

    private func table(of part: Part) -> Table {
        let ranks = ranks
        var table = Table(
            [.text(ReportTexts.name).ranked(1)]
                + zip(columns, ranks).map { column, rank in Table.Column.numbers(column.title).ranked(rank) })
        let sums = part.rows.reversed().prefix { $0.look == .sum }.count
        for (index, row) in part.rows.enumerated() {
            let look: StyledText.Look = row.look == .plain ? .plain : .bold
            let indent = Text(verbatim: String(repeating: "  ", count: row.depth))
            let cells =
                [StyledText(indent + row.name, look)]
                + row.cells.map { cell in cell.map { StyledText($0, look) } ?? .blank }
            if index < part.rows.count - sums { table.add(cells) } else { table.addSum(cells) }
        }
        return table
    }

    /// The order in which a narrow terminal keeps the columns: the newest period, the total, then older periods.
    private var ranks: [Int] {
        let newest = columns.compactMap { if case .amount(let place) = $0.content { place } else { nil } }.max() ?? 0
        return columns.map { column in
            switch column.content {
            case .amount(let place): place == newest ? 2 : 6 + 2 * (newest - place)
            case .change(let place): place == newest ? 3 : 7 + 2 * (newest - place)
            case .total: 4
            case .share: 5
            case .average: 8 + 2 * newest
            }
        }
    }
}
