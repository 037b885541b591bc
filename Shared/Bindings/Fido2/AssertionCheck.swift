import CFido2

/// Verifies assertions: signatures by which the owner of a credential answers a challenge.
public enum AssertionCheck {
    /// Verifies an assertion and returns its signed data. The relying party is right, and a person was present and
    /// verified. `fido_assert_verify`
    ///
    /// - Parameters:
    ///   - publicKey: The key as ``NewCredential`` gave it.
    ///   - authenticatorData: The bytes of the browser. Bound their number before.
    ///   - clientDataHash: SHA-256 of the client data, 32 bytes.
    ///   - relyingParty: The id of the relying party.
    /// - Throws: ``Fido2Error``.
    public static func verify(
        signature: [UInt8], by publicKey: [UInt8], _ algorithm: PublicKeyAlgorithm, authenticatorData: [UInt8],
        clientDataHash: [UInt8], relyingParty: String
    ) throws(Fido2Error) -> AuthenticatorData {
        try Fido2Library.load()
        var data = kopilka_fido_signed()
        let result = publicKey.borrowed { key in
            authenticatorData.borrowed { authenticatorData in
                clientDataHash.borrowed { hash in
                    signature.borrowed { signature in
                        kopilka_fido_assert(
                            Int32(algorithm.rawValue), key, authenticatorData, hash, signature, relyingParty, &data)
                    }
                }
            }
        }
        try Fido2Library.check(result)
        return AuthenticatorData(data)
    }
}
