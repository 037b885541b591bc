import Coordination
import Domain
import Reasons
import Signals
import Synchronization

/// The uploaded parts of long files, kept in memory for a short time.
public final class Uploads: Sendable {
    /// The limit for one user, in bytes.
    public static let mostBytesEach = 128 << 20
    /// The limit for all users, in bytes.
    public static let mostBytes = 512 << 20
    /// The time after the last part when an upload is dropped.
    public static let patience = Duration.seconds(600)

    private struct Upload {
        var parts: [String] = []
        var bytes = 0
        var touched = ContinuousClock.now
    }

    private struct Key: Hashable {
        let userID: String
        let name: String
    }

    private let uploads = Mutex<[Key: Upload]>([:])

    /// Creates an empty store.
    public init() {}

    /// Stores a part.
    /// - Returns: The number of parts and bytes so far.
    public func add(_ text: String, part: Int, to name: String, of userID: String) throws(Fault) -> (
        parts: Int, bytes: Int
    ) {
        guard (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) })
        else { throw .invalidArgument("upload", .notAnUpload) }
        guard part >= 0 else { throw .invalidArgument("part", .mustBeAtLeast, ["least": 0]) }
        let key = Key(userID: userID, name: name)
        return try uploads.withLock { uploads throws(Fault) in
            let now = ContinuousClock.now
            uploads = uploads.filter { now - $0.value.touched < Self.patience }
            var upload = part == 0 ? Upload() : uploads[key] ?? Upload()
            // A retry after a lost answer.
            if part > 0, part == upload.parts.count - 1, upload.parts[part] == text {
                return (upload.parts.count, upload.bytes)
            }
            guard part == upload.parts.count else {
                throw Fault(
                    .conflict, .wrongPart, ["next": .number(upload.parts.count), "part": .number(part)], field: "part")
            }
            let others = uploads.filter { $0.key != key }
            let ofOthers = others.values.reduce(0) { $0 + $1.bytes }
            let own = others.filter { $0.key.userID == userID }.values.reduce(0) { $0 + $1.bytes }
            let bytes = upload.bytes + text.utf8.count
            guard own + bytes <= Self.mostBytesEach, ofOthers + bytes <= Self.mostBytes else {
                throw Fault(
                    .limitExceeded, .uploadsTooLarge,
                    ["limit": .number(Self.mostBytesEach >> 20), "limitBytes": .number(Self.mostBytesEach)],
                    field: "text")
            }
            upload.parts.append(text)
            upload.bytes = bytes
            upload.touched = now
            uploads[key] = upload
            return (upload.parts.count, bytes)
        }
    }

    /// Returns the whole text of an upload.
    public func text(of name: String, userID: String) throws(Fault) -> String {
        guard let upload = uploads.withLock({ $0[Key(userID: userID, name: name)] }) else {
            throw Fault(.notFound, .uploadGone, field: "upload")
        }
        return upload.parts.joined()
    }

    /// Deletes an upload.
    public func forget(_ name: String, userID: String) {
        uploads.withLock { _ = $0.removeValue(forKey: Key(userID: userID, name: name)) }
    }
}
