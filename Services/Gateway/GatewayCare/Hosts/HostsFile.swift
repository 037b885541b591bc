import Hosting
import Replication
import Sodium

/// The file `house.hosts` in the data directory, for people, and for tools that do not ask the database: a line
/// `NAME ADDRESS:PORT PUBLICKEY` for each host, the key in Base64URL. No service reads it.
struct HostsFile {
    let path: String

    init(data: String) { path = "\(data)/house.hosts" }

    /// Replaces the file.
    func write(_ hosts: [HouseHost]) throws(HostingError) {
        let lines = hosts.map { "\($0.name) \($0.endpoint) \(Base64URL.encode($0.publicKey))\n" }
        try replaceFile(path, with: Array(lines.joined().utf8))
    }
}
