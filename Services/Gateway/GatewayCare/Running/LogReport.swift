import Domain
import GatewayWords
import StrictJSON

/// What a service knows of its commit log, as it reports it in its health.
struct LogReport: Sendable {
    /// The database server of a log.
    struct Engine: Sendable, Hashable {
        let host: String
        let version: String
        let replication: String

        /// `PostgreSQL 15.18 at db1:5432, each commit is on a standby, too`
        var words: Text {
            let server = Text("PostgreSQL \(version) at \(host)", "PostgreSQL \(version), \(host)")
            return switch replication {
            case "standby":
                Text(
                    "\(server), each commit is on a standby, too",
                    "\(server), каждая запись есть и на резервном сервере")
            case "engine":
                Text("\(server), replicated below SQL", "\(server), реплицируется ниже SQL")
            default:
                Text("\(server), without a synchronous standby", "\(server), без синхронного резерва")
            }
        }
    }

    /// How often a process has begun to lead; nil until it is known.
    let epoch: Int?
    /// Nil before the first connection.
    let engine: Engine?
    /// How many commits were in doubt since the start of the service.
    let doubts: Int
    let lastDoubt: Instant?

    /// Reads the member `log` of a health; nil in a house without a log.
    init?(_ node: JSONNode?) {
        guard let node, node.kind == .object else { return nil }
        epoch = node.member("epoch")?.integer(as: Int.self)
        engine = node.member("engine").flatMap { engine in
            guard let host = engine.member("host")?.string, let version = engine.member("version")?.string else {
                return nil
            }
            return Engine(
                host: host, version: version, replication: engine.member("replication")?.string ?? "none")
        }
        doubts = node.member("doubts")?.integer(as: Int.self) ?? 0
        lastDoubt = node.member("lastDoubt")?.string.flatMap { Instant($0) }
    }

    /// The servers of the services, each once with the services that use it.
    static func engines(_ entries: [HealthReport.Entry]) -> [(engine: Engine, services: [String])] {
        var engines: [(engine: Engine, services: [String])] = []
        for entry in entries {
            guard let engine = entry.log?.engine else { continue }
            if let known = engines.firstIndex(where: { $0.engine == engine }) {
                engines[known].services.append(entry.service)
            } else {
                engines.append((engine, [entry.service]))
            }
        }
        return engines
    }
}
