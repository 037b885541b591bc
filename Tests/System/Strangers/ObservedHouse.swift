import Domain
import Hosting
import Identity
import StrictJSON
import TestSupport
import Testing

/// One of the two houses: real executables with their sockets.
struct ObservedHouse: Sendable {
    /// `left` or `right`.
    let side: Side
    let bank: Bank

    enum Side: String, CaseIterable { case left, right }

    /// A user with a session.
    struct User: Sendable {
        let id: String
        let email: String
        let password: String
        let session: String
        let token: String
        let refreshToken: String
    }

    static let services = HouseService.allCases.map(\.rawValue)

    /// Starts the services.
    static func opened(_ side: Side, _ scale: StrangersScale) async throws -> ObservedHouse {
        var environment = ["KOPILKA_LOG": "trace"]
        if let leak = scale.leak { environment["KOPILKA_MUTATION"] = leak }
        var programs: [String: String] = [:]
        if let directory = scale.programs {
            for service in services { programs[service] = "\(directory)/\(service)" }
        }
        let bank = Bank(environment: environment, programs: programs)
        let house = ObservedHouse(side: side, bank: bank)
        for service in services { try bank.house.launch(service) }
        for service in services {
            try await eventually("\(service) is ready") { try await bank.house.isReady(service) }
        }
        try await WatchedMarket.open(house)
        return house
    }

    /// Registers a user.
    func register(
        _ email: String, name: String, password: String = Identifier.random(length: 26), username: String? = nil
    ) async throws -> User {
        let handle = username.map { #","username":"\#($0)""# } ?? ""
        let reply = try await bank.ask(
            "auth.register", #""email":"\#(email)","password":"\#(password)","name":"\#(name)"\#(handle)"#,
            key: Bank.newKey())
        return try Self.user(reply, email, password)
    }

    /// Begins another session of a user.
    func signIn(_ user: User) async throws -> User {
        let reply = try await bank.ask(
            "auth.login", #""login":"\#(user.email)","password":"\#(user.password)""#, key: Bank.newKey())
        return try Self.user(reply, user.email, user.password)
    }

    private static func user(_ reply: WireReply, _ email: String, _ password: String) throws -> User {
        func text(_ path: String...) throws -> String {
            try #require(path.reduce(reply.result) { $0?.member($1) }?.string, "\(reply)")
        }
        return User(
            id: try text("user", "id"), email: email, password: password, session: try text("session", "id"),
            token: try text("session", "token"), refreshToken: try text("session", "refreshToken"))
    }

    /// Asks a service as the operator.
    func askAsOperator(_ method: String, _ params: String = "", of service: HouseService) async throws -> WireReply {
        try await bank.ask(
            "\(service.rawValue).\(method)", params, as: try bank.house.operatorToken(for: service))
    }

    /// Waits until every service has handled all events of the others.
    func settle() async throws {
        try await eventually("all events are handled", within: .seconds(60)) {
            var newest: [String: Double] = [:]
            var cursors: [(source: String, sequence: Double)] = []
            for service in HouseService.allCases {
                let families = try await askAsOperator("metrics", of: service).result?.member("families")
                for family in families?.elements.map({ $0 }) ?? [] {
                    for sample in family.member("samples")?.elements.map({ $0 }) ?? [] {
                        let value = sample.member("value")?.double ?? 0
                        switch family.member("name")?.string {
                        case "kopilka_newest_event": newest[service.rawValue] = value
                        case "kopilka_event_cursor":
                            let label = sample.member("labels")?.elements.first { _ in true }
                            cursors.append((label?.member("value")?.string ?? "", value))
                        default: break
                        }
                    }
                }
            }
            return newest.count == HouseService.allCases.count
                && cursors.allSatisfy { $0.sequence >= newest[$0.source, default: 0] }
        }
    }

    /// Returns the newest sequence of every service's events.
    func newestEvents(for user: User) async throws -> [String: Int64] {
        var newest: [String: Int64] = [:]
        for service in Self.services {
            let reply = try await bank.ask("\(service).events", #""after":0,"limit":1"#, as: user.token)
            var last = reply.result?.member("last")?.int64 ?? 0
            // `last` is how far the log was read; a person without events is read to its end.
            while true {
                let page = try await bank.ask(
                    "\(service).events", #""after":\#(last),"limit":1000"#, as: user.token)
                let next = page.result?.member("last")?.int64 ?? last
                if next == last { break }
                last = next
            }
            newest[service] = last
        }
        return newest
    }
}
