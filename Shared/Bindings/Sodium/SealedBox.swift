import CSodium

/// Secrets for the holder of a key pair: everybody who knows the public key can seal, only the secret key opens. A box
/// does not tell who sealed it. X25519, XSalsa20-Poly1305. `crypto_box_seal(3)`
public enum SealedBox {
    /// The bytes by which a box is longer than its secret. `crypto_box_SEALBYTES`
    public static let overhead = 48

    /// Seals a secret. `crypto_box_seal`
    ///
    /// - Parameter publicKey: The key of the receiver, ``MachineKeys/publicKey``.
    /// - Throws: ``SodiumError``: `wrongLength` unless the key has 32 bytes; `weakKey` for one of the points with which
    ///   no secret is possible.
    public static func seal(_ secret: SecretBytes, for publicKey: [UInt8]) throws(SodiumError) -> [UInt8] {
        SodiumLibrary.initialize()
        guard publicKey.count == MachineKeys.keyCount else {
            throw SodiumError(code: .wrongLength, message: "A public key has 32 bytes, not \(publicKey.count).")
        }
        var box = [UInt8](repeating: 0, count: secret.count + overhead)
        guard crypto_box_seal(&box, secret.octets, UInt64(secret.count), publicKey) == 0 else {
            throw SodiumError(code: .weakKey, message: "With this public key everybody could open the box.")
        }
        return box
    }

    /// Opens a box; nil when it was sealed for another key, or was modified. `crypto_box_seal_open`
    public static func open(_ box: [UInt8], with keys: MachineKeys) -> SecretBytes? {
        guard box.count >= overhead else { return nil }
        var result: Int32 = -1
        let secret = SecretBytes(
            count: box.count - overhead,
            octets: { octets in
                result = crypto_box_seal_open(
                    octets, box, UInt64(box.count), keys.publicKey, keys.secretKey.octets)
            })
        return result == 0 ? secret : nil
    }
}
