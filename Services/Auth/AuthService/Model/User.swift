import Domain

/// A person who can sign in.
struct User: Hashable, Sendable {
    /// For ever the same.
    let id: String
    let email: EmailAddress
    let username: Username?
    let name: String
    /// The PHC string of the password's hash, its parameters included.
    var passwordHash: String
    let createdAt: Instant

    /// What others know of the user, none of which may be the password.
    var knownNames: [String] { [email.key, email.localPart, name] + (username.map { [$0.text] } ?? []) }
}
