import Domain
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON
import ZeroMQ

/// A walk over the protocol, from outside, against a running service. It lives on one thread, as its sockets do.
///
/// It changes nothing: it reads, and asks what is malformed or too late to be done. It calls a method with effects only
/// if the person permits it.
final class ConformanceWalk {
    let plan: WalkPlan
    private let context = Context()
    private var requestCount = 0
    /// What was wrong with the form of replies, each kind once.
    private(set) var formTroubles: [Text] = []

    private init(_ plan: WalkPlan) { self.plan = plan }

    /// Checks all rules.
    /// - Throws: `CancellationError` when the walk was stopped.
    static func findings(_ plan: WalkPlan) throws -> [RuleFinding] {
        let walk = ConformanceWalk(plan)
        var isGone = false
        return try ConformanceRule.all.map { rule in
            guard !isGone else {
                return RuleFinding(
                    rule, .notTried(Text("the service no longer answers", "служба больше не отвечает")))
            }
            guard let objection = try walk.objection(to: rule) else { return RuleFinding(rule, nil) }
            // A service that answers nothing would be waited for at each rule.
            if case .broken = objection { isGone = (try? walk.connect().expectService()) == nil }
            return RuleFinding(rule, objection)
        }
    }

    private func objection(to rule: ConformanceRule) throws -> Objection? {
        do {
            try rule.check(self)
            return nil
        } catch let objection as Objection {
            return objection
        } catch let error as ZeroMQError {
            return .broken(Text(verbatim: "\(error)"))
        }
    }

    var service: String { plan.service }

    /// Opens a connection of its own.
    func connect(_ kind: SocketKind = .dealer) throws -> WalkedConnection {
        try WalkedConnection(kind, to: endpoint(of: service), in: context, of: self)
    }

    /// Opens a subscription to the wake-ups of the service's events.
    func subscribe() throws -> WalkedConnection {
        try WalkedConnection(.sub, to: endpoint(of: "\(service).events"), in: context, of: self)
    }

    private func endpoint(of name: String) -> String {
        "ipc://\(ListeningSocket.path(of: name, runDirectory: plan.runDirectory))"
    }

    // MARK: Requests

    /// Returns an id that was not used before, as JSON.
    func newID() -> String {
        requestCount += 1
        return "\"walk-\(requestCount)\""
    }

    /// Returns the text of a request.
    ///
    /// - Parameters:
    ///   - id: The JSON of the id; nil for a notification.
    ///   - params: The inside of the JSON object.
    ///   - meta: The inside of its member `_meta`.
    func request(_ method: String, id: String?, params: String = "", meta: String = "") -> String {
        var writer = JSONWriter()
        writer.value(method)
        let name = String(decoding: writer.bytes, as: UTF8.self)
        let inside = [params, meta.isEmpty ? "" : "\"_meta\":{\(meta)}"].filter { !$0.isEmpty }.joined(separator: ",")
        let head = "{\"jsonrpc\":\"2.0\"," + (id.map { "\"id\":\($0)," } ?? "")
        return head + "\"method\":\(name),\"params\":{\(inside)}}"
    }

    /// Returns a request that every service answers at once.
    func health(id: String?, params: String = "", meta: String = "") -> String {
        request("\(service).health", id: id, params: params, meta: meta)
    }

    // MARK: What the service tells about itself

    /// The methods of the service by name, as `rpc.discover` describes them.
    private(set) lazy var discovery = Result { try DiscoveredService(try connect().result(of: "rpc.discover")) }

    /// Returns the description of a method of the service.
    /// - Throws: ``Objection``: not tried when the service does not describe it.
    func described(_ method: String) throws -> DiscoveredMethod {
        let known = try? discovery.get()
        if let found = known?.methods[method] { return found }
        throw Objection.notTried(
            Text("rpc.discover does not describe \(method)", "в rpc.discover нет \(method)"))
    }

    /// Returns the members of `_meta` with which a method may be called: the session, where it needs one.
    /// - Throws: ``Objection``: not tried without a session.
    func entry(to method: DiscoveredMethod) throws -> String {
        switch method.access {
        case "open": return ""
        case "session":
            if let session = plan.session { return "\"session\":\"\(session)\"" }
            throw Objection.notTried(
                Text("\(method.name) needs a session: sign in first", "\(method.name) требует сеанса: сначала войдите"))
        default:
            throw Objection.notTried(
                Text("\(method.name) is for the operator", "\(method.name) — только для хозяина дома"))
        }
    }

    /// Returns a request that stays in progress until it is cancelled: it waits for an event that never comes.
    func slowRequest() throws -> (_ id: String) -> String {
        let method = "\(service).events"
        let meta = try entry(to: try described(method))
        return { id in
            self.request(
                method, id: id, params: "\"after\":\(EventRules.never),\"wait\":\(EventRules.longestWait)", meta: meta)
        }
    }

    /// Records what is wrong with the form of a reply.
    func note(_ trouble: Text) {
        if !formTroubles.contains(trouble) { formTroubles.append(trouble) }
    }
}
