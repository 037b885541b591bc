import Coordination
import Domain
import Signals

/// Shows what an import did, or would do.
struct ImportPresenter: Presenter {
    func present(_ report: ImportReport) -> LedgerSignal.ImportAnswer {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: report.currency) }
        func count(_ status: ImportReport.Status) -> Int { report.lines.count { $0.status == status } }
        return LedgerSignal.ImportAnswer(
            rows: report.lines.map { present($0, report.currency) },
            opening: report.opening.map { present($0, report.currency) }, new: count(.new), known: count(.known),
            conflict: count(.conflict), income: money(report.income), expense: money(report.expense),
            balance: money(report.balance),
            shortfall: report.shortfall.map {
                LedgerSignal.ImportShortfall(
                    row: $0.row, missing: money($0.missing), openingBalance: money($0.opening))
            }, preview: report.isPreview, import: report.imported.map(ImportRecord.id))
    }

    private func present(_ line: ImportReport.Line, _ currency: Currency) -> LedgerSignal.ImportedRow {
        let status: LedgerSignal.ImportStatus =
            switch line.status {
            case .new: .new
            case .known: .known
            case .conflict: .conflict
            }
        return LedgerSignal.ImportedRow(
            status: status, transfer: line.transfer.map(Posting.id(of:)),
            existing: line.existing.map { existing in
                LedgerSignal.ExistingRow(
                    amount: Money(minorUnits: existing.change, currency: currency), date: existing.occurredAt,
                    description: existing.description)
            })
    }
}

extension ImportRowsInteractor.Row {
    init(_ row: LedgerSignal.ImportRow) {
        self.init(
            amount: row.amount, date: row.date, description: row.description ?? "", category: row.category,
            reference: row.reference)
    }
}
