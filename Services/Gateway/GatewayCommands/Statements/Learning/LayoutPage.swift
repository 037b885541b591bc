import Domain
import GatewaySession
import GatewayWords
import Signals

/// The pages about layouts.
enum LayoutPage {
    private static let mostColumns = 30
    private static let mostLines = 8
    private static let mostRows = 10

    /// Returns the headings with the cells below them: a line for each column, since tables of banks are wide.
    static func page(of sample: HistorySignal.StatementSample, header: HistorySignal.SampleLine) -> Page {
        var page = Page()
        let below = sample.lines.filter { $0.line > header.line }.prefix(3)
        var table = Table(
            [.numbers(Text("column", "столбец")), .text(Text("heading", "заголовок"))]
                + below.map { .text(Text("line \($0.line)", "строка \($0.line)")) })
        for (place, heading) in header.cells.enumerated().prefix(mostColumns) {
            table.add(
                [StyledText(String(place + 1)), StyledText(heading, .bold)]
                    + below.map { StyledText($0.cells.indices.contains(place) ? $0.cells[place] : "") })
        }
        page.table(table)
        return page
    }

    /// Returns the first rows as they are read.
    static func page(
        of rows: HistorySignal.StatementRows, by layout: HistorySignal.StatementLayout
    ) -> Page {
        var page = Page()
        describe(layout, in: &page)
        var table = Table([
            .words(Text("line", "строка")), .words(Text("date", "дата")), .numbers(Text("amount", "сумма")),
            .text(Text("description", "за что")),
        ])
        for row in rows.rows.prefix(mostRows) {
            table.add([
                StyledText(String(row.line)), StyledText(.day(row.date)),
                StyledText(
                    ValueText.money(row.amount, isSigned: true), row.amount.minorUnits > 0 ? .green : .plain),
                StyledText(row.description),
            ])
        }
        page.table(table)
        for problem in rows.problems.prefix(mostLines) {
            page.line(StyledText(ReasonText.of(problem.problemReason, else: problem.problem), .yellow))
        }
        page.say(
            "\(rows.count, "row", "rows"), \(rows.skipped, "line", "lines") left out",
            "\(rows.count, "строка", "строки", "строк"), пропущено строк: \(rows.skipped)", .dim)
        page.facts([
            (Text("balance before", "остаток до"), rows.openingBalance.map { StyledText(ValueText.money($0)) }),
            (Text("balance after", "остаток после"), rows.closingBalance.map { StyledText(ValueText.money($0)) }),
        ])
        return page
    }

    /// Adds the columns of a layout.
    static func describe(_ layout: HistorySignal.StatementLayout, in page: inout Page) {
        page.line(StyledText(layout.name, .bold))
        page.facts(
            layout.columns.map { column in
                let heading = layout.header.indices.contains(column.column - 1) ? layout.header[column.column - 1] : ""
                return (
                    StatementFieldText.of(column.field),
                    StyledText(heading.isEmpty ? "\(column.column)" : "\(heading) (\(column.column))")
                )
            } + [
                (Text("dates", "даты"), layout.dateOrder.map { StyledText($0.rawValue) }),
                (Text("decimals", "копейки"), layout.decimal.map { StyledText($0.rawValue) }),
                (
                    Text("signs", "знаки"),
                    layout.invertSigns == true ? StyledText("inverted", "наоборот") : nil
                ),
            ])
    }
}
