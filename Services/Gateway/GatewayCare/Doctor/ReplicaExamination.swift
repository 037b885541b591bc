import Domain
import GatewaySession
import GatewayWords

/// Checks what the services report of their commit log: whether commits were in doubt, and, in a house of several
/// machines, whether anybody leads each service, whether this machine follows, and what keeps each commit.
struct ReplicaExamination {
    /// A copy that is further behind than this is not read: the leader is asked.
    private static let toleratedLag = 60_000

    let client: ServiceClient

    /// Returns nothing in a house without a log, and nothing of services that do not answer.
    func findings() async -> [Finding] {
        let entries = await HealthReport.ask(House.services, client).entries
        let replicas = entries.compactMap { entry in entry.replica.map { (entry.service, $0) } }
        return replicas.map(Self.leader) + replicas.compactMap(Self.follower)
            + LogReport.engines(entries).map { Self.engine($0.engine, isReplicated: !replicas.isEmpty) }
            + entries.compactMap { entry in entry.log.map { Self.doubts(of: entry.service, $0) } }
    }

    private static func engine(_ engine: LogReport.Engine, isReplicated: Bool) -> Finding {
        guard isReplicated, engine.replication == "none" else { return Finding("engine", nil, .good, engine.words) }
        return Finding(
            "engine", nil, .bad, engine.words,
            cure: Text(
                "nobody leads until it has one: synchronous_standby_names, synchronous_commit",
                "пока его нет, никто не ведёт: synchronous_standby_names, synchronous_commit"))
    }

    private static func doubts(of service: String, _ log: LogReport) -> Finding {
        guard log.doubts > 0 else {
            return Finding("doubts", service, .good, Text("each commit was confirmed", "каждая запись подтверждена"))
        }
        let last = log.lastDoubt.map {
            Text(
                ", the last \(ValueText.time($0, in: .english))", ", последний раз \(ValueText.time($0, in: .russian))")
        }
        return Finding(
            "doubts", service, .warning,
            Text(
                "\(log.doubts, "commit was", "commits were") in doubt since the start\(last ?? .blank)",
                """
                с начала работы под сомнением: \(log.doubts, "запись", "записи", "записей")\(last ?? .blank)
                """),
            cure: Text(
                """
                nothing is lost, callers waited; gateway logs \(service) says what the database did not confirm at once
                """,
                """
                ничего не потеряно, ждали те, кто обращался; чего база не подтвердила сразу, скажет gateway logs \
                \(service)
                """))
    }

    private static func leader(of service: String, _ replica: ReplicaReport) -> Finding {
        guard replica.role != .promoting else {
            return Finding("leader", service, .warning, Text("this machine takes over", "эта машина принимает службу"))
        }
        if let trouble = replica.trouble, replica.role == .leading {
            return Finding("leader", service, .bad, Text(verbatim: trouble), cure: look(service))
        }
        guard let leader = replica.leader else {
            return Finding(
                "leader", service, .bad, Text("nobody leads it", "никто не ведёт"),
                cure: Text(
                    """
                    nothing can be changed until a machine leads; each says in gateway status or gateway logs \
                    \(service) why it does not
                    """,
                    """
                    пока никто не ведёт, ничего изменить нельзя; почему не ведёт машина, скажут там gateway status \
                    и gateway logs \(service)
                    """))
        }
        return Finding("leader", service, .good, Text(verbatim: leader))
    }

    private static func follower(of service: String, _ replica: ReplicaReport) -> Finding? {
        guard replica.role == .following else { return nil }
        if let comparison = replica.comparison, !comparison.differing.isEmpty {
            return ComparisonExamination.difference("follower", service, comparison.differing, at: comparison.commit)
        }
        if let trouble = replica.trouble {
            return Finding("follower", service, .bad, Text(verbatim: trouble), cure: look(service))
        }
        guard let stale = replica.staleMilliseconds, let lag = replica.lag else {
            return Finding(
                "follower", service, .warning, Text("it has not caught up yet", "ещё не догнала"), cure: wait(service))
        }
        guard stale > toleratedLag else {
            return Finding("follower", service, .good, Text("keeps up", "не отстаёт"))
        }
        return Finding(
            "follower", service, .warning,
            Text(
                "\(lag) behind; its reads go to the leader",
                "отстаёт на \(lag); за чтением обращается к ведущей"), cure: wait(service))
    }

    private static func look(_ service: String) -> Text {
        Text(
            "gateway logs \(service) says since when; gateway house hosts shows the other machines",
            "gateway logs \(service) скажет, с каких пор; gateway house hosts покажет другие машины")
    }

    private static func wait(_ service: String) -> Text {
        Text(
            "wait until it has repeated the log; gateway logs \(service) says what hinders it",
            "дождитесь, пока она повторит журнал; что мешает, скажет gateway logs \(service)")
    }
}
