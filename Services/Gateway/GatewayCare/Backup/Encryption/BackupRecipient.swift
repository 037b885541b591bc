import Sodium

/// The public half of a key that opens encrypted backups. It is not secret: whoever has it can only encrypt.
///
/// As text it is `kopilka-recipient-` and 48 characters: the key's 32 bytes and the first 4 of their BLAKE2b, in
/// Base64URL. Nearly every 32 bytes are a key, so without the check a slip would make backups that nobody can open.
package struct BackupRecipient: Hashable, Sendable, CustomStringConvertible {
    private static let mark = "kopilka-recipient-"

    /// The X25519 key.
    let publicKey: [UInt8]

    init(_ keys: MachineKeys) { publicKey = keys.publicKey }

    /// - Parameter publicKey: The 32 bytes of a key in a file.
    init(publicKey: [UInt8]) { self.publicKey = publicKey }

    /// Reads a text; nil when it is no recipient, or was mistyped.
    package init?(_ text: some StringProtocol) {
        guard let bytes = CheckedText.read(text, mark: Self.mark) else { return nil }
        publicKey = bytes
    }

    package var description: String { CheckedText.text(of: publicKey, mark: Self.mark) }
}

/// The text of 32 bytes with a check: a mark, then the bytes and the first 4 of their BLAKE2b in Base64URL.
enum CheckedText {
    private static let checkCount = 4

    static func text(of bytes: [UInt8], mark: String) -> String {
        mark + Base64URL.encode(bytes + Digest.blake2b256(bytes).prefix(checkCount))
    }

    static func read(_ text: some StringProtocol, mark: String) -> [UInt8]? {
        guard text.hasPrefix(mark), text.utf8.count <= 128,
            let all = Base64URL.decode(String(text.dropFirst(mark.count))),
            all.count == MachineKeys.keyCount + checkCount
        else { return nil }
        let bytes = Array(all.prefix(MachineKeys.keyCount))
        return Digest.blake2b256(bytes).prefix(checkCount).elementsEqual(all.dropFirst(bytes.count)) ? bytes : nil
    }
}
