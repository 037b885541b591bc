import Domain
import Hosting
import Sodium

/// The file in which sessions survive a restart: encrypted with a key in a file beside it.
///
/// Whoever reads a backup or the one file learns nothing; whoever reads both files can act as the people who are signed
/// in. The directory has mode 0700 and the files 0600. Cookies are in neither: the file has their hashes.
package struct SealedSessionFile: Sendable {
    private static let context = Array("kopilka web sessions 1".utf8)
    private static let longest = 8 << 20

    private let path: String
    private let key: SecretBytes

    /// Opens the file in a directory, and makes both if they are missing.
    ///
    /// - Throws: ``HostingError`` for a directory or key that others can read, or that cannot be made.
    package init(directory: AbsolutePath) throws(HostingError) {
        try PrivateDirectory.prepare(directory)
        path = "\(directory)/web-sessions"
        key = try Self.key("\(directory)/web-sessions.key")
    }

    private static func key(_ path: String) throws(HostingError) -> SecretBytes {
        for _ in 0..<2 {
            if let text = try PrivateFile.firstLine(of: path), var bytes = Base64URL.decode(text),
                bytes.count == SecretBox.keyCount
            {
                return SecretBytes(moving: &bytes)
            }
            // A file that is no key opens nothing: a new one takes its place.
            try replaceFile(path, with: Array((Base64URL.encode(Random.bytes(SecretBox.keyCount)) + "\n").utf8))
        }
        throw .system("read \(path)", errno: 5)
    }

    /// Reads the sessions; none when there is no file, or it was made with another key.
    /// - Throws: ``HostingError`` `system`.
    func read() throws(HostingError) -> [BrowserSession] {
        let box: [UInt8]?
        do throws(HostingError) {
            box = try readFile(path, limit: Self.longest)
        } catch {
            // ENOENT
            if error.systemError == 2 { return [] }
            throw error
        }
        // The key has the right length, so this cannot fail for it.
        guard let box, let opened = try? SecretBox.openData(box, key: key, context: Self.context) else { return [] }
        var reader = SessionReader(opened)
        return reader.sessions() ?? []
    }

    /// Writes the sessions in place of those before.
    /// - Throws: ``HostingError`` `system`.
    func write(_ sessions: [BrowserSession]) throws(HostingError) {
        var writer = SessionWriter()
        writer.put(sessions)
        let box: [UInt8]
        do throws(SodiumError) {
            box = try SecretBox.seal(writer.bytes, key: key, context: Self.context)
        } catch {
            preconditionFailure("The key has the right length: \(error)")
        }
        try replaceFile(path, with: box)
    }
}

/// The content of the file: numbers in little-endian order, byte strings behind their lengths.
private struct SessionWriter {
    var bytes: [UInt8] = []

    mutating func put(_ sessions: [BrowserSession]) {
        put(UInt64(sessions.count))
        for session in sessions {
            put(session.id.hash)
            put(session.formKey)
            put(UInt64(bitPattern: session.begunAt.microseconds))
            put(UInt64(bitPattern: session.usedAt.microseconds))
            put(session.secrets ?? [])
        }
    }

    private mutating func put(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    private mutating func put(_ string: [UInt8]) {
        put(UInt64(string.count))
        bytes += string
    }
}

private struct SessionReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns the sessions; nil when the content is malformed.
    mutating func sessions() -> [BrowserSession]? {
        guard let count = number(), count <= 65_536 else { return nil }
        var sessions: [BrowserSession] = []
        for _ in 0..<count {
            guard let hash = string(), hash.count == 32, let formKey = string(), let begun = number(),
                let used = number(), let secrets = string()
            else { return nil }
            sessions.append(
                BrowserSession(
                    id: BrowserSession.ID(hash: hash), formKey: formKey,
                    begunAt: Instant(microseconds: Int64(bitPattern: begun)),
                    usedAt: Instant(microseconds: Int64(bitPattern: used)), secrets: secrets))
        }
        return rest.isEmpty ? sessions : nil
    }

    private mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return number
    }

    private mutating func string() -> [UInt8]? {
        guard let count = number(), count <= UInt64(rest.count) else { return nil }
        let string = Array(rest.prefix(Int(count)))
        rest = rest.dropFirst(Int(count))
        return string
    }
}
