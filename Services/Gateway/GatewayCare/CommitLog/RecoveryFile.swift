import Coordination
import GatewayWords
import Hosting
import PostgreSQL
import Replication
import Sodium
import StrictJSON

/// What it takes to read the commit log of a house: the URL of its database, the name of the house in it and the key.
/// One line of JSON in a file that only its owner may read.
struct RecoveryFile {
    /// The URL, which may have a password.
    let url: String
    let house: String
    let key: SecretBytes

    /// Returns a file for a new log: a random name and a random key.
    static func fresh(url: String) -> RecoveryFile {
        RecoveryFile(url: url, house: Base64URL.encode(Random.bytes(12)), key: .random(count: keyCount))
    }

    /// Reads a file.
    ///
    /// - Throws: ``Fault`` when it is not such a file.
    static func read(_ path: String) throws -> RecoveryFile {
        guard let text = try PrivateFile.firstLine(of: path) else {
            throw Fault(.notFound, "\(Text("There is no file \(path).", "Файла \(path) нет."))", field: "recovery")
        }
        guard let root = try? JSONDocument(text: text).root, let url = root.member("url")?.string,
            let house = root.member("house")?.string,
            var key = root.member("houseKey")?.string.flatMap(Base64URL.decode), key.count == keyCount
        else {
            throw Fault(
                .invalidArgument,
                "\(Text("\(path) is not a file of backup follow.", "\(path) — не файл от backup follow."))",
                field: "recovery")
        }
        return RecoveryFile(url: url, house: house, key: SecretBytes(moving: &key))
    }

    /// The content of the file.
    var content: [UInt8] {
        key.withBytes { key in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("url", url)
            writer.member("house", house)
            writer.member("houseKey", Base64URL.encode(Array(key)))
            writer.endObject()
            return writer.finish() + [UInt8(ascii: "\n")]
        }
    }

    /// Returns the access of a service.
    func access(of service: String) throws(PostgreSQLError) -> LogAccess {
        LogAccess(url: try PostgreSQLURL(url), house: house, service: service, houseKey: key)
    }

    private static let keyCount = 32
}
