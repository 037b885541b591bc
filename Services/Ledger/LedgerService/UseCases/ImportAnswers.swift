import Domain
import Signals

extension LedgerSignal.ImportAnswer {
    /// Creates the answer of an import or its dry run.
    init(_ report: ImportReport) {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: report.currency) }
        func count(_ status: ImportReport.Status) -> Int { report.lines.count { $0.status == status } }
        self.init(
            rows: report.lines.map { LedgerSignal.ImportedRow($0, report.currency) },
            opening: report.opening.map { LedgerSignal.ImportedRow($0, report.currency) }, new: count(.new),
            known: count(.known), conflict: count(.conflict), income: money(report.income),
            expense: money(report.expense), balance: money(report.balance),
            shortfall: report.shortfall.map {
                LedgerSignal.ImportShortfall(
                    row: $0.row, missing: money($0.missing), openingBalance: money($0.opening))
            }, preview: report.isPreview, import: report.imported.map(ImportRecord.id))
    }
}

extension LedgerSignal.ImportedRow {
    fileprivate init(_ line: ImportReport.Line, _ currency: Currency) {
        let status: LedgerSignal.ImportStatus =
            switch line.status {
            case .new: .new
            case .known: .known
            case .conflict: .conflict
            }
        self.init(
            status: status, transfer: line.transfer.map(LedgerRecord.id(of:)),
            existing: line.existing.map { existing in
                LedgerSignal.ExistingRow(
                    amount: Money(minorUnits: existing.change, currency: currency), date: existing.occurredAt,
                    description: existing.description)
            })
    }
}

extension LedgerSignal.Import {
    /// Creates the answer for a stored import.
    ///
    /// - Parameters:
    ///   - zone: The time zone in which days are counted.
    ///   - namesFile: True to show the file name, which only the owner may see.
    init(_ record: ImportRecord, in zone: TimeZone, namesFile: Bool = true) {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: record.currency) }
        self.init(
            id: record.id, account: record.account,
            fileName: record.fileName.isEmpty || !namesFile ? nil : record.fileName, importedAt: record.importedAt,
            rows: record.rows, income: money(record.income), expense: money(record.expense),
            openingBalance: record.opening.map(money), from: zone.day(at: record.firstAt),
            to: zone.day(at: record.lastAt), undoneAt: record.undoneAt)
    }
}

extension LedgerSignal.UndoneImport {
    private static let mostKeptRows = 100

    /// Creates the answer of undoing an import or its dry run.
    init(_ report: UndoReport, in zone: TimeZone) {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: report.record.currency) }
        self.init(
            import: LedgerSignal.Import(report.record, in: zone), already: report.isDone, reversed: report.reversed,
            income: money(report.income), expense: money(report.expense), balance: money(report.balance),
            kept: report.kept.count,
            keptRows: report.kept.prefix(Self.mostKeptRows).map { row in
                LedgerSignal.KeptRow(
                    transfer: LedgerRecord.id(of: row.number), amount: money(row.change), date: row.occurredAt,
                    description: String(row.description.prefix(ImportPlan.shortest)),
                    reversedBy: row.reversedBy.map(LedgerRecord.id) ?? "")
            }, missing: report.missing.map(money), preview: report.isPreview)
    }
}
