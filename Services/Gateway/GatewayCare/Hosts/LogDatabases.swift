import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication

/// Rebuilds databases of services from the log so that they go on following it: with their position, and without a
/// claim, which would end the leader's.
struct LogDatabases {
    let recovery: RecoveryFile
    let limit: Duration
    let tell: (Text) -> Void

    /// - Throws: ``Fault`` `conflict` that names the services without a snapshot.
    func requireSnapshots(of services: [String]) throws {
        let lacking: [String]
        do {
            lacking = try services.filter { service in
                try LogStatus.read(try recovery.access(of: service), within: limit).snapshots.isEmpty
            }
        } catch {
            throw Fault(.unavailable, "\(error)", field: "url")
        }
        guard lacking.isEmpty else {
            throw Fault(
                .conflict,
                """
                \(Text(
                """
                There is no snapshot yet of \(lacking.joined(separator: ", ")). Start the services on a machine of \
                the house, and wait until gateway backup follow shows there since when each can be restored.
                """,
                """
                Ещё нет снимка: \(lacking.joined(separator: ", ")). Запустите службы на машине дома и подождите, пока \
                gateway backup follow не покажет там для каждой, с какого времени она восстановима.
                """))
                """)
        }
    }

    /// Writes the newest database of a service into an empty directory, `<service>.db`, and beside it the keys of its
    /// snapshot.
    func restore(_ service: String, into directory: String) throws {
        tell(Text("fetching \(service)", "получаю \(service)"))
        let outcome: LogRestoring.Outcome?
        do { outcome = try LogRestoring(try recovery.access(of: service)).restore(into: directory) } catch {
            throw Fault(
                .unavailable,
                "\(Text("\(service) cannot be fetched: \(error)", "\(service) не получить: \(error)"))", field: "log")
        }
        if outcome == nil { try requireSnapshots(of: [service]) }
    }

    /// Does the same in a data directory, with everything in the place where the service expects it.
    func restore(_ service: String, as layout: DataLayout) throws {
        try layout.prepare(for: service)
        let corner = try Corner(in: layout.root)
        try restore(service, into: corner.path)
        let files = HouseFiles(layout.root)
        for name in DirectoryList.names(of: corner.path) {
            let target =
                name.hasPrefix("\(service).db")
                ? "\(layout.directory(of: service))/\(name)" : files.place(of: "\(BackupName.keys)/\(name)")
            guard let target else { continue }
            guard rename("\(corner.path)/\(name)", target) == 0 else { throw HostingError.system("rename \(name)") }
        }
    }
}
