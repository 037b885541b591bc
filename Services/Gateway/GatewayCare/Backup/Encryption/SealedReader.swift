import Coordination
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Sodium

/// What opens an encrypted backup.
package enum BackupKey {
    /// The key of a recipient.
    case recipient(MachineKeys)
    /// The key of the file itself, which only its maker has.
    case file(SecretBytes)
}

/// Decrypts an encrypted backup, chunk by chunk. Nothing of a chunk is handed on before it was verified.
package final class SealedReader {
    /// What went wrong; ``next()`` returned nil then.
    package private(set) var failure: (any Error)?

    private let descriptor: Int32
    private let header: [UInt8]
    private var stream: SecretStreamOpening
    private let sealed = UnsafeMutableRawBufferPointer.allocate(
        byteCount: SealedHeader.chunkBytes + SecretStream.overhead, alignment: 16)
    private let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: SealedHeader.chunkBytes, alignment: 16)
    private var isAtEnd = false

    /// Begins to read a file; nil, with nothing read, for a file that is not encrypted.
    ///
    /// - Parameter descriptor: Open for reading, at its beginning; stays open.
    /// - Throws: ``UsageError`` without a key, ``Fault`` for a wrong key and a malformed file.
    package static func open(_ descriptor: Int32, name: String, key: BackupKey?) throws -> SealedReader? {
        var beginning = [UInt8](repeating: 0, count: SealedHeader.beginning)
        let count = pread(descriptor, &beginning, beginning.count, 0)
        guard let rest = try SealedHeader.rest(after: Array(beginning.prefix(max(0, count)))) else { return nil }
        var bytes = [UInt8](repeating: 0, count: beginning.count + rest)
        guard try bytes.withUnsafeMutableBytes({ try fill($0, from: descriptor) }) == bytes.count else {
            throw Fault.cutBackup
        }
        let header = SealedHeader(checked: bytes)
        return try SealedReader(descriptor, header, key: try fileKey(of: header, name: name, key))
    }

    private init(_ descriptor: Int32, _ header: SealedHeader, key: SecretBytes) throws {
        self.descriptor = descriptor
        self.header = header.bytes
        stream = try SecretStreamOpening(key: key, header: header.streamHeader)
    }

    deinit {
        sealed.deallocate()
        plain.deallocate()
    }

    private static func fileKey(of header: SealedHeader, name: String, _ key: BackupKey?) throws -> SecretBytes {
        switch key {
        case nil:
            throw UsageError(
                Text(
                    "\(name) is encrypted for \(header.recipients).",
                    "Копия \(name) зашифрована для \(header.recipients)."),
                hint: Text(
                    "say where its key is: --key FILE, the file that gateway backup key has made",
                    "укажите, где её ключ: --key FILE — файл, который сделала gateway backup key"), field: "key")
        case .file(let key): return key
        case .recipient(let keys):
            let own = BackupRecipient(keys)
            guard let box = header.boxes.first(where: { $0.recipient == own })?.box else {
                throw Fault(
                    .invalidArgument,
                    """
                    \(Text(
                    "\(name) is encrypted for \(header.recipients), and this key is that of \(own.description).",
                    "Копия \(name) зашифрована для \(header.recipients), а это ключ от \(own.description)."))
                    """, field: "key")
            }
            guard let key = SealedBox.open(box, with: keys) else { throw Fault.damagedBackup }
            return key
        }
    }

    /// Returns the next plain bytes, which stay until the next call; none after the last, nil after a failure.
    package func next() -> UnsafeRawBufferPointer? {
        guard failure == nil else { return nil }
        guard !isAtEnd else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        do {
            return try chunk()
        } catch {
            failure = error
            return nil
        }
    }

    /// Reads what is left, and requires that the file is whole.
    package func finish() throws {
        while let piece = next(), !piece.isEmpty {}
        if let failure { throw failure }
    }

    private func chunk() throws -> UnsafeRawBufferPointer {
        let count = try Self.fill(sealed, from: descriptor)
        guard count >= SecretStream.overhead else { throw Fault.cutBackup }
        guard
            let opened = stream.open(UnsafeRawBufferPointer(rebasing: sealed[..<count]), into: plain, context: header),
            // Every chunk but the last is full.
            opened.isLast || count == sealed.count
        else {
            // A part of a chunk is as unreadable as a changed one.
            throw count < sealed.count ? Fault.brokenBackup : Fault.damagedBackup
        }
        if opened.isLast {
            isAtEnd = true
            var one: UInt8 = 0
            let more = try withUnsafeMutableBytes(of: &one) { try Self.fill($0, from: descriptor) }
            guard more == 0 else { throw Fault.damagedBackup }
        }
        return UnsafeRawBufferPointer(rebasing: plain[..<opened.count])
    }

    /// Reads until the buffer is full or the file ends: read(2).
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw HostingError.system("read the encrypted backup") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

extension Fault {
    /// The fault of an encrypted backup whose last bytes are not what they should be.
    static let brokenBackup = badBackup(
        Text("The encrypted backup is cut off or damaged.", "Зашифрованная копия обрезана или повреждена."))

    /// The fault of an encrypted backup that is not as it was written.
    static let damagedBackup = badBackup(
        Text(
            "The encrypted backup was damaged or changed.", "Зашифрованная копия повреждена или изменена."))
}
