import Domain
import GatewayWords
import StrictJSON

/// What a machine does for a service in a house of several machines, as the service reports it in its health.
struct ReplicaReport: Sendable {
    /// What the machine does for the service.
    enum Role: String, Sendable {
        case leading
        case promoting
        case following
    }

    let role: Role
    /// The machine that leads; nil when none does.
    let leader: String?
    /// How many commits the log has more; nil for a leader.
    let behind: Int?
    /// The age of what is read here; nil for a leader, and before everything was repeated once.
    let staleMilliseconds: Int?
    /// Why the machine does not follow or lead; nil when all is well.
    let trouble: String?
    /// The last comparison of the whole content; nil before the first.
    let comparison: Comparison?

    /// The last comparison of the whole content.
    struct Comparison: Sendable {
        let commit: Int64
        let time: Instant?
        /// The tables that differ; empty when none does.
        let differing: [String]

        init?(_ node: JSONNode?) {
            guard let node, let commit = node.member("commit")?.int64 else { return nil }
            self.commit = commit
            time = node.member("time")?.string.flatMap { Instant($0) }
            differing = node.member("tables")?.elements.compactMap(\.string) ?? []
        }
    }

    /// Reads the member `replica` of a health; nil in a house on one machine.
    init?(_ node: JSONNode?) {
        guard let node, let role = node.member("role")?.string.flatMap(Role.init) else { return nil }
        self.role = role
        leader = node.member("leader")?.string
        behind = node.member("behind")?.integer(as: Int.self)
        staleMilliseconds = node.member("staleMilliseconds")?.integer(as: Int.self)
        trouble = node.member("trouble")?.string
        comparison = Comparison(node.member("comparison"))
    }

    /// The cell of a table.
    var cell: StyledText {
        if trouble != nil { return StyledText("in trouble", "сбой", .red) }
        switch role {
        case .leading: return StyledText("leads", "ведёт", .green)
        case .promoting: return StyledText("takes over", "принимает", .yellow)
        case .following:
            guard let leader else { return StyledText("nobody leads", "никто не ведёт", .red) }
            guard let lag else { return StyledText("follows \(leader)", "следует за \(leader)", .yellow) }
            return StyledText(
                "follows \(leader), \(lag) behind",
                "следует за \(leader), отстаёт на \(lag)")
        }
    }

    /// The cell of the last comparison.
    func compared(now: Instant) -> StyledText {
        guard let comparison else { return .blank }
        guard comparison.differing.isEmpty else {
            let tables = comparison.differing.joined(separator: ", ")
            return StyledText("differs: \(tables)", "отличается: \(tables)", .red)
        }
        guard let time = comparison.time else { return .blank }
        let seconds = max(0, Int((now - time).components.seconds))
        return StyledText(
            "equal, \(ValueText.duration(seconds: seconds, in: .english)) ago",
            "сходится, \(ValueText.duration(seconds: seconds, in: .russian)) назад")
    }

    /// How far this machine is behind: `3 commits, 40 ms`.
    var lag: Text? {
        guard let age else { return nil }
        guard let behind, behind > 0 else { return age }
        return Text(
            "\(behind, "commit", "commits"), \(age)", "\(behind, "запись", "записи", "записей"), \(age)")
    }

    /// The age of what is read here.
    private var age: Text? {
        guard let stale = staleMilliseconds else { return nil }
        guard stale >= 1000 else { return Text("\(stale) ms", "\(stale)\u{A0}мс") }
        return Text(
            "\(ValueText.duration(seconds: stale / 1000, in: .english))",
            "\(ValueText.duration(seconds: stale / 1000, in: .russian))")
    }

    /// The troubles of services, each once with the services that have it.
    static func troubles(_ entries: [HealthReport.Entry]) -> [(services: [String], trouble: String)] {
        var troubles: [(services: [String], trouble: String)] = []
        for entry in entries {
            guard let trouble = entry.replica?.trouble else { continue }
            if let known = troubles.firstIndex(where: { $0.trouble == trouble }) {
                troubles[known].services.append(entry.service)
            } else {
                troubles.append(([entry.service], trouble))
            }
        }
        return troubles
    }
}
