import Domain

/// A passkey: a public key whose private half only its owner's authenticator has. Nothing in it is secret.
struct Passkey: Hashable, Sendable {
    /// The most passkeys of one user.
    static let mostPerUser = 20
    /// The longest name in characters.
    static let longestName = 100

    let id: String
    let userID: String
    /// The id that the authenticator gave, 1 to 1,023 bytes.
    let credentialID: [UInt8]
    /// The algorithm by its number in COSE.
    let algorithm: Int
    /// The key in the form of libfido2.
    let publicKey: [UInt8]
    let createdAt: Instant
    /// Whether the key may be copied to other devices of its owner. It never changes.
    let isBackupEligible: Bool
    var isBackedUp: Bool
    /// The number of signatures when it was last used; 0 from authenticators that do not count.
    var signatureCount: Int64
    var name: String
    var lastUsedAt: Instant?

    /// True when a signature with this count may follow. One that does not come after the last is by a copy of the key,
    /// or an old one; authenticators without a counter always say 0.
    ///
    /// - Source: Web Authentication Level 3, section 6.1.1 and section 7.2, step 22.
    func mayFollow(_ count: Int64) -> Bool { (signatureCount == 0 && count == 0) || count > signatureCount }
}

/// A challenge or a proof that was used. It is remembered until it would have expired.
struct PasskeyUse: Hashable, Sendable {
    /// The hash of the challenge or the proof.
    let digest: [UInt8]
    let userID: String
    /// The hash of the idempotency key of the request, which may be repeated.
    let keyDigest: [UInt8]?
    let usedAt: Instant
}
