/// Hashes passwords, slowly.
protocol PasswordHashing: Sendable {
    /// Returns a hash of `password` with a new salt, parameters included.
    /// - Throws: `Fault` `overloaded` when too many wait already.
    func hash(_ password: String, for asker: PasswordAsker) async throws -> String

    /// True when `password` is the one that was hashed. Takes the same time for a wrong one.
    /// - Throws: `Fault` `overloaded` when too many wait already.
    func verify(_ password: String, against hash: String, for asker: PasswordAsker) async throws -> Bool

    /// True when `hash` was made with other parameters than the current ones.
    func needsRehash(_ hash: String) -> Bool
}

/// The kind of caller for whom a password is hashed. A crowd of strangers does not delay known users.
enum PasswordAsker: CaseIterable, Sendable {
    /// A caller in a session, or on a known device.
    case known
    /// Any other caller.
    case stranger
}
