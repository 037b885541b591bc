import CFido2

/// A credential that an authenticator has made.
public struct NewCredential: Hashable, Sendable {
    /// The id, 1 to 1,023 bytes.
    public let id: [UInt8]
    /// The algorithm of the key.
    public let algorithm: PublicKeyAlgorithm
    /// The public key in the form of libfido2: x and y (ES256), the point (EdDSA), or modulus and exponent (RS256).
    public let publicKey: [UInt8]
    /// The model of the authenticator, 16 bytes (AAGUID); zeros from one that does not say.
    public let model: [UInt8]
    /// The signed data.
    public let data: AuthenticatorData
    /// True when a statement about the key was signed. The signature is right.
    public let isAttested: Bool

    /// Reads an attestation object of the format `none` or `packed`, and verifies it: libcbor reads the CBOR, libfido2
    /// reads the authenticator data and the key, and verifies the signature of the statement if there is one.
    ///
    /// A statement's certificate is not traced to a maker. The data of a statement without a signature is read and not
    /// checked: check ``data``. `fido_cred_set_authdata_raw`, `fido_cred_verify_self`, `fido_cred_verify`, `cbor_load`
    ///
    /// - Parameters:
    ///   - attestationObject: The bytes of the browser. Bound their number before.
    ///   - clientDataHash: SHA-256 of the client data, 32 bytes.
    ///   - relyingParty: The id of the relying party, such as `example.org`.
    /// - Throws: ``Fido2Error``.
    public init(
        attestationObject: [UInt8], clientDataHash: [UInt8], relyingParty: String
    ) throws(Fido2Error) {
        try Fido2Library.load()
        var credential = kopilka_fido_credential()
        let result = attestationObject.borrowed { object in
            clientDataHash.borrowed { hash in kopilka_fido_register(object, hash, relyingParty, &credential) }
        }
        try Fido2Library.check(result)
        guard let algorithm = PublicKeyAlgorithm(rawValue: Int(credential.algorithm)) else {
            throw .unsupported
        }
        self.algorithm = algorithm
        id = withUnsafeBytes(of: credential.id) { Array($0.prefix(credential.id_count)) }
        publicKey = withUnsafeBytes(of: credential.key) { Array($0.prefix(credential.key_count)) }
        model = withUnsafeBytes(of: credential.model) { Array($0) }
        data = AuthenticatorData(credential.data)
        isAttested = credential.is_attested != 0
    }
}
