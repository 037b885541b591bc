import Sodium
import Synchronization

/// The machines that a replica port serves, by their public keys. The list can be replaced at any time.
///
/// A machine that is no longer in it cannot connect, and gets nothing more over a connection that it still has.
public final class AllowedPeers: Sendable {
    /// The names of hosts by ``userID(of:)``.
    private let hosts: Mutex<[String: String]>

    /// Creates a list.
    /// - Parameter hosts: The names of hosts by their public keys of 32 bytes.
    public init(_ hosts: [[UInt8]: String] = [:]) { self.hosts = Mutex(Self.byUserID(hosts)) }

    /// Replaces the whole list.
    /// - Parameter hosts: The names of hosts by their public keys of 32 bytes.
    public func replace(by hosts: [[UInt8]: String]) {
        let listed = Self.byUserID(hosts)
        self.hosts.withLock { $0 = listed }
    }

    /// Returns the user id of ZAP for a key. It is made from the key, not the name: a host that gets a new key keeps
    /// its name, and its old key must not be good for anything then.
    static func userID(of key: [UInt8]) -> String { Base64URL.encode(key) }

    /// Returns the name of the host that has this user id; nil when it may not connect.
    func host(of userID: String) -> String? { hosts.withLock { $0[userID] } }

    /// Any user id of the list; nil when the list is empty.
    var anyUserID: String? { hosts.withLock { $0.keys.first } }

    private static func byUserID(_ hosts: [[UInt8]: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: hosts.map { (userID(of: $0.key), $0.value) })
    }
}
