import Domain

/// A session of a deleted user. It is kept only to refuse its tokens.
struct DepartedSession: Hashable, Sendable {
    let id: String
    let tokenExpiresAt: Instant
}
