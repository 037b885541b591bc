import Glibc

/// Where things lie below the directory of data.
///
/// What is a service's own lies in a directory of its own, and its public key in another, so that each can be kept from the
/// other services by itself:
///
///     <data>/ledger/ledger.db         with its log, its copies and its lock
///     <data>/ledger/ledger.secret     the key that it signs with
///     <data>/keys/ledger/ledger.public
public struct DataLayout: Sendable, Equatable {
    /// The directory of data.
    public let root: String

    /// - Parameter root: The directory of data.
    public init(root: String) { self.root = root }

    /// Where a service keeps what is its own.
    public func directory(of service: String) -> String { "\(root)/\(service)" }

    /// A service's database.
    public func database(of service: String) -> String { "\(directory(of: service))/\(service).db" }

    /// Where all public keys are.
    public var publicKeys: String { "\(root)/keys" }

    /// Where a service publishes its key.
    public func publicKeys(of service: String) -> String { "\(publicKeys)/\(service)" }

    /// Makes the directories that `service` works in and those in which its neighbours publish their keys; the latter as far
    /// as it may, since they may be of a volume that it only reads.
    ///
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`.
    public func prepare(for service: String, neighbours: [String] = []) throws(HostingError) {
        for path in [directory(of: service), publicKeys(of: service)] {
            guard let path = AbsolutePath(path) else { throw HostingError(.pathTooLong, "\(path) is too long") }
            try PrivateDirectory.prepare(path)
        }
        for neighbour in neighbours { mkdir(publicKeys(of: neighbour), 0o700) }
    }
}
