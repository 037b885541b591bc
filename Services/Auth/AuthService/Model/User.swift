import Domain

/// A person who can sign in.
struct User: Hashable, Sendable {
    /// Never changes.
    let id: String
    /// Nil for a user who came by Telegram and has given none.
    var email: EmailAddress?
    /// Set once, never changes.
    var username: Username?
    let name: String
    /// The PHC string of the password's hash with its parameters. Empty for a user without a password: then no password
    /// is right.
    var passwordHash: String
    let createdAt: Instant
    /// The time zone by which the user's days are counted; nil until one is set.
    var zone: UserZone?

    /// Names of the user that others know. The password must not be one of them.
    var knownNames: [String] { [email?.key, email?.localPart, name, username?.text].compactMap { $0 } }

    /// True when the user can sign in with a password.
    var hasPassword: Bool { !passwordHash.isEmpty }
}
