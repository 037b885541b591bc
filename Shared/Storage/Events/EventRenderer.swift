import Domain
import SQLite

/// Renders events from records that hold the same facts, so that the facts are not stored twice.
///
/// A record never changes, so its event never changes either. The event is rendered on each read.
public protocol EventRenderer: Sendable {
    /// Returns the events of consecutive records.
    ///
    /// - Parameters:
    ///   - records: The numbers of the records.
    ///   - source: The place of the records, as passed to ``WriteTransaction/append(renderedFrom:of:)``.
    ///   - connection: A snapshot that contains all of the records.
    /// - Returns: One event per record, in the same order.
    /// - Throws: ``SQLiteError``, `corrupt` when a record is missing.
    func events(
        of records: ClosedRange<Int64>, in source: String, _ connection: Connection
    ) throws -> [RenderedEvent]
}

/// An event without its sequence, which the event log assigns.
public struct RenderedEvent: Hashable, Sendable {
    /// The kind of change, `ledger.transferPosted`.
    public let type: String
    /// The id of the changed object.
    public let subject: String
    /// The instant of the change.
    public let time: Instant
    /// The facts: the bytes of a JSON object.
    public let data: [UInt8]

    public init(type: String, subject: String, time: Instant, data: [UInt8]) {
        self.type = type
        self.subject = subject
        self.time = time
        self.data = data
    }
}
