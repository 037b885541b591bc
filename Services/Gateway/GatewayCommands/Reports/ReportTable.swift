import Domain
import Signals
import Tables

/// A report as CSV, for spreadsheets and programs: the words and numbers of the wire, whatever the language.
enum ReportTable {
    static func csv(_ answer: HistorySignal.ReportAnswer) -> [UInt8] {
        var text: [UInt8] = []
        CSVCell.append(row: heading(of: answer), to: &text)
        for report in answer.currencies {
            for row in report.rows + report.totals { CSVCell.append(row: cells(row, report, answer), to: &text) }
        }
        return text
    }

    private static func heading(of answer: HistorySignal.ReportAnswer) -> [String] {
        ["currency", "line", "level", "key", "name"] + answer.periods.map(\.key)
            + (answer.comparedPeriods ?? []).map { "compared \($0.key)" } + ["total", "average"]
            + (answer.kind == .spending ? ["share percent"] : [])
    }

    private static func cells(
        _ row: HistorySignal.ReportRow, _ report: HistorySignal.CurrencyReport, _ answer: HistorySignal.ReportAnswer
    ) -> [String] {
        let words = [
            report.currency.code, row.line.rawValue, row.depth == 0 ? "total" : "\(row.depth)",
            CSVCell.safe(row.key ?? ""), CSVCell.safe(row.name ?? ""),
        ]
        // Numbers stay numbers: a minus in front of one is no formula.
        let amounts = (row.amounts + (row.compared ?? [])).map(\.decimalText)
        let sums = [row.total?.decimalText ?? "", row.average.decimalText]
        return words + amounts + sums + (answer.kind == .spending ? [row.sharePercent.map { "\($0)" } ?? ""] : [])
    }
}
