import Domain

/// When a session was used last, as a service saw it that was shown its token.
public struct SessionUse: Hashable, Sendable {
    /// The session.
    public let sessionID: String
    /// When, by the clock of the service.
    public let lastUsedAt: Instant

    /// A value of these parts.
    public init(sessionID: String, lastUsedAt: Instant) {
        self.sessionID = sessionID
        self.lastUsedAt = lastUsedAt
    }
}
