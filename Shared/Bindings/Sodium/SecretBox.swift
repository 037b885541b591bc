import CSodium

/// Authenticated encryption of stored secrets: without the key a box reveals only its length, and a modified box does
/// not open. XChaCha20-Poly1305. `crypto_aead_xchacha20poly1305_ietf_encrypt(3)`
public enum SecretBox {
    /// The number of bytes of a key.
    public static let keyCount = 32

    /// Encrypts a secret with a new random nonce, which begins the box. `crypto_aead_xchacha20poly1305_ietf_encrypt`
    /// - Parameter context: The owner of the box: it opens only with the same bytes.
    /// - Throws: ``SodiumError``: `wrongLength` unless the key has 32 bytes.
    public static func seal(_ secret: SecretBytes, key: SecretBytes, context: [UInt8]) throws(SodiumError) -> [UInt8] {
        try require(key)
        let nonce = Random.bytes(nonceCount)
        var sealed = [UInt8](repeating: 0, count: secret.count + tagCount)
        let result = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, secret.octets, UInt64(secret.count), context, UInt64(context.count), nil, nonce, key.octets)
        precondition(result == 0, "libsodium refused to encrypt, which only a wrong call can cause.")
        return nonce + sealed
    }

    /// Decrypts a box; nil when it was made with another key or context, or was modified.
    /// `crypto_aead_xchacha20poly1305_ietf_decrypt`
    /// - Throws: ``SodiumError``: `wrongLength` unless the key has 32 bytes.
    public static func open(_ box: [UInt8], key: SecretBytes, context: [UInt8]) throws(SodiumError) -> SecretBytes? {
        try require(key)
        guard box.count >= nonceCount + tagCount else { return nil }
        let sealed = Array(box.dropFirst(nonceCount))
        var result: Int32 = -1
        let secret = SecretBytes(
            count: sealed.count - tagCount,
            octets: { octets in
                result = crypto_aead_xchacha20poly1305_ietf_decrypt(
                    octets, nil, nil, sealed, UInt64(sealed.count), context, UInt64(context.count), box, key.octets)
            })
        return result == 0 ? secret : nil
    }

    /// Encrypts data that is in ordinary memory anyway; otherwise as for a secret.
    public static func seal(_ data: [UInt8], key: SecretBytes, context: [UInt8]) throws(SodiumError) -> [UInt8] {
        try require(key)
        SodiumLibrary.initialize()
        let nonce = Random.bytes(nonceCount)
        return [UInt8](unsafeUninitializedCapacity: nonceCount + data.count + tagCount) { box, count in
            for (index, byte) in nonce.enumerated() { box[index] = byte }
            let result = box.baseAddress.map {
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    $0 + nonceCount, nil, data, UInt64(data.count), context, UInt64(context.count), nil, nonce,
                    key.octets)
            }
            precondition(result == 0, "libsodium refused to encrypt, which only a wrong call can cause.")
            count = nonceCount + data.count + tagCount
        }
    }

    /// Decrypts a box into ordinary memory; otherwise as ``open(_:key:context:)``.
    public static func openData(
        _ box: [UInt8], key: SecretBytes, context: [UInt8]
    ) throws(SodiumError) -> [UInt8]? {
        try require(key)
        guard box.count >= nonceCount + tagCount else { return nil }
        var result: Int32?
        let data = [UInt8](unsafeUninitializedCapacity: box.count - nonceCount - tagCount) { data, count in
            result = box.withUnsafeBufferPointer { box in
                box.baseAddress.map {
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        data.baseAddress, nil, nil, $0 + nonceCount, UInt64(box.count - nonceCount), context,
                        UInt64(context.count), $0, key.octets)
                }
            }
            count = result == 0 ? box.count - nonceCount - tagCount : 0
        }
        return result == 0 ? data : nil
    }

    /// `crypto_aead_xchacha20poly1305_ietf_NPUBBYTES`
    private static let nonceCount = 24
    /// `crypto_aead_xchacha20poly1305_ietf_ABYTES`
    private static let tagCount = 16

    private static func require(_ key: SecretBytes) throws(SodiumError) {
        guard key.count == keyCount else {
            throw SodiumError(code: .wrongLength, message: "A key of a secret box has 32 bytes, not \(key.count).")
        }
    }
}
