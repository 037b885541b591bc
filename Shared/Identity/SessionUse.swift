import Domain

/// The last use of a session, as seen by a service that received its token.
public struct SessionUse: Hashable, Sendable {
    /// The id of the session.
    public let sessionID: String
    /// The time of the last use, by the clock of the service.
    public let lastUsedAt: Instant

    public init(sessionID: String, lastUsedAt: Instant) {
        self.sessionID = sessionID
        self.lastUsedAt = lastUsedAt
    }
}
