import Domain

/// The proof of the first part of an import, kept for the parts after it: a one-time code is good for one request only.
package struct ImportProof: Hashable, Sendable {
    static let lifetime = Duration.seconds(600)

    /// The session that gave the proof.
    package let session: String
    /// The minor units that further rows may take, of the sum that the first part announced.
    package let left: Int64
    package let expiresAt: Instant

    /// Returns the remaining proof after a part.
    ///
    /// - Parameter expense: The minor units that the part takes.
    /// - Returns: Nil when the proof does not cover the part.
    func left(after expense: Int64, in session: String, at now: Instant) -> ImportProof? {
        guard self.session == session, now < expiresAt, expense <= left else { return nil }
        return ImportProof(session: session, left: left - expense, expiresAt: expiresAt)
    }
}
