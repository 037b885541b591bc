import Domain
import GatewaySession
import GatewayWords
import Hosting
import PostgreSQL
import Replication

/// Checks the commit log of a house that follows one: each service follows it, and it has what the databases have.
struct LogExamination {
    /// A log without a newer snapshot takes long to restore from: a service makes one a day.
    private static let oldestSnapshot = Duration.seconds(3 * 86_400)
    /// A machine whose clock is further from the database's does not lead.
    private static let toleratedSkew = Duration.seconds(1)

    let house: House
    let isQuick: Bool
    let limit: Duration

    func findings() -> [Finding] {
        guard let data = house.dataDirectory?.description else { return [] }
        let files = FollowFiles(data: data)
        let following = files.present.map(\.owner).filter(House.services.contains)
        do {
            guard let recovery = try files.recovery() else {
                return following.isEmpty
                    ? []
                    : [
                        Finding(
                            "log", nil, .bad,
                            Text(
                                "services follow a log that the operator does not know",
                                "службы ведут журнал, о котором оператор не знает"), cure: Self.anew)
                    ]
            }
            guard following.count == House.services.count else {
                let missing = House.services.filter { !following.contains($0) }
                return [
                    Finding(
                        "log", nil, .bad,
                        Text(
                            "not followed by \(missing.joined(separator: ", "))",
                            "его не ведут: \(missing.joined(separator: ", "))"), cure: Self.anew)
                ]
            }
            guard !isQuick else {
                return [Finding("log", nil, .skipped, Text("--quick does not reach it", "с --quick не смотрим"))]
            }
            let isReplicated = try files.machine() != nil
            let comparison = isReplicated ? try comparison(files, recovery) : nil
            let logs = try House.services.flatMap { service in
                // Before and after: a service that works commits meanwhile.
                let before = try files.head(of: service) ?? 0
                let status = try LogStatus.read(try recovery.access(of: service), within: limit)
                let log = finding(
                    of: service, status, before, try files.head(of: service) ?? 0, isReplicated: isReplicated)
                return [log]
                    + (comparison?.finding(of: service, since: status.snapshots.first?.time).map { [$0] } ?? [])
            }
            return isReplicated ? logs + [try clock(recovery)] : logs
        } catch {
            return [
                Finding(
                    "log", nil, .bad, Text(verbatim: "\(error)"),
                    cure: Text(
                        "nothing can be changed until its database is back",
                        "пока его база не вернётся, ничего изменить нельзя"))
            ]
        }
    }

    /// Reads what the machines have said of their content.
    private func comparison(_ files: FollowFiles, _ recovery: RecoveryFile) throws -> ComparisonExamination {
        let list = HouseHosts(
            try PostgreSQLURL(recovery.url), house: recovery.house, key: HouseHosts.key(of: recovery.key),
            since: try files.machine()?.listedSince ?? 0, clock: house.clock, patience: limit)
        defer { list.close() }
        let reports = ContentReports(try House.services.map(recovery.access), patience: limit)
        defer { reports.close() }
        return ComparisonExamination(hosts: try list.list(), lines: try reports.read(), now: house.clock.now())
    }

    /// - Parameters:
    ///   - before: The last commit of the database before the status was read.
    ///   - after: The same afterwards.
    private func finding(
        of service: String, _ status: LogStatus, _ before: Int64, _ after: Int64, isReplicated: Bool
    ) -> Finding {
        let logged = status.newest?.number ?? 0
        guard before <= logged else {
            return Finding(
                "log", service, .bad,
                Text(
                    "it has lost commits: it ends at \(logged), the database at \(before)",
                    "потерял записи: в нём \(logged), в базе \(before)"),
                cure: isReplicated ? Self.resync(service) : Self.anew)
        }
        // The service may be between its log and its database right now. A follower may be behind, see
        // ReplicaExamination.
        guard logged - after <= 1 || isReplicated else {
            return Finding(
                "log", service, .bad,
                Text(
                    "the database has \(after) of its \(logged) commits",
                    "в базе только \(after) записей из \(logged)"), cure: Self.anew)
        }
        guard let snapshot = status.snapshots.last,
            logged == snapshot.number || snapshot.time + Self.oldestSnapshot > house.clock.now()
        else {
            return Finding(
                "log", service, .warning, Text("no new snapshot", "нет свежего снимка"),
                cure: isReplicated
                    ? Text(
                        "gateway logs \(service) on the machine that leads it says why",
                        "причину скажет gateway logs \(service) на машине, которая её ведёт")
                    : Text("gateway logs \(service) says why", "причину скажет gateway logs \(service)"))
        }
        return Finding("log", service, .good, Text("complete", "полон"))
    }

    /// Compares the machine's clock with that of the log's database, by which leases end.
    private func clock(_ recovery: RecoveryFile) throws -> Finding {
        let board = LeaseBoard(try PostgreSQLURL(recovery.url), house: recovery.house, patience: limit)
        defer { board.close() }
        let distance = try board.distance()
        guard distance > Self.toleratedSkew else {
            return Finding("clock", "log", .good, Text("that of the log's database", "как у базы журнала"))
        }
        let milliseconds = distance.wholeMilliseconds
        return Finding(
            "clock", "log", .bad,
            Text(
                "\(milliseconds) ms from that of the log's database; this machine does not begin to lead",
                "на \(milliseconds)\u{A0}мс от часов базы журнала; эта машина не начнёт вести"),
            cure: Text(
                "turn on NTP on both: timedatectl set-ntp true", "включите NTP на обеих: timedatectl set-ntp true"))
    }

    private static func resync(_ service: String) -> Text {
        Text(
            """
            gateway house resync \(service) takes over what the log has; the old database, with what it lost, stays \
            beside the new one
            """,
            """
            gateway house resync \(service) перейдёт на то, что есть в журнале; прежняя база, с потерянным, останется \
            рядом с новой
            """)
    }

    private static let anew = Text(
        "gateway backup follow --off, then gateway backup follow URL begins a new one",
        "gateway backup follow --off, затем gateway backup follow URL начнёт новый")
}
