import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication
import StrictJSON

/// `gateway house resync`: restores databases of this machine anew from the log.
struct HouseResyncCommand: Command {
    let words = ["house", "resync"]
    let part = CommandPart.house
    let summary = Text(
        "Restores databases of this machine anew from the log.", "Восстанавливает базы этой машины из журнала заново.")
    let positional = ["service"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .choice(House.services), placeholder: "SERVICE",
                Text("Which service; all by default.", "Какую службу; по умолчанию все.")),
            BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "house resync ledger", Text("after gateway doctor says so", "когда так скажет gateway doctor")),
            CommandExample("house resync", Text("all databases", "все базы")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Services may run: each stops for a moment when its new database is ready.",
                "Службы могут работать: каждая остановится на миг, когда её новая база готова."),
            Text(
                "The old database stays beside the new one: ledger.db.before-resync.",
                "Прежняя база остаётся рядом с новой: ledger.db.before-resync."),
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (files, recovery, machine) = try HouseCommands.replicated(scene)
        let services = scene.arguments.text("service").map { [$0] } ?? House.services
        let databases = LogDatabases(
            recovery: recovery, limit: HouseCommands.patience(scene), tell: BackupCommands.teller(scene))
        try databases.requireSnapshots(of: services)
        var restored: [(service: String, corner: Corner)] = []
        for service in services {
            try files.layout.prepare(for: service)
            let corner = try Corner(in: files.layout.directory(of: service))
            try databases.restore(service, into: corner.path)
            restored.append((service, corner))
        }
        let locks = try await stop(services, files.layout, scene)
        for (service, corner) in restored { try replace(service, corner, files.layout) }
        withdrawReports(on: services, of: machine.name, recovery, scene)
        withExtendedLifetime(locks) {}
        scene.show(Self.json(services)) {
            var page = Page()
            page.say(
                "restored from the log: \(services.joined(separator: ", "))",
                "восстановлено из журнала: \(services.joined(separator: ", "))", .green)
            page.say(
                "the old databases are beside them: SERVICE.db.before-resync",
                "прежние базы лежат рядом: SERVICE.db.before-resync", .dim)
            return page
        }
        return .done
    }

    /// Removes what this machine has reported of its content: it concerns the old databases. Call it while no service
    /// uses the new ones.
    private func withdrawReports(
        on services: [String], of host: String, _ recovery: RecoveryFile, _ scene: CommandScene
    ) {
        do {
            let reports = ContentReports(try services.map(recovery.access), patience: HouseCommands.patience(scene))
            defer { reports.close() }
            for service in services { try reports.withdraw(of: host, for: service) }
        } catch {
            scene.console.tell(
                """
                \(Text(
                "The last comparison is shown until the next one: \(error)",
                "До новой сверки видна прежняя: \(error)"))
                """)
        }
    }

    /// Takes the right to write the databases. A service under the supervisor is ended; the supervisor starts it again,
    /// and it then waits for the same right.
    private func stop(
        _ services: [String], _ layout: DataLayout, _ scene: CommandScene
    ) async throws -> [WriterLock] {
        let running = scene.house.state()?.services.filter { services.contains($0.name) }.compactMap(\.pid) ?? []
        for process in Set(running) { kill(pid_t(process), SIGTERM) }
        var locks: [WriterLock] = []
        for service in services {
            do {
                locks.append(
                    try await WriterLock.acquire(
                        service: service, dataDirectory: layout.root,
                        patience: running.isEmpty ? .milliseconds(1) : Self.patience))
            } catch let error as HostingError where error.code == .alreadyRunning {
                throw Fault(
                    .conflict,
                    """
                    \(Text(
                    "\(service) runs over this data; stop it first.",
                    "\(service) работает с этими данными; сначала остановите её."))
                    """)
            }
        }
        return locks
    }

    /// Moves the old database aside and the new one into its place. Between the two there is none, and a service that
    /// starts without a database refuses a log that has commits.
    private func replace(_ service: String, _ corner: Corner, _ layout: DataLayout) throws {
        let (path, kept) = (layout.database(of: service), "\(layout.database(of: service)).before-resync")
        for suffix in ["", "-wal", "-shm"] {
            unlink(kept + suffix)
            guard rename(path + suffix, kept + suffix) == 0 || errno == ENOENT else {
                throw HostingError.system("rename \(path)\(suffix)")
            }
        }
        guard rename("\(corner.path)/\(service).db", path) == 0 else { throw HostingError.system("rename \(path)") }
        let directory = open(layout.directory(of: service), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// A service may take five seconds to finish its requests.
    private static let patience = Duration.seconds(15)

    private static func json(_ services: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("restored")
        writer.beginArray()
        for service in services { writer.value(service) }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}
