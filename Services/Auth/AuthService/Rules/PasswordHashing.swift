/// Turns passwords into what may be kept, slowly.
protocol PasswordHashing: Sendable {
    /// A hash of `password` with a new salt, its parameters included.
    /// - Throws: `Fault` `overloaded` when too many wait already.
    func hash(_ password: String, for asker: PasswordAsker) async throws -> String

    /// Whether `password` is the one that was hashed. Takes as long for a wrong one as for the right one.
    /// - Throws: `Fault` `overloaded` when too many wait already.
    func verify(_ password: String, against hash: String, for asker: PasswordAsker) async throws -> Bool

    /// Whether `hash` was made with other parameters than those of today.
    func needsRehash(_ hash: String) -> Bool
}

/// For whom a password is hashed. A crowd of strangers keeps nobody waiting who has proved before who it is.
enum PasswordAsker: CaseIterable, Sendable {
    /// Somebody in a session, or on a device that is known.
    case known
    /// Anybody else.
    case stranger
}
