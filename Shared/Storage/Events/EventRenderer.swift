import Domain
import SQLite

/// Makes events again of the records that tell of the same things, so that they need not be kept twice.
///
/// A record never changes, and what is made of it neither: it is made anew each time somebody reads it.
public protocol EventRenderer: Sendable {
    /// The events of consecutive records.
    ///
    /// - Parameters:
    ///   - records: The numbers of the records.
    ///   - source: Where they are, as it was given to ``WriteTransaction/append(renderedFrom:of:)``.
    ///   - connection: In a snapshot that has all of the records.
    /// - Returns: One event for each record, in their order.
    /// - Throws: ``SQLiteError``, `corrupt` when a record is not there.
    func events(
        of records: ClosedRange<Int64>, in source: String, _ connection: Connection
    ) throws -> [RenderedEvent]
}

/// An event without its place in the log, which the log knows.
public struct RenderedEvent: Hashable, Sendable {
    /// What happened, `ledger.transferPosted`.
    public let type: String
    /// What it happened to: an id.
    public let subject: String
    /// When.
    public let time: Instant
    /// The facts: the bytes of a JSON object.
    public let data: [UInt8]

    /// An event of these parts.
    public init(type: String, subject: String, time: Instant, data: [UInt8]) {
        self.type = type
        self.subject = subject
        self.time = time
        self.data = data
    }
}
