import Domain
import GatewaySession
import GatewayWords
import Hosting
import Replication

/// Checks the commit log of a house that follows one: each service follows it, and it has what the databases have.
struct LogExamination {
    /// A log without a newer snapshot takes long to restore from: a service makes one a day.
    private static let oldestSnapshot = Duration.seconds(3 * 86_400)

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
            return try House.services.map { service in
                finding(
                    of: service, try LogStatus.read(try recovery.access(of: service), within: limit),
                    try files.head(of: service) ?? 0)
            }
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

    private func finding(of service: String, _ status: LogStatus, _ local: Int64) -> Finding {
        let logged = status.newest?.number ?? 0
        guard local <= logged else {
            return Finding(
                "log", service, .bad,
                Text(
                    "it has lost commits: it ends at \(logged), the database at \(local)",
                    "потерял записи: в нём \(logged), в базе \(local)"), cure: Self.anew)
        }
        // The service may be between its log and its database right now.
        guard logged - local <= 1 else {
            return Finding(
                "log", service, .bad,
                Text(
                    "the database has \(local) of its \(logged) commits",
                    "в базе только \(local) записей из \(logged)"), cure: Self.anew)
        }
        guard let snapshot = status.snapshots.last,
            logged == snapshot.number || snapshot.time + Self.oldestSnapshot > house.clock.now()
        else {
            return Finding(
                "log", service, .warning, Text("no new snapshot", "нет свежего снимка"),
                cure: Text("gateway logs \(service) says why", "причину скажет gateway logs \(service)"))
        }
        return Finding("log", service, .good, Text("complete", "полон"))
    }

    private static let anew = Text(
        "gateway backup follow --off, then gateway backup follow URL begins a new one",
        "gateway backup follow --off, затем gateway backup follow URL начнёт новый")
}
