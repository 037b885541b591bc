import Coordination
import Domain
import GatewaySession
import Glibc
import Hosting
import Identity
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

    /// What the services know of this machine; nil in a house on one machine.
    func machine() throws -> OwnMachine? {
        let service = HouseService.auth.rawValue
        do throws(LogAccessError) {
            guard let access = try LogAccess.read(layout.commitLog(of: service), service: service),
                let replica = access.replica
            else { return nil }
            return OwnMachine(replica)
        } catch {
            throw Fault(.unavailable, "\(error)")
        }
    }

    /// Writes all files. The operator's comes last: with it the house follows.
    ///
    /// - Parameter machine: This machine in a house of several; nil in a house on one machine.
    func write(_ recovery: RecoveryFile, machine: OwnMachine? = nil) throws {
        for service in HouseService.allCases {
            try layout.prepare(for: service.rawValue)
            try replaceFile(
                layout.commitLog(of: service.rawValue),
                with: LogAccess.file(
                    url: recovery.url, house: recovery.house, service: service.rawValue, houseKey: recovery.key,
                    replica: machine.map { try $0.identity(of: service, hostsKey: HouseHosts.key(of: recovery.key)) }))
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
