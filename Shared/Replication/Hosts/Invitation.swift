import Sodium
import StrictJSON

/// What a new machine needs of a house and cannot find in its log.
public struct Invitation: Sendable {
    /// A small file below the data directory.
    public struct File: Sendable, Equatable {
        /// Its path below the data directory: `operator/operator.secret`.
        public let path: String
        /// Its bytes.
        public let content: [UInt8]

        public init(path: String, content: [UInt8]) {
            self.path = path
            self.content = content
        }
    }

    /// The name of the house in the log.
    public let house: String
    /// The house's key, 32 bytes.
    public let houseKey: SecretBytes
    /// See ``ReplicaIdentity/engineReplicates``.
    public let engineReplicates: Bool
    /// Keys and tokens. Whoever takes them in checks their paths.
    public let files: [File]

    public init(house: String, houseKey: SecretBytes, engineReplicates: Bool, files: [File]) {
        self.house = house
        self.houseKey = houseKey
        self.engineReplicates = engineReplicates
        self.files = files
    }

    /// Everything but the name of the house, as it is sealed.
    var body: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        houseKey.withBytes { writer.member("houseKey", Base64URL.encode(Array($0))) }
        writer.member("engineReplicates", engineReplicates)
        writer.key("files")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.member("path", file.path)
            writer.member("content", Base64URL.encode(file.content))
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// Reads what was sealed; nil when it is no invitation.
    init?(house: String, body: [UInt8]) {
        guard let root = try? JSONDocument(body).root,
            var key = root.member("houseKey")?.string.flatMap(Base64URL.decode), key.count == LogAccess.keyCount,
            let engineReplicates = root.member("engineReplicates")?.bool, let list = root.member("files")
        else { return nil }
        var files: [File] = []
        for node in list.elements {
            guard let path = node.member("path")?.string,
                let content = node.member("content")?.string.flatMap(Base64URL.decode)
            else { return nil }
            files.append(File(path: path, content: content))
        }
        self.init(
            house: house, houseKey: SecretBytes(moving: &key), engineReplicates: engineReplicates, files: files)
    }
}
