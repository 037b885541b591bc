import Domain
import Identity
import StrictJSON
import TestSupport

/// What the observer of a plan has and was told in one house.
struct Observation: Sendable {
    let house: ObservedHouse
    let observer: ObservedHouse.User
    /// An account of the one user whom the observer knows; the same in both houses, but for its id.
    let friendsAccount: String
    /// The ids that the observer was told.
    var knowledge = Knowledge()
    var form = CanonicalForm()
    /// Tokens that no service accepts.
    var badTokens: [PlannedCaller.BadToken: String] = [:]
    var proof = ""
    /// How far the observer has read events, by service.
    var cursors: [String: Int64] = [:]

    /// Sends a request, in this house.
    func answer(to call: PlannedCall) async throws -> WireReply {
        guard call.caller == .observer, call.method.name == "\(call.service).events" else {
            return try await house.bank.send(try request(call), to: call.service)
        }
        return try await events(of: call.service)
    }

    /// Returns all events since the plan began. How many of them a single page has depends on the events of others
    /// between them.
    private func events(of service: String) async throws -> WireReply {
        var events: [String] = []
        var last = cursors[service] ?? 0
        while true {
            let page = try await house.bank.ask(
                "\(service).events", #""after":\#(last),"limit":1000"#, as: observer.token)
            guard let result = page.result, let next = result.member("last")?.int64 else { return page }
            events += result.member("events")?.elements.map { String(decoding: $0.rawBytes, as: UTF8.self) } ?? []
            guard next > last else { break }
            last = next
        }
        let text = #"{"jsonrpc":"2.0","id":1,"result":{"events":[\#(events.joined(separator: ","))]}}"#
        return WireReply(try JSONDocument(Array(text.utf8)).root)
    }

    /// Returns the text of a request, in this house.
    func request(_ call: PlannedCall) throws -> String {
        let params = Placeholder.filled(call.params) { kind, index in
            switch kind {
            case "friend": friendsAccount
            case "password": observer.password
            case "email": observer.email
            case "proof": proof
            default: knowledge.id(kind, index)
            }
        }
        var meta: [String] = []
        if let token = try token(of: call) { meta.append(#""session":"\#(token)""#) }
        if let key = call.key { meta.append(#""idempotencyKey":"\#(key)""#) }
        if let trace = call.trace { meta.append(#""traceparent":"00-\#(trace)-00f067aa0ba902b7-01""#) }
        let members = [params, meta.isEmpty ? "" : #""_meta":{\#(meta.joined(separator: ","))}"#]
        return #"{"jsonrpc":"2.0","id":1,"method":"\#(call.method.name)","params":{"#
            + members.filter { !$0.isEmpty }.joined(separator: ",") + "}}"
    }

    private func token(of call: PlannedCall) throws -> String? {
        guard let receiver = HouseService(rawValue: call.service) else { return nil }
        let keys = house.bank.house
        switch call.caller {
        case .observer: return observer.token
        case .signer(.service(let service)): return try keys.token(of: service, for: receiver)
        case .signer(.operator): return try keys.operatorToken(for: receiver)
        case .nobody(.none): return nil
        case .nobody(.forAnotherService):
            return try keys.token(of: .subscriptions, for: receiver == .auth ? .ledger : .auth)
        case .nobody(let bad): return badTokens[bad] ?? "noise"
        }
    }

    /// Makes the tokens that no service accepts.
    mutating func spoilTokens(naming stranger: String) throws {
        let keys = try KeyDirectory(dataDirectory: house.bank.house.dataDirectory)
        func issue(_ key: TokenSigningKey, _ user: String, _ session: String, _ clock: WallClock = .system) -> String {
            TokenIssuer(key: key, clock: clock).issue(userID: user, sessionID: session).token
        }
        let past = WallClock { WallClock.system.now() + .seconds(-3600) }
        let made: [PlannedCaller.BadToken: String] = [
            .noise: "v4.public.nonsense", .forged: issue(TokenSigningKey(), observer.id, observer.session),
            .forgedByLedger: issue(try keys.signingKey(of: .ledger), observer.id, observer.session),
            .expired: issue(try keys.signingKey(of: .auth), observer.id, observer.session, past),
            .refresh: observer.refreshToken, .proof: proof,
            .ofAStranger: issue(TokenSigningKey(), stranger, observer.session),
        ]
        badTokens.merge(made) { $1 }
    }
}
