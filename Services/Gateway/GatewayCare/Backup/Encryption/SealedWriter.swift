import Glibc
import Hosting
import Sodium

/// Encrypts what is written, and writes it to a descriptor. 64 KiB are in memory at a time.
final class SealedWriter {
    /// The key of the file.
    let key = SecretBytes.random(count: SecretStream.keyCount)

    private let descriptor: Int32
    private let header: [UInt8]
    private var stream: SecretStreamSealing
    private let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: SealedHeader.chunkBytes, alignment: 16)
    private let sealed = UnsafeMutableRawBufferPointer.allocate(
        byteCount: SealedHeader.chunkBytes + SecretStream.overhead, alignment: 16)
    private var filled = 0

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - descriptor: Open for writing; stays open.
    ///   - recipients: One to ``SealedHeader/mostRecipients``.
    init(descriptor: Int32, for recipients: [BackupRecipient]) throws {
        self.descriptor = descriptor
        let stream = try SecretStreamSealing(key: key)
        header = try SealedHeader(key, for: recipients, streamHeader: stream.header).bytes
        self.stream = stream
        try header.withUnsafeBytes { try Self.send($0, to: descriptor) }
    }

    deinit {
        plain.deallocate()
        sealed.deallocate()
    }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
        var rest = bytes
        while !rest.isEmpty {
            // A full chunk waits, because it may be the last.
            if filled == plain.count { try sendChunk(isLast: false) }
            let count = min(rest.count, plain.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: plain[filled...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            filled += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Ends the file.
    func finish() throws(HostingError) { try sendChunk(isLast: true) }

    private func sendChunk(isLast: Bool) throws(HostingError) {
        stream.seal(
            UnsafeRawBufferPointer(rebasing: plain[..<filled]), into: sealed, isLast: isLast, context: header)
        try Self.send(
            UnsafeRawBufferPointer(rebasing: sealed[..<(filled + SecretStream.overhead)]), to: descriptor)
        filled = 0
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(HostingError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("write the encrypted backup") }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
