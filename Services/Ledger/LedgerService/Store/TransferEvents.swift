import Domain
import Storage

/// Makes the events of records of the rows of `transfers`, which are never changed.
struct TransferEvents: EventRenderer {
    /// What the log of events knows the rows by.
    static let source: StaticString = "transfers"

    let accounts: AccountTable

    func events(
        of records: ClosedRange<Int64>, in source: String, _ connection: Connection
    ) throws -> [RenderedEvent] {
        guard source == Self.source.description else {
            throw SQLiteError(code: .corrupt, message: "There are no events of \(source).")
        }
        return try PostingReading(connection: connection, accounts: accounts).postings(records).map { posting in
            let event = PostingPresenter().event(of: posting)
            return RenderedEvent(type: event.type, subject: posting.id, time: posting.bookedAt, data: event.data)
        }
    }
}
