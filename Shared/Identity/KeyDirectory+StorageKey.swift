import Sodium

extension KeyDirectory {
    private static let storageHeader = "k4.local."

    /// The key that `service` seals with what its database must not show, made at the first call: 32 bytes in the file
    /// `<data>/<service>/<service>.storage` (mode 0600, PASERK `k4.local`). Never published. Belongs into every backup beside the database: what
    /// was sealed with a key that is gone stays closed.
    ///
    /// - Throws: ``KeyDirectoryError`` for a file that cannot be read or written, that holds no key, or that others can read.
    public func storageKey(of service: HouseService) throws(KeyDirectoryError) -> SecretBytes {
        let file = try ownFile("storage", of: .service(service))
        var found = try file.read(isSecret: true)
        if found == nil {
            // Whoever links first wins; the other reads the winner's.
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
