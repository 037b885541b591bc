import Domain
import Hosting
import PostgreSQL
import Sodium
import StrictJSON

/// How a service gets at its commits in the log of its house: the file `commit-log` in the service's own directory,
/// mode 0600, one line of JSON.
///
/// Each service has a key of its own, derived from the house's, so it can read its own commits and no others.
public struct LogAccess: Sendable {
    /// The database.
    public let url: PostgreSQLURL
    /// The name of the house among all houses of the database.
    public let house: String
    /// The service.
    public let service: String
    /// The key that seals the commits and the snapshots of the service.
    public let key: SecretBytes
    /// This machine in a house of several machines; nil in a house on one machine.
    public let replica: ReplicaIdentity?

    /// Creates the access of a service.
    public init(
        url: PostgreSQLURL, house: String, service: String, key: SecretBytes, replica: ReplicaIdentity? = nil
    ) {
        self.url = url
        self.house = house
        self.service = service
        self.key = key
        self.replica = replica
    }

    /// Creates the access of a service from the key of its house.
    public init(
        url: PostgreSQLURL, house: String, service: String, houseKey: SecretBytes, replica: ReplicaIdentity? = nil
    ) {
        self.init(
            url: url, house: house, service: service, key: houseKey.derivedKey(for: "commit-log/\(service)"),
            replica: replica)
    }

    /// Returns the same access over another order of the hosts.
    func reached(at url: PostgreSQLURL) -> LogAccess {
        LogAccess(url: url, house: house, service: service, key: key, replica: replica)
    }

    /// Reads the file of a service; nil when there is none, because the house has no log.
    /// - Throws: ``LogAccessError``.
    public static func read(_ path: String, service: String) throws(LogAccessError) -> LogAccess? {
        guard let text = try line(of: path) else { return nil }
        guard let document = try? JSONDocument(text: text), let url = document.root.member("url")?.string,
            let house = document.root.member("house")?.string,
            var key = document.root.member("key")?.string.flatMap(Base64URL.decode), key.count == keyCount
        else { throw LogAccessError("\(path) is no access to a commit log.") }
        let member = document.root.member("replica")
        let replica = member.flatMap { ReplicaIdentity($0) }
        // Without its identity the service would take the house for one on a single machine.
        guard member == nil || replica != nil else { throw LogAccessError("\(path) has a damaged member replica.") }
        do throws(PostgreSQLError) {
            return LogAccess(
                url: try PostgreSQLURL(url), house: house, service: service, key: SecretBytes(moving: &key),
                replica: replica)
        } catch {
            throw LogAccessError("\(path): \(error)")
        }
    }

    private static func line(of path: String) throws(LogAccessError) -> String? {
        do throws(HostingError) { return try PrivateFile.firstLine(of: path) } catch {
            throw LogAccessError(error.message)
        }
    }

    /// Returns the content of the file of a service.
    ///
    /// - Parameter url: The text of the URL, which may have a password.
    public static func file(
        url: String, house: String, service: String, houseKey: SecretBytes, replica: ReplicaIdentity? = nil
    ) -> [UInt8] {
        houseKey.derivedKey(for: "commit-log/\(service)").withBytes { key in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("url", url)
            writer.member("house", house)
            writer.member("key", Base64URL.encode(Array(key)))
            if let replica {
                writer.key("replica")
                replica.write(to: &writer)
            }
            writer.endObject()
            return writer.finish() + [UInt8(ascii: "\n")]
        }
    }

    /// The number of bytes of a key.
    static let keyCount = 32
}

/// The reason why the access to a log cannot be read: one sentence for people, without a secret.
public struct LogAccessError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
