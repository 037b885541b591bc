/// An algorithm of a credential's key, by its number in the COSE registry of IANA.
public enum PublicKeyAlgorithm: Int, CaseIterable, Hashable, Sendable {
    /// ECDSA with SHA-256 over P-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256, 2,048 bits.
    case rs256 = -257
}
