import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Identity
import PostgreSQL
import Replication

/// The commands of a house of several machines.
enum HouseCommands {
    static let all: [any Command] = [
        HouseInitCommand(), HouseInviteCommand(), HouseJoinCommand(), HouseHostsCommand(), HouseLeadCommand(),
        HouseLeaveCommand(), HouseResyncCommand(), HouseCompareCommand(),
    ]

    /// The name of a new host, and its address.
    static let newHost = [
        FlagShape(
            "name", .text, isRequired: true, placeholder: "NAME",
            Text(
                "A name for this machine: a-z, 0-9 and -, at most 32.",
                "Имя этой машины: a-z, 0-9 и -, не длиннее 32.")),
        FlagShape(
            "address", .text, isRequired: true, placeholder: "ADDRESS[:PORT]",
            Text(
                "Its IP address as the others see it. Its services take eight ports from 7400 on, or from PORT.",
                "Её IP-адрес, как его видят другие. Службы занимают восемь портов, с 7400 или с PORT.")),
    ]

    /// Returns the name of a host.
    static func name(_ scene: CommandScene, _ field: String = "name") throws(UsageError) -> String {
        let name = scene.arguments.text(field) ?? ""
        guard HouseHost.isName(name) else {
            throw UsageError(
                Text("\(name.debugDescription) is not a name of a host.", "\(name.debugDescription) — не имя машины."),
                hint: Text(
                    "write 1 to 32 characters of a-z, 0-9 and -: alpha",
                    "напишите от 1 до 32 знаков a-z, 0-9 и -: alpha"), field: field)
        }
        return name
    }

    /// Returns the address of a new host.
    static func endpoint(_ scene: CommandScene) throws(UsageError) -> HostEndpoint {
        let text = scene.arguments.text("address") ?? ""
        guard let endpoint = HostEndpoint(text), endpoint.advanced(by: HouseService.allCases.count - 1) != nil else {
            throw UsageError(
                Text(
                    "\(text.debugDescription) is not an address of a machine.",
                    "\(text.debugDescription) — не адрес машины."),
                hint: Text(
                    "write an IP address, with a port if it is not 7400: 10.0.0.1 or 10.0.0.1:7500 or [fd00::1]:7500",
                    "напишите IP-адрес, с портом, если он не 7400: 10.0.0.1, 10.0.0.1:7500 или [fd00::1]:7500"),
                field: "address")
        }
        return endpoint
    }

    /// Returns the files of a house that follows a log, and the operator's recovery file.
    static func following(_ scene: CommandScene) throws -> (files: FollowFiles, recovery: RecoveryFile) {
        let files = FollowFiles(data: try BackupCommands.dataDirectory(scene).description)
        guard let recovery = try files.recovery() else {
            throw UsageError(
                Text(
                    "This house follows no log, which its machines would share.",
                    "Этот дом не ведёт журнала, общего для его машин."),
                hint: Text(
                    "first gateway backup follow URL --recovery FILE, then gateway restart",
                    "сначала gateway backup follow URL --recovery ФАЙЛ, затем gateway restart"))
        }
        return (files, recovery)
    }

    /// Returns the same for a house of several machines, with this machine.
    static func replicated(
        _ scene: CommandScene
    ) throws -> (files: FollowFiles, recovery: RecoveryFile, machine: OwnMachine) {
        let (files, recovery) = try following(scene)
        guard let machine = try files.machine() else {
            throw UsageError(
                Text("This house is on one machine.", "Этот дом на одной машине."),
                hint: Text(
                    "gateway house init NAME ADDRESS makes it a house of several",
                    "gateway house init ИМЯ АДРЕС сделает его домом на нескольких"))
        }
        return (files, recovery, machine)
    }

    /// Returns the access to the list of hosts.
    static func hosts(
        _ recovery: RecoveryFile, since generation: Int64 = 0, _ scene: CommandScene
    ) throws(PostgreSQLError) -> HouseHosts {
        HouseHosts(
            try PostgreSQLURL(recovery.url), house: recovery.house, key: HouseHosts.key(of: recovery.key),
            since: generation, clock: scene.house.clock, patience: patience(scene))
    }

    static func leases(_ recovery: RecoveryFile, _ scene: CommandScene) throws(PostgreSQLError) -> LeaseBoard {
        LeaseBoard(try PostgreSQLURL(recovery.url), house: recovery.house, patience: patience(scene))
    }

    /// The time for one statement.
    static func patience(_ scene: CommandScene) -> Duration { min(scene.client.limit, .seconds(10)) }

    /// Returns what `body` returns, with errors of the database as faults in both languages.
    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as MembershipError {
            throw error.report
        } catch let error as PostgreSQLError {
            throw Fault(.unavailable, "\(error)")
        }
    }
}
