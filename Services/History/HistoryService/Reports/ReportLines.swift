import Coordination
import Domain
import Signals

/// Makes the rows of a report in one currency.
struct ReportLines {
    let kind: HistorySignal.ReportKind
    let currency: Currency
    let cuts: ReportCuts

    /// Returns the rows and their totals; nil when there is nothing to show.
    ///
    /// - Parameter sums: Those of the currency; accounts in the order in which they became known.
    /// - Throws: ``Fault`` `limitExceeded` for too many categories.
    func report(of sums: [ReportSum]) throws(Fault) -> HistorySignal.CurrencyReport? {
        let (rows, totals) =
            switch kind {
            case .balance: balances(sums)
            case .networth: ([], worth(sums))
            case .cashflow: cashflow(sums)
            case .income: try statement(sums)
            case .spending: try spending(sums)
            }
        guard !rows.isEmpty || totals.contains(where: { !$0.1.isZero }) else { return nil }
        return HistorySignal.CurrencyReport(
            currency: currency, rows: rows, totals: totals.map { total($0.0, $0.1) })
    }

    private typealias Total = (HistorySignal.ReportLine, ReportFigures)
    private typealias Content = (rows: [HistorySignal.ReportRow], totals: [Total])

    // MARK: Accounts

    private func balances(_ sums: [ReportSum]) -> Content {
        var whole = cuts.zero
        var rows: [HistorySignal.ReportRow] = []
        for sum in sums {
            let figures = cuts.closings(of: sum.balance)
            whole = whole + figures
            if let row = row(.balance, of: sum, figures), !figures.isZero { rows.append(row) }
        }
        return (rows, [(.balance, whole)])
    }

    private func worth(_ sums: [ReportSum]) -> [Total] {
        var (closing, change) = (cuts.zero, cuts.zero)
        for sum in sums {
            closing = closing + cuts.closings(of: sum.balance)
            change = change + cuts.changes(of: sum.balance)
        }
        return [(.balance, closing), (.change, change)]
    }

    private func cashflow(_ sums: [ReportSum]) -> Content {
        let lines: [HistorySignal.ReportLine] = [.opening, .moneyIn, .moneyOut, .net, .closing]
        var whole = lines.map { _ in cuts.zero }
        var rows: [HistorySignal.ReportRow] = []
        for sum in sums {
            let (moneyIn, moneyOut) = (cuts.changes(of: sum.income), cuts.changes(of: sum.expense))
            let figures = [
                cuts.openings(of: sum.balance), moneyIn, moneyOut, moneyIn - moneyOut, cuts.closings(of: sum.balance),
            ]
            guard !figures.allSatisfy(\.isZero) else { continue }
            whole = zip(whole, figures).map(+)
            rows += zip(lines, figures).compactMap { row($0, of: sum, $1) }
        }
        return (rows, Array(zip(lines, whole)))
    }

    private func row(
        _ line: HistorySignal.ReportLine, of sum: ReportSum, _ figures: ReportFigures
    ) -> HistorySignal.ReportRow? {
        guard case .account(let account) = sum.key else { return nil }
        return row(line, key: account.id, name: account.name.isEmpty ? nil : account.name, depth: 1, figures)
    }

    // MARK: Categories

    private func statement(_ sums: [ReportSum]) throws(Fault) -> Content {
        let income = try CategoryTree(sums.map { ($0.path, cuts.changes(of: $0.income)) })
        let expense = try CategoryTree(sums.map { ($0.path, cuts.changes(of: $0.expense)) })
        let (came, went) = (income.total ?? cuts.zero, expense.total ?? cuts.zero)
        let rows = rows(.income, income.nodes(largestFirst: false)) + rows(.expense, expense.nodes(largestFirst: false))
        return (rows, [(.income, came), (.expense, went), (.net, came - went)])
    }

    private func spending(_ sums: [ReportSum]) throws(Fault) -> Content {
        let tree = try CategoryTree(sums.map { ($0.path, cuts.changes(of: $0.expense)) })
        let whole = tree.total ?? cuts.zero
        let rows = rows(.expense, tree.nodes(largestFirst: true), shareOf: whole.total)
        return (rows, [(.expense, whole)])
    }

    private func rows(
        _ line: HistorySignal.ReportLine, _ nodes: [CategoryTree.Node], shareOf whole: Int128? = nil
    ) -> [HistorySignal.ReportRow] {
        nodes.map { node in
            row(
                line, key: node.path?.category, name: node.path?.parts.last, depth: node.path?.parts.count ?? 1,
                node.figures, share: whole.flatMap { Self.percent(node.figures.total, of: $0) })
        }
    }

    /// Returns a share in percent with two decimals; nil of nothing.
    private static func percent(_ part: Int128, of whole: Int128) -> Double? {
        // A share times ten thousand fits, because sums of 64 bits leave room.
        whole == 0 ? nil : Double((part * 10_000).dividedRounding(by: whole)) / 100
    }

    // MARK: Rows

    private func total(_ line: HistorySignal.ReportLine, _ figures: ReportFigures) -> HistorySignal.ReportRow {
        row(line, key: nil, name: nil, depth: 0, figures)
    }

    private func row(
        _ line: HistorySignal.ReportLine, key: String?, name: String?, depth: Int, _ figures: ReportFigures,
        share: Double? = nil
    ) -> HistorySignal.ReportRow {
        let isSummed =
            switch line {
            case .balance, .opening, .closing: false
            case .change, .income, .expense, .net, .moneyIn, .moneyOut: true
            }
        return HistorySignal.ReportRow(
            line: line, key: key, name: name, depth: depth, amounts: figures.amounts.map(money),
            compared: figures.compared?.map(money), total: isSummed ? money(figures.total) : nil,
            average: money(figures.average), sharePercent: share)
    }

    private func money(_ minorUnits: Int128) -> Money {
        Money(minorUnits: Int64(clamping: minorUnits), currency: currency)
    }
}

extension ReportSum {
    /// What came without what went.
    fileprivate var balance: [Int128] { zip(income, expense).map(-) }

    fileprivate var path: CategoryPath? {
        guard case .category(let path) = key else { return nil }
        return path
    }
}
