import Coordination
import GatewayWords
import Sodium

/// The beginning of an encrypted backup. HOUSEKEEPING has the format for other programs.
///
///     kopilka-sealed ⏎   15 bytes
///     version            1 byte, 1
///     recipients         1 byte, 1 ... 8
///     for each of them:
///       public key       32 bytes
///       key of the file  80 bytes: crypto_box_seal of 32 bytes
///     stream header      24 bytes of crypto_secretstream_xchacha20poly1305
///
/// Chunks of 64 KiB follow, each 17 bytes longer and with this whole beginning as additional data. The last has the tag
/// FINAL, is as long as what is left, and ends the file.
struct SealedHeader {
    static let mark = Array("kopilka-sealed\n".utf8)
    static let version: UInt8 = 1
    static let mostRecipients = 8
    /// The plain bytes of every chunk but the last.
    static let chunkBytes = 1 << 16
    /// The length up to the list of recipients.
    static let beginning = mark.count + 2

    private static let boxCount = SecretStream.keyCount + SealedBox.overhead
    private static let entryCount = MachineKeys.keyCount + boxCount

    /// The recipients, each with its box.
    let boxes: [(recipient: BackupRecipient, box: [UInt8])]
    let streamHeader: [UInt8]
    /// All bytes.
    let bytes: [UInt8]

    /// Creates the header of a new file.
    ///
    /// - Parameter key: The key of the file.
    init(_ key: SecretBytes, for recipients: [BackupRecipient], streamHeader: [UInt8]) throws(SodiumError) {
        precondition((1...Self.mostRecipients).contains(recipients.count), "A file has one to eight recipients.")
        var boxes: [(recipient: BackupRecipient, box: [UInt8])] = []
        for recipient in recipients { boxes.append((recipient, try SealedBox.seal(key, for: recipient.publicKey))) }
        self.boxes = boxes
        self.streamHeader = streamHeader
        bytes =
            Self.mark + [Self.version, UInt8(boxes.count)] + boxes.flatMap { $0.recipient.publicKey + $0.box }
            + streamHeader
    }

    /// Returns how many bytes follow ``beginning``; nil for a file of another kind.
    ///
    /// - Throws: ``Fault`` for another version.
    static func rest(after beginning: [UInt8]) throws(Fault) -> Int? {
        guard beginning.starts(with: mark) else { return nil }
        guard beginning.count == Self.beginning else { throw .cutBackup }
        let (version, count) = (beginning[mark.count], Int(beginning[mark.count + 1]))
        guard version == Self.version else {
            throw .badBackup(
                Text(
                    "The encrypted backup has version \(version), this gateway knows \(Self.version).",
                    "Версия зашифрованной копии — \(version), а этот шлюз знает \(Self.version)."))
        }
        guard (1...mostRecipients).contains(count) else {
            throw .badBackup(
                Text("The encrypted backup has \(count) recipients.", "У зашифрованной копии \(count) получателей."))
        }
        return count * entryCount + SecretStream.headerCount
    }

    /// Reads a header whose beginning and length were checked by ``rest(after:)``.
    init(checked bytes: [UInt8]) {
        let count = (bytes.count - Self.beginning - SecretStream.headerCount) / Self.entryCount
        boxes = (0..<count).map { index in
            let start = Self.beginning + index * Self.entryCount
            let box = start + MachineKeys.keyCount
            return (BackupRecipient(publicKey: Array(bytes[start..<box])), Array(bytes[box..<box + Self.boxCount]))
        }
        streamHeader = Array(bytes.suffix(SecretStream.headerCount))
        self.bytes = bytes
    }

    /// The recipients as text.
    var recipients: String { boxes.map(\.recipient.description).joined(separator: ", ") }
}

extension Fault {
    /// The fault of an encrypted backup that ends too early.
    static let cutBackup = badBackup(
        Text("The encrypted backup is cut off.", "Зашифрованная копия обрезана."))
}
