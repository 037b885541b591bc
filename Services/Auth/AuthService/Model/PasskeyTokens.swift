import Coordination
import Domain
import Sodium

/// Makes and checks challenges and proofs: texts that only auth can make, for one purpose and five minutes.
///
/// They are sealed with auth's storage key and not stored, so that nobody can use up a number of them by asking. Used
/// ones are stored until they would have expired (``PasskeyUse``).
struct PasskeyTokens: Sendable {
    /// The time for which a challenge or a proof is valid.
    static let life = Duration.seconds(300)
    /// The random bytes in a challenge. WebAuthn asks for 16.
    private static let randomCount = 32
    private static let expiryCount = 8
    /// The beginning of a proof. No code of an app and no recovery code has a point.
    private static let proofMark = "pk."
    /// Upper bounds of the lengths.
    private static let longestChallenge = 128
    private static let longestProof = 128

    let key: SecretBytes

    /// A valid challenge or proof.
    struct Token: Hashable, Sendable {
        /// Its hash, by which a second use is known.
        let digest: [UInt8]
    }

    // MARK: Challenges

    /// Creates a challenge, the text of its bytes in base64url.
    func challenge(for purpose: PasskeyPurpose, at now: Instant) throws -> (text: String, expiresAt: Instant) {
        let expiresAt = now + Self.life
        let box = try SecretBox.seal(
            Self.bytes(of: expiresAt) + Random.bytes(Self.randomCount), key: key,
            context: Array("challenge ".utf8) + purpose.context)
        return (Base64URL.encode(box), expiresAt)
    }

    /// Returns the challenge when `text` is valid for the purpose; nil otherwise.
    func challenge(in text: String, for purpose: PasskeyPurpose, at now: Instant) throws -> Token? {
        guard text.utf8.count <= Self.longestChallenge, let box = Base64URL.decode(text) else { return nil }
        return try token(in: box, context: Array("challenge ".utf8) + purpose.context, at: now)
    }

    // MARK: Proofs

    /// Creates a proof, to be sent in the place of a code.
    func proof(for purpose: PasskeyPurpose, at now: Instant) throws -> (text: String, expiresAt: Instant) {
        let expiresAt = now + Self.life
        let box = try SecretBox.seal(
            Self.bytes(of: expiresAt), key: key, context: Array("proof ".utf8) + purpose.context)
        return (Self.proofMark + Base64URL.encode(box), expiresAt)
    }

    /// True when a text in the place of a code is a proof by a passkey, valid or not.
    static func isProof(_ text: String) -> Bool { text.hasPrefix(proofMark) }

    /// Returns the proof when `text` is valid for the purpose; nil otherwise.
    func proof(in text: String, for purpose: PasskeyPurpose, at now: Instant) throws -> Token? {
        guard Self.isProof(text), text.utf8.count <= Self.longestProof,
            let box = Base64URL.decode(String(text.dropFirst(Self.proofMark.count)))
        else { return nil }
        return try token(in: box, context: Array("proof ".utf8) + purpose.context, at: now)
    }

    private func token(in box: [UInt8], context: [UInt8], at now: Instant) throws -> Token? {
        guard let bytes = try SecretBox.openData(box, key: key, context: context), bytes.count >= Self.expiryCount
        else { return nil }
        let expiry = bytes.prefix(Self.expiryCount).reduce(0) { $0 << 8 | Int64($1) }
        guard now < Instant(microseconds: expiry) else { return nil }
        return Token(digest: Digest.blake2b256(box))
    }

    private static func bytes(of moment: Instant) -> [UInt8] {
        withUnsafeBytes(of: moment.microseconds.bigEndian) { Array($0) }
    }
}
