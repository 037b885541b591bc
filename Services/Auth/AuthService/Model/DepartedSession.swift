import Domain

/// A session of a user who is gone: nothing is left of it but that its tokens count no more.
struct DepartedSession: Hashable, Sendable {
    let id: String
    let tokenExpiresAt: Instant
}
