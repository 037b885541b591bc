import Coordination
import Domain
import Signals

/// Shows imports that are in the books, and what taking one back did.
struct ImportRecordPresenter: Presenter {
    private static let mostKeptRows = 100

    /// By whose clocks days are counted.
    let zone: TimeZone

    /// An import as its owner sees it.
    func present(_ record: ImportRecord) -> LedgerSignal.Import {
        show(record, fileName: record.fileName.isEmpty ? nil : record.fileName)
    }

    /// An import as others are told of it: what people called their files is nobody else's.
    func told(_ record: ImportRecord) -> LedgerSignal.Import { show(record, fileName: nil) }

    private func show(_ record: ImportRecord, fileName: String?) -> LedgerSignal.Import {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: record.currency) }
        return LedgerSignal.Import(
            id: record.id, account: record.account, fileName: fileName, importedAt: record.importedAt,
            rows: record.rows, income: money(record.income), expense: money(record.expense),
            openingBalance: record.opening.map(money), from: zone.day(at: record.firstAt),
            to: zone.day(at: record.lastAt),
            undoneAt: record.undoneAt)
    }

    /// What taking an import back did, or would do.
    func show(_ report: UndoReport) -> LedgerSignal.UndoneImport {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: report.record.currency) }
        return LedgerSignal.UndoneImport(
            import: present(report.record), already: report.isDone, reversed: report.reversed,
            income: money(report.income), expense: money(report.expense), balance: money(report.balance),
            kept: report.kept.count,
            keptRows: report.kept.prefix(Self.mostKeptRows).map { row in
                LedgerSignal.KeptRow(
                    transfer: Posting.id(of: row.number), amount: money(row.change), date: row.occurredAt,
                    description: String(row.description.prefix(ImportPlan.shortest)),
                    reversedBy: row.reversedBy.map(Posting.id) ?? "")
            }, missing: report.missing.map(money), preview: report.isPreview)
    }
}
