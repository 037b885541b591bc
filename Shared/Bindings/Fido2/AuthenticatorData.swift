import CFido2

/// The signed data of an authenticator, without the credential and the results of extensions.
///
/// - Source: Web Authentication Level 3, section 6.1.
public struct AuthenticatorData: Hashable, Sendable {
    /// SHA-256 of the id of the relying party.
    public let relyingPartyHash: [UInt8]
    /// A person was there (UP).
    public let isUserPresent: Bool
    /// The authenticator knows which person, by a PIN or a feature of the body (UV).
    public let isUserVerified: Bool
    /// The key may be copied to other devices of its owner (BE).
    public let isBackupEligible: Bool
    /// The key has been copied (BS).
    public let isBackedUp: Bool
    /// The number of signatures so far; 0 from an authenticator that does not count.
    public let signatureCount: UInt32

    init(_ data: kopilka_fido_signed) {
        relyingPartyHash = withUnsafeBytes(of: data.relying_party_hash) { Array($0) }
        isUserPresent = data.flags & 0x01 != 0
        isUserVerified = data.flags & 0x04 != 0
        isBackupEligible = data.flags & 0x08 != 0
        isBackedUp = data.flags & 0x10 != 0
        signatureCount = data.count
    }
}
