/// The reason why data of an authenticator is not accepted.
public enum Fido2Error: Error, Hashable, Sendable {
    /// It is not what WebAuthn and CTAP describe.
    case malformed
    /// The attestation has a format, or the key an algorithm, that is not supported.
    case unsupported
    /// It is for another relying party, no person was present or verified, or it has results that nobody asked for.
    case unexpected
    /// The signature is not by this key over this data.
    case wrongSignature
    /// The library cannot be loaded, or it failed. A complete sentence.
    case unavailable(String)
}
