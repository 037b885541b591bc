import Domain
import Signals
import StrictJSON

/// Tells others what people set up.
struct OrderNewsPresenter {
    /// What the time is.
    let now: Instant
    /// The zone of the person whom it is about.
    let zone: TimeZone

    /// The type, the subject and the data of the event.
    func event(of news: OrderNews) throws -> (type: String, subject: String, data: [UInt8]) {
        let presenter = OrderPresenter(now: now, zone: zone)
        switch news {
        case .limitsChanged(let report, let owner):
            let event = LedgerEvent.LimitsChanged(userId: owner, limits: presenter.present(report))
            return ("ledger.limitsChanged", report.account, try JSONEncoding.encode(event))
        case .mandateGranted(let mandate):
            let event = LedgerEvent.MandateGranted(userId: mandate.owner, mandate: presenter.present(mandate))
            return ("ledger.mandateGranted", mandate.id, try JSONEncoding.encode(event))
        case .mandateRevoked(let mandate):
            let event = LedgerEvent.MandateRevoked(userId: mandate.owner, mandate: presenter.present(mandate))
            return ("ledger.mandateRevoked", mandate.id, try JSONEncoding.encode(event))
        case .rowsImported(let record, let owner):
            let event = LedgerEvent.RowsImported(userId: owner, import: ImportRecordPresenter(zone: zone).told(record))
            return ("ledger.rowsImported", record.id, try JSONEncoding.encode(event))
        case .importUndone(let record, let reversed, let owner):
            let event = LedgerEvent.ImportUndone(
                userId: owner, import: ImportRecordPresenter(zone: zone).told(record), reversed: reversed)
            return ("ledger.importUndone", record.id, try JSONEncoding.encode(event))
        case .scheduledTransferFailed(let schedule, let run):
            let event = LedgerEvent.ScheduledTransferFailed(
                userId: schedule.owner, schedule: schedule.id, from: schedule.from, to: schedule.to,
                amount: schedule.amount, description: schedule.description, run: presenter.present(run))
            return ("ledger.scheduledTransferFailed", schedule.id, try JSONEncoding.encode(event))
        }
    }
}
