import Domain

/// A person who can sign in.
struct User: Hashable, Sendable {
    /// For ever the same.
    let id: String
    /// Nil for who came by Telegram and has given none.
    var email: EmailAddress?
    /// Given once, for ever the same.
    var username: Username?
    let name: String
    /// The PHC string of the password's hash, its parameters included; empty for who has none, and then no password is
    /// right.
    var passwordHash: String
    let createdAt: Instant
    /// By whose clocks the user's days are counted; nil while there is none.
    var zone: UserZone?

    /// What others know of the user, none of which may be the password.
    var knownNames: [String] { [email?.key, email?.localPart, name, username?.text].compactMap { $0 } }

    /// Whether there is a password to sign in with.
    var hasPassword: Bool { !passwordHash.isEmpty }
}
