import Domain
import Signals
import Storage
import StrictJSON

/// The renderer of events from the rows of `transfers`, which never change.
struct TransferEvents: EventRenderer {
    /// The name of the rows in the event log.
    static let source: StaticString = "transfers"

    let accounts: AccountTable

    func events(
        of records: ClosedRange<Int64>, in source: String, _ connection: Connection
    ) throws -> [RenderedEvent] {
        guard source == Self.source.description else {
            throw SQLiteError(code: .corrupt, message: "There are no events of \(source).")
        }
        return try RecordReading(connection: connection, accounts: accounts).records(records).map { record in
            let event = record.event
            return RenderedEvent(type: event.type, subject: record.id, time: record.bookedAt, data: event.data)
        }
    }
}

extension LedgerRecord {
    /// The event of a record. It follows from the row alone.
    var event: (type: String, data: [UInt8]) {
        var writer = JSONWriter(reservingCapacity: 640)
        let transfer = LedgerSignal.Transfer(self)
        switch kind {
        case .hold:
            LedgerEvent.TransferHeld(transfer: transfer, entries: holdEntries).write(to: &writer)
            return ("ledger.transferHeld", writer.finish())
        case .void, .expiry:
            LedgerEvent.HoldReleased(transfer: transfer, entries: holdEntries).write(to: &writer)
            return ("ledger.holdReleased", writer.finish())
        case .transfer, .deposit, .withdrawal, .post, .reversal, .exchange:
            LedgerEvent.TransferPosted(transfer: transfer, category: category, entries: entries).write(to: &writer)
            return ("ledger.transferPosted", writer.finish())
        }
    }

    private var entries: [LedgerEvent.Entry] {
        // A transfer is caused by its payer; a deposit by its payee.
        let doer = payer.owner ?? payee.owner
        func entry(_ side: LedgerEntry, _ minorUnits: Int64) -> LedgerEvent.Entry {
            LedgerEvent.Entry(
                account: side.account, userId: side.owner, accountSequence: side.entry,
                amount: Money(minorUnits: minorUnits, currency: amount.currency),
                balanceAfter: Money(minorUnits: side.balance, currency: amount.currency),
                cause: side.owner != nil && side.owner == doer ? cause : nil)
        }
        return [entry(payer, -amount.minorUnits), entry(payee, amount.minorUnits)]
    }

    private var holdEntries: [LedgerEvent.HoldEntry] {
        [
            LedgerEvent.HoldEntry(
                account: payer.account, userId: payer.owner, accountSequence: payer.entry,
                balance: Money(minorUnits: payer.balance, currency: amount.currency),
                available: Money(minorUnits: payer.available, currency: amount.currency)),
            LedgerEvent.HoldEntry(account: payee.account, userId: payee.owner),
        ]
    }

    /// The cause of the record.
    private var cause: LedgerEvent.Cause {
        guard let details else { return .order }
        if details.reference != nil { return .import }
        if details.schedule != nil { return .schedule }
        return details.mandate != nil ? .mandate : .order
    }
}
