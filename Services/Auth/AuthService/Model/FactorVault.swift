import Sodium

/// Seals the secrets of one-time codes. Unlike passwords they must be known in full to check a code.
///
/// The key is in a file apart from the database, so that the database alone yields no codes.
struct FactorVault: Sendable {
    let key: SecretBytes

    /// Seals a secret and binds it to its user: it does not open in the row of another.
    func seal(_ secret: SecretBytes, of userID: String) throws -> [UInt8] {
        try SecretBox.seal(secret, key: key, context: Self.context(userID))
    }

    /// - Throws: ``CannotOpen``.
    func open(_ factor: TOTPFactor) throws -> TOTP {
        guard let secret = try SecretBox.open(factor.sealedSecret, key: key, context: Self.context(factor.userID))
        else { throw CannotOpen() }
        return TOTP(secret: secret)
    }

    private static func context(_ userID: String) -> [UInt8] { Array(("totp:" + userID).utf8) }

    /// The secret was sealed with another key. This is our fault: it is logged, and the user can sign in with a
    /// recovery code.
    struct CannotOpen: Error, CustomStringConvertible {
        let description =
            "A secret of one-time codes does not open: keys/auth.storage is not the file it was sealed with. "
            + "Put that back."
    }
}
