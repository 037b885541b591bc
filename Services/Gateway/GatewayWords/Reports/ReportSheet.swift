import Domain
import Signals

/// A report as people see it: in a terminal, and as a page of its own.
package struct ReportSheet: Sendable {
    /// A column after the name.
    package struct Column: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            /// The amounts of a period, by its place.
            case amount(Int)
            /// What changed against the compared period.
            case change(Int)
            case total
            case average
            case share
        }

        package let title: Text
        package let content: Content
    }

    /// A row.
    package struct Row: Hashable, Sendable {
        package enum Look: Hashable, Sendable {
            case plain
            /// It names the rows below it.
            case heading
            /// It sums up the rows above it.
            case sum
        }

        package let name: Text
        /// The levels above it.
        package let depth: Int
        package let look: Look
        /// One for each column; nil without a value.
        package let cells: [Text?]
    }

    /// The rows of one currency.
    package struct Part: Hashable, Sendable {
        package let currency: Currency
        package let rows: [Row]
    }

    package let title: Text
    package let days: Text
    /// What the figures leave out; nil for nothing.
    package let note: Text?
    package let columns: [Column]
    package let parts: [Part]

    /// Lays out a report.
    package init(_ answer: HistorySignal.ReportAnswer) {
        title = [ReportTexts.title(answer.kind), ReportTexts.by(answer.by)].joined(separator: " ")
        days = ReportTexts.days(answer)
        note = answer.kind == .income || answer.kind == .spending ? ReportTexts.leftOut : nil
        let columns = Self.columns(of: answer)
        self.columns = columns
        parts = answer.currencies.map { report in
            Part(currency: report.currency, rows: Arrangement(kind: answer.kind, columns: columns).rows(of: report))
        }
    }

    private static func columns(of answer: HistorySignal.ReportAnswer) -> [Column] {
        var columns: [Column] = []
        for (place, period) in answer.periods.enumerated() {
            columns.append(Column(title: ReportTexts.period(period), content: .amount(place)))
            guard let compared = answer.comparedPeriods, place < compared.count else { continue }
            let name = ReportTexts.period(compared[place])
            columns.append(Column(title: Text("vs \(name)", "к \(name)"), content: .change(place)))
        }
        let isOfBalances = answer.kind == .balance
        if !isOfBalances { columns.append(Column(title: ReportTexts.total, content: .total)) }
        if answer.kind == .spending { columns.append(Column(title: ReportTexts.share, content: .share)) }
        columns.append(Column(title: ReportTexts.average, content: .average))
        return columns
    }

    // MARK: Rows

    /// The order of rows of each kind.
    private struct Arrangement {
        let kind: HistorySignal.ReportKind
        let columns: [Column]

        func rows(of report: HistorySignal.CurrencyReport) -> [Row] {
            switch kind {
            case .balance, .spending:
                report.rows.map { row($0, name(of: $0, in: report)) }
                    + report.totals.map { row($0, ReportTexts.total, .sum) }
            case .networth:
                report.totals.map { total in
                    total.line == .balance
                        ? row(total, Text("net worth", "состояние"), .sum) : row(total, ReportTexts.line(total.line))
                }
            case .income:
                report.totals.flatMap { total -> [Row] in
                    guard total.line != .net else { return [row(total, ReportTexts.line(.net), .sum)] }
                    let rows = report.rows.filter { $0.line == total.line }
                    return [row(total, ReportTexts.line(total.line), .heading)]
                        + rows.map { row($0, name(of: $0, in: report), levels: 1) }
                }
            case .cashflow: cashflow(report)
            }
        }

        private func cashflow(_ report: HistorySignal.CurrencyReport) -> [Row] {
            var rows: [Row] = []
            for line in report.rows {
                if line.line == .opening { rows.append(heading(name(of: line, in: report))) }
                rows.append(row(line, ReportTexts.line(line.line), levels: 1))
            }
            guard Set(report.rows.map(\.key)).count > 1 else { return rows }
            return rows + [heading(ReportTexts.all)]
                + report.totals.map { row($0, ReportTexts.line($0.line), levels: 1) }
        }

        private func heading(_ name: Text) -> Row {
            Row(name: name, depth: 0, look: .heading, cells: columns.map { _ in nil })
        }

        private func row(
            _ row: HistorySignal.ReportRow, _ name: Text, _ look: Row.Look = .plain, levels: Int = 0
        ) -> Row {
            Row(
                name: name, depth: max(0, row.depth - 1) + levels, look: look,
                cells: columns.map { cell($0.content, of: row) })
        }

        private func cell(_ content: Column.Content, of row: HistorySignal.ReportRow) -> Text? {
            switch content {
            case .amount(let place): row.amounts.indices.contains(place) ? .digits(row.amounts[place]) : nil
            case .change(let place): row.change(at: place).map { .digits($0, isSigned: true) }
            case .total: row.total.map { .digits($0) }
            case .average: .digits(row.average)
            case .share: row.sharePercent.map { .percent($0 / 100, places: 2) }
            }
        }

        private func name(of row: HistorySignal.ReportRow, in report: HistorySignal.CurrencyReport) -> Text {
            guard let key = row.key else { return ReportTexts.none }
            let name = row.name ?? key
            guard kind == .balance || kind == .cashflow else {
                return row.depth == 1 ? CategoryText.of(name) : Text(verbatim: name)
            }
            // Of two accounts with one name, both show their ids.
            let isShared = report.rows.contains { $0.name == row.name && $0.key != key }
            return Text(verbatim: isShared ? "\(name) \(key)" : name)
        }
    }
}

extension HistorySignal.ReportRow {
    /// What changed against the compared amount; nil where nothing is compared, and beyond what an amount can hold.
    fileprivate func change(at place: Int) -> Money? {
        guard let compared, compared.indices.contains(place), amounts.indices.contains(place) else { return nil }
        let (change, isTooLarge) = amounts[place].minorUnits.subtractingReportingOverflow(compared[place].minorUnits)
        return isTooLarge ? nil : Money(minorUnits: change, currency: amounts[place].currency)
    }
}
