import StrictJSON
import Synchronization
import TestSupport

/// A collector of OTLP/HTTP in this process. It answers as it is told, and keeps what it takes.
final class CollectorStandIn: Sendable {
    /// A span or a log record, and the process that it came from.
    struct Item: Sendable {
        let service: String
        let instance: String?
        let node: JSONNode

        func text(_ name: String) -> String? { node.member(name)?.string }
        func attribute(_ key: String) -> String? { CollectorStandIn.attribute(key, of: node) }
    }

    /// What the threads of the server share with the test.
    private final class Kept: Sendable {
        struct State {
            var requests: [ServedRequest] = []
            var taken: [ServedRequest] = []
            var answer: ServedAnswer?
        }

        let state = Mutex(State())

        func answer(_ request: ServedRequest) -> ServedAnswer {
            state.withLock { state in
                state.requests.append(request)
                if let answer = state.answer { return answer }
                state.taken.append(request)
                return .answer(
                    status: 200, headers: [("Content-Type", "application/json")], body: Array("{}".utf8))
            }
        }
    }

    /// A directory for the test.
    let directory = TemporaryDirectory()
    private let kept = Kept()
    private let server: LoopbackServer

    /// Listens on a port that the system chooses, or on `port`. Answers like this from the first request on; nil takes
    /// them.
    init(port: UInt16 = 0, answering answer: ServedAnswer? = nil) throws {
        let kept = kept
        kept.state.withLock { $0.answer = answer }
        server = try LoopbackServer(port: port) { kept.answer($0) }
    }

    var url: String { server.url }

    /// Stops listening, and closes the connections.
    func stop() { server.stop() }

    /// Answers every request from now on like this; nil takes them.
    func answers(_ answer: ServedAnswer?) { kept.state.withLock { $0.answer = answer } }

    /// All requests, taken or not.
    var requests: [ServedRequest] { kept.state.withLock { $0.requests } }

    /// The spans that it took.
    var spans: [Item] {
        get throws { try items("/v1/traces", "resourceSpans", "scopeSpans", "spans") }
    }

    /// The log records that it took.
    var records: [Item] {
        get throws { try items("/v1/logs", "resourceLogs", "scopeLogs", "logRecords") }
    }

    private func items(_ path: String, _ resources: String, _ scopes: String, _ list: String) throws -> [Item] {
        let bodies = kept.state.withLock { $0.taken.filter { $0.target == path }.map(\.body) }
        return try bodies.flatMap { body in
            Self.elements(try JSONDocument(body).root, resources).flatMap { resource -> [Item] in
                let service = resource.member("resource").flatMap { Self.attribute("service.name", of: $0) }
                let instance = resource.member("resource").flatMap { Self.attribute("service.instance.id", of: $0) }
                return Self.elements(resource, scopes).flatMap { Self.elements($0, list) }.map {
                    Item(service: service ?? "", instance: instance, node: $0)
                }
            }
        }
    }

    private static func elements(_ node: JSONNode, _ name: String) -> [JSONNode] {
        node.member(name)?.elements.map { $0 } ?? []
    }

    private static func attribute(_ key: String, of node: JSONNode) -> String? {
        let value = elements(node, "attributes").first { $0.member("key")?.string == key }?.member("value")
        return value?.members.first { _ in true }.map { member in
            member.node.string ?? String(decoding: member.node.rawBytes, as: UTF8.self)
        }
    }
}
