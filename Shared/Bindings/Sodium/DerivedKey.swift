import CSodium

extension SecretBytes {
    /// Returns a key of 32 bytes for one purpose, made from a key for many: BLAKE2b with this key. Nobody can find this
    /// key, or that of another purpose, from it. `crypto_generichash`, RFC 7693
    ///
    /// - Precondition: This key has 16 to 64 bytes.
    public func derivedKey(for purpose: String) -> SecretBytes {
        let message = Array(purpose.utf8)
        var result: Int32 = -1
        let key = SecretBytes(
            count: 32,
            octets: { octets in
                result = crypto_generichash(octets, 32, message, UInt64(message.count), self.octets, count)
            })
        precondition(result == 0, "libsodium refused to derive a key, which only a wrong call can cause.")
        return key
    }
}
