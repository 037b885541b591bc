import Domain
import GatewayWords
import Hosting
import Identity
import Replication

/// Checks that the machines of a house have compared the whole content of each service lately, and found it equal.
struct ComparisonExamination {
    /// The leader has everything compared once a day.
    private static let oldest = Duration.seconds(2 * 86_400)

    let hosts: [HouseHost]
    let lines: [ContentReports.Line]
    let now: Instant

    /// Returns a finding a service.
    ///
    /// - Parameter begun: Since when the service has a log that could have been compared; nil when it is not known.
    func finding(of service: String, since begun: Instant?) -> Finding? {
        // Nobody compares with itself.
        guard hosts.count > 1 else { return nil }
        let machines = ComparedMachine.of(service, hosts, lines)
        for machine in machines {
            guard case .differs(let tables) = machine.outcome, let report = machine.report else { continue }
            return Self.difference("comparison", service, tables, at: report.number, on: machine.host)
        }
        if let forged = machines.first(where: { $0.outcome == .forged }) {
            return Finding(
                "comparison", service, .bad,
                Text(
                    "the report of \(forged.host) was not made by this house",
                    "отчёт машины \(forged.host) составлен не этим домом"),
                cure: Text(
                    "somebody else writes to the log's database: change its password",
                    "в базу журнала пишет кто-то ещё: смените её пароль"))
        }
        let late = machines.filter { ($0.report?.time ?? begun ?? now) + Self.oldest <= now }.map(\.host)
        guard late.isEmpty else {
            return Finding(
                "comparison", service, .warning,
                Text(
                    "\(late.joined(separator: ", ")) did not compare for two days",
                    "больше двух суток не сверялись: \(late.joined(separator: ", "))"),
                cure: Text(
                    "gateway house compare \(service) does it now; gateway logs \(service) there says what hinders it",
                    "gateway house compare \(service) сверит сейчас; что мешает, скажет там gateway logs \(service)"))
        }
        return Finding("comparison", service, .good, Text("no machine differs", "машины не расходятся"))
    }

    /// Returns the finding of a copy that differs.
    static func difference(
        _ check: String, _ service: String, _ tables: [String], at commit: Int64, on host: String? = nil
    ) -> Finding {
        let list = tables.joined(separator: ", ")
        return Finding(
            check, service, .bad,
            Text(
                "\(host.map { "\($0): " } ?? "")the content differs from the leader's at commit \(commit): \(list)",
                "\(host.map { "\($0): " } ?? "")содержимое не то, что у ведущей, запись \(commit): \(list)"),
            cure: Text(
                "gateway house resync \(service)\(host.map { " on \($0)" } ?? "") makes a new copy",
                "gateway house resync \(service)\(host.map { " на \($0)" } ?? "") сделает новую копию"))
    }
}
