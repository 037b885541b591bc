import Coordination
import Domain
import Signals
import StrictJSON
import Transport

/// Running services with users and accounts.
public final class Bank: Sendable {
    /// The running services.
    public let house: RunningHouse
    /// The thread of the links.
    public let loop = SocketLoop()
    /// The link to auth.
    public let auth: ServiceLink
    /// The link to ledger.
    public let ledger: ServiceLink
    /// The link to history.
    public let history: ServiceLink

    /// Settings for hashes at almost no cost, so that tests of other things do not wait for them.
    public static let cheapHashes = ["KOPILKA_HASH_MEMORY": "8", "KOPILKA_HASH_PASSES": "1"]
    /// One process registers all users of a test run.
    public static let manyPeople = ["KOPILKA_REGISTRATIONS": "1000000"]
    /// A closed local port in place of the exchange, for tests that call every method.
    public static let noExchange = ["KOPILKA_MOEX_URL": "http://127.0.0.1:9"]

    /// Creates a bank without running services.
    ///
    /// - Parameters:
    ///   - environment: Variables of all services.
    ///   - programs: The paths of executables that replace services, see ``RunningHouse``.
    public init(environment: [String: String] = [:], programs: [String: String] = [:]) {
        let house = RunningHouse(
            environment: [Self.cheapHashes, Self.manyPeople, Self.noExchange, environment].reduce(into: [:]) {
                $0.merge($1) { $1 }
            }, programs: programs)
        let links = ["auth", "ledger", "history"].map { [loop] in
            ServiceLink(service: $0, runDirectory: house.runDirectory, loop: loop)
        }
        self.house = house
        (auth, ledger, history) = (links[0], links[1], links[2])
    }

    /// Creates a bank and starts its services.
    public static func opened(
        _ services: [String] = ["auth", "ledger"], environment: [String: String] = [:]
    ) async throws -> Bank {
        let bank = Bank(environment: environment)
        for service in services { try await bank.house.start(service) }
        return bank
    }

    /// Closes the links and their thread.
    public func close() async {
        for link in [auth, ledger, history] { await link.close() }
        await loop.stop()
    }

    /// Registers a user and returns them signed in.
    public func person(_ name: String = Identifier.random(length: 10).lowercased()) async throws -> Person {
        let (email, password) = ("\(name)@example.org", Identifier.random(length: 26))
        let signedIn = try await auth.send(
            AuthSignal.Register(email: email, password: password),
            context: SignalContext(idempotencyKey: Self.newKey()),
            within: .seconds(180))
        return Person(email: email, password: password, signedIn: signedIn)
    }

    /// Returns a proof for requests where a session is not enough.
    public func proof(of person: Person) async throws -> String {
        try await auth.send(
            AuthSignal.Prove(password: person.password), context: context(person, key: Self.newKey()),
            within: .seconds(180)
        ).proof
    }

    /// Opens an account of `person`, with money in it unless `amount` is nil.
    /// - Returns: Its id.
    public func account(of person: Person, _ currency: String = "RUB", with amount: String? = nil) async throws
        -> String
    {
        guard let currency = Currency(code: currency) else { preconditionFailure("There is no currency \(currency).") }
        let account = try await ledger.send(
            LedgerSignal.OpenAccount(currency: currency), context: context(person, key: Self.newKey()),
            within: .seconds(180)
        ).account.id
        if let amount {
            let money = try Money(decimal: amount, currency: currency)
            _ = try await ledger.send(
                LedgerSignal.Deposit(account: account, amount: money), context: context(person, key: Self.newKey()),
                within: .seconds(180))
        }
        return account
    }

    /// Returns the context of a request of `person`.
    public func context(_ person: Person, key: String? = nil) -> SignalContext {
        SignalContext(idempotencyKey: key, session: person.session)
    }

    /// Returns the balance of an account as written: `746.50`.
    public func balance(of account: String, _ person: Person) async throws -> String {
        try await ledger.send(LedgerSignal.Balance(account: account), context: context(person), within: .seconds(180))
            .balance.decimalText
    }

    /// Returns the problems that ledger's check finds; none when all is well.
    public func problems(as person: Person) async throws -> [String] {
        let check = try await ledger.send(LedgerSignal.Check(), context: context(person), within: .seconds(180))
        return check.problems
            + check.imbalance.filter { $0.minorUnits != 0 }.map { "out of balance by \($0.decimalText)" }
    }

    /// Sends one request over its own connection and returns the reply.
    ///
    /// - Parameters:
    ///   - method: Its first part names the service.
    ///   - params: The inside of the JSON object, `"account":"…"`.
    public func ask(
        _ method: String, _ params: String = "", as session: String? = nil, key: String? = nil,
        of service: String? = nil
    ) async throws -> WireReply {
        try await send(
            Self.request(method, params, session: session, key: key),
            to: service ?? String(method.prefix { $0 != "." }))
    }

    /// Sends any text over its own connection and returns the reply.
    public func send(_ text: String, to service: String) async throws -> WireReply {
        try await withRawPeer(path: house.socket(of: service)) {
            WireReply(try $0.askJSON(text, within: .seconds(180)))
        }
    }

    /// Returns the text of a request.
    public static func request(
        _ method: String, _ params: String = "", session: String? = nil, key: String? = nil, id: String? = "1"
    ) -> String {
        var meta: [String] = []
        if let session { meta.append(#""session":"\#(session)""#) }
        if let key { meta.append(#""idempotencyKey":"\#(key)""#) }
        let all =
            (params.isEmpty ? [] : [params]) + (meta.isEmpty ? [] : [#""_meta":{\#(meta.joined(separator: ","))}"#])
        let idMember = id.map { #""id":\#($0),"# } ?? ""
        return #"{"jsonrpc":"2.0",\#(idMember)"method":"\#(method)","params":{\#(all.joined(separator: ","))}}"#
    }

    /// Returns a new idempotency key.
    public static func newKey() -> String { Identifier.random(length: 26) }

    /// Returns the JSON of an amount.
    public static func money(_ amount: String, _ currency: String = "RUB") -> String {
        #"{"amount":"\#(amount)","currency":"\#(currency)"}"#
    }
}
