import Glibc
import Reasons

/// The layout of the data directory.
///
/// A service's own files are in one directory and its public key is in another. Each can therefore be protected from
/// the other services separately:
///
///     <data>/ledger/ledger.db         with its log, its copies and its lock
///     <data>/ledger/ledger.secret     the key that it signs with
///     <data>/keys/ledger/ledger.public
public struct DataLayout: Sendable, Equatable {
    /// The data directory.
    public let root: String

    /// Creates the layout.
    ///
    /// - Parameter root: The data directory.
    public init(root: String) { self.root = root }

    /// Returns the directory of a service's own files.
    public func directory(of service: String) -> String { "\(root)/\(service)" }

    /// Returns the path of a service's database.
    public func database(of service: String) -> String { "\(directory(of: service))/\(service).db" }

    /// Returns the path of the file that tells a service how to reach the commit log of the house; without it there is
    /// none.
    public func commitLog(of service: String) -> String { "\(directory(of: service))/commit-log" }

    /// The directory of all public keys.
    public var publicKeys: String { "\(root)/keys" }

    /// Returns the directory in which a service publishes its key.
    public func publicKeys(of service: String) -> String { "\(publicKeys)/\(service)" }

    /// Creates the directories of `service` and, as far as it may, those in which its neighbours publish their keys.
    /// The latter may be on a volume that it can only read.
    ///
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`.
    public func prepare(for service: String, neighbours: [String] = []) throws(HostingError) {
        for path in [directory(of: service), publicKeys(of: service)] {
            guard let path = AbsolutePath(path) else {
                throw HostingError(.pathTooLong, .pathTooLong, ["path": .text(path)])
            }
            try PrivateDirectory.prepare(path)
        }
        for neighbour in neighbours { mkdir(publicKeys(of: neighbour), 0o700) }
    }
}
