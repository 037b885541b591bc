import Domain

/// A proof that the first part of an import came with, for the parts after it: a one-time code is good for one request.
package struct ImportProof: Hashable, Sendable {
    /// How long it counts.
    static let lifetime = Duration.seconds(600)

    /// The session that it was given in.
    package let session: String
    /// Minor units that further rows may take, of what the first part announced.
    package let left: Int64
    package let expiresAt: Instant

    /// What is left of it after a part.
    ///
    /// - Parameter expense: Minor units that the part takes.
    /// - Returns: Nil where it does not count for that part.
    func left(after expense: Int64, in session: String, at now: Instant) -> ImportProof? {
        guard self.session == session, now < expiresAt, expense <= left else { return nil }
        return ImportProof(session: session, left: left - expense, expiresAt: expiresAt)
    }
}
