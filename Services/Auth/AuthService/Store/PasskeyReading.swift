import Domain
import Sodium

/// The queries for passkeys.
protocol PasskeyReading {
    func passkey(id: String) throws -> Passkey?
    func passkey(credentialID: [UInt8]) throws -> Passkey?
    /// Returns the passkeys of a user, oldest first.
    func passkeys(of userID: String) throws -> [Passkey]
    /// Returns the use of a challenge or a proof.
    func passkeyUse(digest: [UInt8]) throws -> PasskeyUse?
}

/// The changes for passkeys.
protocol PasskeyWriting {
    /// Upserts a passkey.
    func save(_ passkey: Passkey) throws
    func removePasskey(id: String) throws
    /// Adds a use, which must be new.
    func add(_ use: PasskeyUse) throws
}

/// The relation of a use to those before it.
enum PasskeyUseOutcome: Hashable, Sendable {
    case first
    /// The same request again, which missed its answer.
    case repeated
    case reused
}

extension AuthTransaction {
    /// Notes that a challenge or a proof is used.
    func note(_ use: PasskeyUse) throws -> PasskeyUseOutcome {
        guard let before = try passkeyUse(digest: use.digest) else {
            try add(use)
            return .first
        }
        guard let key = use.keyDigest, let keyBefore = before.keyDigest, ConstantTime.equals(key, keyBefore) else {
            return .reused
        }
        return .repeated
    }
}
