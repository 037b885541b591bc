import Domain

/// A change in a service, recorded in the same transaction as the change itself.
///
/// On the wire it is a CloudEvent of version 1.0 with the extension `sequence`.
public struct Event: Sendable, Hashable {
    /// The position in the event log of its service: 1, 2, 3 ... without gaps.
    public let sequence: Int64
    /// The kind of change, `ledger.transferPosted`.
    public let type: String
    /// The id of the changed object.
    public let subject: String
    /// The instant of the change.
    public let time: Instant
    /// The facts: the bytes of a JSON object, serialised once.
    public let data: [UInt8]
    /// The trace of the request that caused the event; nil where it was not kept or is no longer known.
    public var trace: TraceContext?

    public init(
        sequence: Int64, type: String, subject: String, time: Instant, data: [UInt8], trace: TraceContext? = nil
    ) {
        self.sequence = sequence
        self.type = type
        self.subject = subject
        self.time = time
        self.data = data
        self.trace = trace
    }
}

/// The event log of a service, read by sequence.
public protocol EventLog: Sendable {
    /// Returns the events after `sequence`, oldest first, at most `limit`.
    func events(after sequence: Int64, limit: Int) async throws -> [Event]

    /// Returns the sequence of the newest durable event; 0 when there is none.
    func newestSequence() -> Int64

    /// Calls `body` with the newest sequence after each commit that wrote events. `body` runs on the committing thread
    /// and must be quick.
    func onAppend(_ body: @escaping @Sendable (Int64) -> Void)
}

/// Decides which part of an event a person may see. What a service may see follows from its rights.
public protocol EventVisibility: Sendable {
    /// Returns the event as the user with this id may see it; nil when the user may not see it.
    func view(of event: Event, for user: String) throws -> Event?
}
