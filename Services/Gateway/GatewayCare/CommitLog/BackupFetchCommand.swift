import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication
import StrictJSON

/// `gateway backup fetch`: makes a backup file out of the log of a house, as the house was at any moment.
struct BackupFetchCommand: Command {
    let words = ["backup", "fetch"]
    let part = CommandPart.house
    let summary = Text(
        "Makes a backup file out of the log that backup follow keeps.",
        "Делает файл копии из журнала, который ведёт backup follow.")
    let positional = ["recovery", "output"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            FlagShape(
                "recovery", .text, isRequired: true, placeholder: "RECOVERY",
                Text("The file that backup follow wrote.", "Файл, который записала backup follow.")),
            FlagShape(
                "output", .text, isRequired: true, placeholder: "FILE",
                Text("The file to write, whole or not at all.", "Какой файл записать, целиком или никак.")),
            FlagShape(
                "at", .text, placeholder: "MOMENT",
                Text(
                    "As everything was then: 2026-11-30, its end, or 2026-11-30T08:51:48Z. The newest by default.",
                    "Как всё было тогда: 2026-11-30, его конец, или 2026-11-30T08:51:48Z. По умолчанию последнее.")),
            FileDraft.replacing,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup fetch kopilka.recovery kopilka.tar.zst",
                Text("everything that was ever acknowledged", "всё, что было подтверждено")),
            CommandExample(
                "backup fetch kopilka.recovery before.tar.zst --at 2026-11-30",
                Text("as it was at the end of that day", "как было в конце того дня")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "gateway backup restore puts the file in the place of the data, on this or another machine.",
                "gateway backup restore поставит файл на место данных, на этой или другой машине.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let recovery = try RecoveryFile.read(scene.arguments.text("recovery") ?? "")
        let moment = try Self.moment(scene) ?? newest(recovery, scene)
        let output = scene.arguments.text("output") ?? ""
        let tell = BackupCommands.teller(scene)
        let manifest = try await BackupMaking(
            data: "", variables: scene.house.variables, now: moment ?? scene.house.clock.now(),
            version: Version.current, checkLimit: scene.client.limit, tell: tell
        ).make(output, replaces: scene.replacesFiles) { corner in
            let services = try fetch(recovery, moment, into: corner, within: scene.client.limit, tell)
            try requireFit(services, in: corner)
            return services
        }
        scene.show(try JSONEncoding.encode(manifest)) {
            var page = Page()
            page.line(StyledText("fetched into ", "копия записана в "), StyledText(output, .bold))
            page.facts(BackupCommands.facts(manifest))
            page.say(
                "gateway backup restore \(output) puts it in place",
                "gateway backup restore \(output) поставит её на место", .dim)
            return page
        }
        return .done
    }

    /// Returns the time of the newest commit of all services. With the house running, all databases end there.
    private func newest(_ recovery: RecoveryFile, _ scene: CommandScene) throws -> Instant? {
        do {
            return try House.services.flatMap { service in
                let status = try LogStatus.read(try recovery.access(of: service), within: scene.client.limit)
                return [status.newest?.time, status.snapshots.last?.time].compactMap { $0 }
            }.max()
        } catch {
            throw Fault(.unavailable, "\(error)")
        }
    }

    /// Throws when a service has handled an event that its source lacks.
    private func requireFit(_ services: [String], in corner: String) throws {
        let problems = try Positions.problems(
            of: services.map { service in
                let database = try SnapshotDatabase(service: service, path: "\(corner)/\(service).db")
                defer { database.close() }
                return (service, try database.newestEvent(), try database.followed())
            })
        guard problems.isEmpty else { throw Fault.backupFailed(Positions.busy) }
    }

    /// Writes the databases and keys of all services that the log has.
    /// - Returns: The services.
    private func fetch(
        _ recovery: RecoveryFile, _ moment: Instant?, into corner: String, within limit: Duration,
        _ tell: (Text) -> Void
    ) throws -> [String] {
        var services: [String] = []
        guard mkdir("\(corner)/\(BackupName.keys)", 0o700) == 0 else { throw HostingError.system("mkdir \(corner)") }
        for service in House.services {
            tell(Text("fetching \(service)", "получаю \(service)"))
            let place = try Corner(in: corner)
            do {
                let access = try recovery.access(of: service)
                guard try LogRestoring(access).restore(into: place.path, until: moment) != nil else {
                    try requireAbsent(service, try LogStatus.read(access, within: limit))
                    continue
                }
            } catch let fault as Fault {
                throw fault
            } catch {
                throw Fault.backupFailed(
                    Text("\(service) cannot be fetched: \(error)", "\(service) не получить: \(error)"))
            }
            for name in DirectoryList.names(of: place.path) {
                let target = name == "\(service).db" ? name : "\(BackupName.keys)/\(name)"
                guard rename("\(place.path)/\(name)", "\(corner)/\(target)") == 0 else {
                    throw HostingError.system("rename \(name)")
                }
            }
            services.append(service)
        }
        return services
    }

    /// Throws for a service that has commits, but no snapshot from before the moment: a backup must not lack it.
    private func requireAbsent(_ service: String, _ status: LogStatus) throws(Fault) {
        guard status.newest != nil || !status.snapshots.isEmpty else { return }
        let oldest = status.snapshots.first.map { ValueText.time($0.time) }
        throw Fault(
            .notFound,
            """
            \(Text(
            "\(service) can be restored from \(oldest ?? "its first snapshot, which is not complete") on.",
            "\(service) можно восстановить начиная с \(oldest ?? "первого снимка, который ещё не готов")."))
            """, field: "at")
    }

    private static func moment(_ scene: CommandScene) throws(UsageError) -> Instant? {
        guard let text = scene.arguments.text("at") else { return nil }
        if let day = CalendarDay(text) {
            return Instant(microseconds: WallClocks.zone.start(of: day.adding(days: 1)).microseconds - 1)
        }
        if let moment = Instant(text) { return moment }
        throw UsageError(
            Text("--at must be a day or a moment, not \(text).", "--at — день или миг, а не \(text)."),
            hint: Text("write 2026-11-30 or 2026-11-30T08:51:48Z", "напишите 2026-11-30 или 2026-11-30T08:51:48Z"),
            field: "at")
    }
}
