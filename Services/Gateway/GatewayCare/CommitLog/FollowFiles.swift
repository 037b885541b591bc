import Domain
import GatewaySession
import Glibc
import Hosting
import Replication
import Storage

/// The files of a house that follows a log: the access of each service, and the operator's recovery file.
struct FollowFiles {
    let layout: DataLayout

    init(data: String) { layout = DataLayout(root: data) }

    private var own: String { layout.commitLog(of: "operator") }

    /// Returns the recovery file; nil when the house follows no log.
    func recovery() throws -> RecoveryFile? {
        access(own, F_OK) == 0 ? try RecoveryFile.read(own) : nil
    }

    /// True when the house follows a log, or a part of it does.
    var isFollowing: Bool { !present.isEmpty }

    /// The files that exist.
    var present: [(owner: String, path: String)] {
        (House.services + ["operator"]).map { ($0, layout.commitLog(of: $0)) }.filter { access($0.1, F_OK) == 0 }
    }

    /// Writes all files. The operator's comes last: with it the house follows.
    func write(_ recovery: RecoveryFile) throws {
        for service in House.services {
            try layout.prepare(for: service)
            try replaceFile(
                layout.commitLog(of: service),
                with: LogAccess.file(
                    url: recovery.url, house: recovery.house, service: service, houseKey: recovery.key))
        }
        try layout.prepare(for: "operator")
        try replaceFile(own, with: recovery.content)
    }

    /// Removes all files.
    func remove() throws(HostingError) {
        for (_, path) in present {
            guard unlink(path) == 0 else { throw .system("unlink \(path)") }
        }
    }

    /// Returns how far the database of a service is in its log; nil when it has not followed yet.
    func head(of service: String) throws -> Int64? {
        let path = layout.database(of: service)
        guard access(path, F_OK) == 0 else { return nil }
        return try Connection.withConnection(path: path, options: .reader) { try $0.logPosition()?.head.number }
    }
}
