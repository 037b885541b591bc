import Domain

/// Something that happened in a service, written in the same transaction as the change itself.
///
/// On the wire a CloudEvent of version 1.0 with the extension `sequence`.
public struct Event: Sendable, Hashable {
    /// The place in the log of its service: 1, 2, 3 ... without gaps.
    public let sequence: Int64
    /// What happened, `ledger.transferPosted`.
    public let type: String
    /// What it happened to: an id.
    public let subject: String
    /// When.
    public let time: Instant
    /// The facts: the bytes of a JSON object, serialised once.
    public let data: [UInt8]
    /// The request that caused it, as long as somebody remembers and where that is kept.
    public var trace: TraceContext?

    /// An event as the log has it.
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

/// What a service tells others by: its log of events, read by sequence.
public protocol EventLog: Sendable {
    /// The events after `sequence`, oldest first, at most `limit`.
    func events(after sequence: Int64, limit: Int) async throws -> [Event]

    /// The sequence of the newest durable event, 0 when there is none.
    func newestSequence() -> Int64

    /// Calls `body` with the newest sequence after each commit that wrote events. Called on the committing thread: be quick.
    func onAppend(_ body: @escaping @Sendable (Int64) -> Void)
}

/// Decides what of an event a person may see. What services see of it is a matter of their rights.
public protocol EventVisibility: Sendable {
    /// The event as the user with this id may see it, nil when it is none of the user's business.
    func view(of event: Event, for user: String) throws -> Event?
}
