import Sodium

extension KeyDirectory {
    private static let storageHeader = "k4.local."

    /// Returns the key with which `service` encrypts secret data in its database. The first call creates it: 32 bytes
    /// in the file `<data>/<service>/<service>.storage` (mode 0600, PASERK `k4.local`). It is never published. Every
    /// backup must contain it beside the database: without the key, the encrypted data cannot be decrypted.
    ///
    /// - Throws: ``KeyDirectoryError`` for a file that cannot be read or written, that holds no key, or that others can
    ///   read.
    public func storageKey(of service: HouseService) throws(KeyDirectoryError) -> SecretBytes {
        let file = try ownFile("storage", of: .service(service))
        var found = try file.read(isSecret: true)
        if found == nil {
            // The first link(2) wins; the other process reads the winner's key.
            try file.create(Self.storageHeader + Base64URL.encode(Random.bytes(SecretBox.keyCount)))
            found = try file.read(isSecret: true)
        }
        guard let found, found.hasPrefix(Self.storageHeader),
            var bytes = Base64URL.decode(Array(found.utf8.dropFirst(Self.storageHeader.utf8.count))),
            bytes.count == SecretBox.keyCount
        else { throw KeyDirectoryError(.notAKey, file.path) }
        return SecretBytes(moving: &bytes)
    }
}
