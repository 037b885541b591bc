import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewayWords
import Signals

/// A report as a chart: bars by period, in one currency.
enum ReportChart {
    /// Returns the chart of one currency.
    static func chart(
        _ answer: HistorySignal.ReportAnswer, _ report: HistorySignal.CurrencyReport, language: Language = .current
    ) -> Chart {
        let lines: [HistorySignal.ReportLine] =
            switch answer.kind {
            case .balance, .networth: [.balance]
            case .income: [.income, .expense]
            case .cashflow: [.moneyIn, .moneyOut]
            case .spending: [.expense]
            }
        let series = lines.compactMap { line -> Series? in
            guard let row = report.totals.first(where: { $0.line == line }) else { return nil }
            let unit = Double(report.currency.minorUnitsPerUnit)
            let points = row.amounts.enumerated().map { Point(Double($0.offset), Double($0.element.minorUnits) / unit) }
            return Series(ReportTexts.line(line).spoken(in: language), .bars(points))
        }
        return Chart(
            title: ReportTexts.title(answer.kind).spoken(in: language),
            subtitle: ReportTexts.days(answer).spoken(in: language), series: series,
            horizontal: .names(answer.periods.map { ReportTexts.period($0).spoken(in: language) }),
            measure: (answer.kind == .balance || answer.kind == .networth ? ChartTexts.balance : ChartTexts.sum)
                .spoken(in: language),
            unit: Text.unit(report.currency).spoken(in: language), language: language)
    }

    /// Returns the report of the only currency: one axis cannot show two.
    ///
    /// - Throws: ``Fault`` `notFound` without any, ``UsageError`` with several.
    static func only(of answer: HistorySignal.ReportAnswer) throws -> HistorySignal.CurrencyReport {
        guard let first = answer.currencies.first else {
            throw Fault(
                .notFound,
                "\(Text("Nothing was found, so there is nothing to draw.", "Ничего не найдено, рисовать нечего."))")
        }
        guard answer.currencies.count == 1 else {
            let codes = answer.currencies.map(\.currency.code).joined(separator: ", ")
            throw UsageError(
                Text("There is money in \(codes).", "Деньги есть в \(codes)."),
                hint: Text(
                    "say which: --currency \(first.currency.code)", "укажите какая: --currency \(first.currency.code)"),
                field: "currency")
        }
        return first
    }
}
