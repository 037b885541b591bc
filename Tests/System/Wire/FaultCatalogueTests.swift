import Coordination
import Domain
import Identity
import Signals
import StrictJSON
import TestSupport
import Testing

/// Every code of the catalogue occurs on the wire at least once.
@Suite(.bank("auth", "ledger", "bonds")) struct FaultCatalogueTests {
    /// Codes that are not provoked here, with the reasons.
    static let elsewhere: [FaultCode: String] = [
        .internalFault: "would be a fault of ours, and none is known",
        .unavailable: "services do not say it, links do: their tests and KillTests provoke it",
        .storageUnavailable: "needs a full disk: DiskTests",
        .amountOverflow: "needs nine thousand deposits: LimitTests",
        .confirmationRequired: "needs an authenticator app: ConfirmationSystemTests",
        .challengeVoid: "needs an authenticator app: ConfirmationSystemTests",
        .limitExceeded: "needs a thousand accounts: LimitTests",
    ]

    typealias Provocation = @Sendable (Bank, Person) async throws -> WireReply

    static let provocations = ofTheHouse.merging(BondFaults.provocations) { first, _ in first }

    private static let ofTheHouse: [FaultCode: Provocation] = [
        .parseError: { bank, _ in try await bank.send("{", to: "auth") },
        .invalidRequest: { bank, _ in try await bank.send("{}", to: "auth") },
        .methodNotFound: { bank, _ in try await bank.ask("auth.none") },
        .overloaded: overload, .cancelled: cancel,
        .deadlineExceeded: { bank, person in
            try await bank.ask("ledger.accounts", #""_meta":{"session":"\#(person.session)","deadline":1}"#)
        },
        .unauthenticated: { bank, _ in try await bank.ask("auth.refresh", #""refreshToken":"none""#) },
        .permissionDenied: askAsAService,
        .invalidArgument: { bank, person in try await bank.ask("ledger.balance", as: person.session) },
        .conflict: { bank, person in
            let key = Bank.newKey()
            _ = try await bank.ask("ledger.openAccount", #""currency":"RUB""#, as: person.session, key: key)
            return try await bank.ask("ledger.openAccount", #""currency":"USD""#, as: person.session, key: key)
        },
        .notFound: { bank, person in try await bank.ask("ledger.balance", #""account":"none""#, as: person.session) },
        .sameAccount: { bank, person in
            let account = try await bank.account(of: person, with: "1")
            return try await transfer(account, account, Bank.money("1"), bank, person)
        },
        .currencyMismatch: { bank, person in
            let (from, to) = (try await bank.account(of: person, with: "1"), try await bank.account(of: person, "USD"))
            return try await transfer(from, to, Bank.money("1"), bank, person)
        },
        .rateMissing: { bank, person in
            let (from, to) = (try await bank.account(of: person, with: "1"), try await bank.account(of: person, "USD"))
            return try await bank.ask(
                "ledger.exchange", #""from":"\#(from)","to":"\#(to)","amount":\#(Bank.money("1"))"#, as: person.session)
        },
        .insufficientFunds: { bank, person in
            let (from, to) = (try await bank.account(of: person, with: "1"), try await bank.account(of: person))
            let reply = try await transfer(from, to, Bank.money("1.01"), bank, person)
            let details = reply.node.member("error")?.member("data")?.member("details")
            #expect(details?.member("available")?.string == "1.00", "\(reply)")
            return reply
        },
        .rolledBack: rollBack,
        .accountClosed: { bank, person in
            let account = try await bank.account(of: person)
            _ = try await bank.ask("ledger.close", #""account":"\#(account)""#, as: person.session)
            return try await deposit(into: account, bank, person)
        },
        .accountFrozen: { bank, person in
            let account = try await bank.account(of: person)
            _ = try await bank.ask("ledger.freeze", #""account":"\#(account)""#, as: person.session)
            return try await deposit(into: account, bank, person)
        },
        .accountNotEmpty: { bank, person in
            let account = try await bank.account(of: person, with: "1")
            return try await bank.ask("ledger.close", #""account":"\#(account)""#, as: person.session)
        },
        .exceedsHold: { bank, person in
            let hold = try await hold(bank, person)
            let params = #""hold":"\#(hold)","amount":\#(Bank.money("2"))"#
            return try await bank.ask("ledger.post", params, as: person.session)
        },
        .holdNotPending: { bank, person in
            let hold = try await hold(bank, person)
            _ = try await bank.ask("ledger.void", #""hold":"\#(hold)""#, as: person.session)
            return try await bank.ask("ledger.void", #""hold":"\#(hold)""#, as: person.session)
        },
        .alreadyReversed: { bank, person in
            let deposit = try await deposit(into: try await bank.account(of: person), bank, person)
            let transfer = try #require(deposit.text("transfer", "id"))
            _ = try await reverse(transfer, bank, person)
            return try await reverse(transfer, bank, person)
        },
        .notReversible: { bank, person in
            let deposit = try await deposit(into: try await bank.account(of: person), bank, person)
            let reversal = try await reverse(try #require(deposit.text("transfer", "id")), bank, person)
            return try await reverse(try #require(reversal.text("transfer", "id"), "\(reversal)"), bank, person)
        },
        .emptyField: { bank, _ in try await bank.ask("auth.register", #""email":"","password":"long enough""#) },
        .invalidEmail: { bank, _ in try await bank.ask("auth.register", #""email":"a@","password":"long enough""#) },
        .weakPassword: { bank, _ in
            try await bank.ask("auth.register", #""email":"weak@example.org","password":"password""#)
        },
        .emailTaken: { bank, person in
            try await bank.ask(
                "auth.register", #""email":"\#(person.email.uppercased())","password":"another sentence""#)
        },
        .usernameTaken: { bank, _ in
            var last: WireReply?
            for email in ["first", "second"] {
                last = try await bank.ask(
                    "auth.register",
                    #""email":"\#(email)@example.org","password":"a sentence of words","username":"namesake""#)
            }
            return try #require(last)
        },
        .invalidCredentials: { bank, _ in
            try await bank.ask("auth.login", #""login":"nobody@example.org","password":"a guess of mine""#)
        },
        .tooManyAttempts: { bank, person in
            // On a busy machine a guess takes longer than the first wait; each wait is longer than the previous one.
            for _ in 0..<20 {
                let reply = try await bank.ask(
                    "auth.login", #""login":"guessed@example.org","password":"a guess of mine""#)
                if reply.code != FaultCode.invalidCredentials.name { return reply }
            }
            return try await bank.ask("auth.login", #""login":"guessed@example.org","password":"a guess of mine""#)
        },
        .codeRequired: { bank, person in
            try await enrol(person, bank)
            return try await bank.ask("auth.login", #""login":"\#(person.email)","password":"\#(person.password)""#)
        },
        .telegramUnavailable: { bank, _ in try await bank.ask("auth.telegram.start") },
        .wrongCode: { bank, person in
            _ = try await bank.ask("auth.totp.begin", #""password":"\#(person.password)""#, as: person.session)
            return try await bank.ask("auth.totp.confirm", #""code":"no code""#, as: person.session)
        },
    ]

    private static func deposit(into account: String, _ bank: Bank, _ person: Person) async throws -> WireReply {
        try await bank.ask(
            "ledger.deposit", #""account":"\#(account)","amount":\#(Bank.money("1"))"#, as: person.session)
    }

    private static func reverse(_ transfer: String, _ bank: Bank, _ person: Person) async throws -> WireReply {
        try await bank.ask("ledger.reverse", #""transfer":"\#(transfer)","reason":"a test""#, as: person.session)
    }

    /// Holds one rouble of the person's and returns the id of the hold.
    private static func hold(_ bank: Bank, _ person: Person) async throws -> String {
        let account = try await bank.account(of: person, with: "5")
        let other = try await bank.account(of: person)
        let reply = try await bank.ask(
            "ledger.hold", #""from":"\#(account)","to":"\#(other)","amount":\#(Bank.money("1"))"#, as: person.session)
        return try #require(reply.text("transfer", "id"), "\(reply)")
    }

    @Test func everyCodeIsProvokedHereOrSomewhereElse() {
        let listed = Set(Self.provocations.keys).union(Self.elsewhere.keys)
        #expect(listed == Set(FaultCode.all))
        #expect(Set(Self.provocations.keys).isDisjoint(with: Self.elsewhere.keys))
    }

    @Test(arguments: provocations.keys.sorted { $0.name < $1.name })
    func theFaultComesWithItsNumberAndItsAdvice(code: FaultCode) async throws {
        let bank = try SharedBank.current()
        let provoke = try #require(Self.provocations[code])
        let reply = try await provoke(bank, try await bank.person())
        #expect(reply.code == code.name, "\(reply)")
        #expect(reply.isRetryable == code.isRetryable, "\(reply)")
        let number: Int64 =
            switch code {
            case .parseError: -32700
            case .invalidRequest: -32600
            case .methodNotFound: -32601
            case .cancelled: -32800
            case .invalidArgument: -32602
            default: -32000
            }
        #expect(reply.number == number, "\(reply)")
        if code == .overloaded || code == .tooManyAttempts {
            let wait = reply.node.member("error")?.member("data")?.member("retryAfterMs")?.int64
            #expect(wait ?? 0 > 0, "\(reply)")
        }
        let message = try #require(reply.message)
        #expect(message.hasSuffix(".") && message.count > 10, "\(reply)")
    }

    // MARK: The longer ones

    /// Turns on one-time codes for a person.
    @Sendable static func enrol(_ person: Person, _ bank: Bank) async throws {
        let begun = try await bank.ask("auth.totp.begin", #""password":"\#(person.password)""#, as: person.session)
        let code = try AuthenticatorApp(secret: try #require(begun.text("secret"), "\(begun)")).code(
            at: WallClock.system.now())
        let confirmed = try await bank.ask("auth.totp.confirm", #""code":"\#(code)""#, as: person.session)
        #expect(confirmed.result != nil, "\(confirmed)")
    }

    /// Sends as many waiting requests for events as one peer may have pending, and one more.
    @Sendable static func overload(_ bank: Bank, _ person: Person) async throws -> WireReply {
        let text = Bank.request("ledger.events", #""after":1000000,"wait":30000"#, session: person.session, id: #""w""#)
        return try await withRawPeer(path: bank.house.socket(of: "ledger")) { peer in
            for _ in 0..<1_024 { try peer.send(text) }
            return WireReply(try peer.askJSON(Bank.request("ledger.health", id: #""too many""#)))
        }
    }

    @Sendable static func cancel(_ bank: Bank, _ person: Person) async throws -> WireReply {
        let text = Bank.request("ledger.events", #""after":1000000,"wait":30000"#, session: person.session, id: #""w""#)
        return try await withRawPeer(path: bank.house.socket(of: "ledger")) { peer in
            try peer.send(text)
            return WireReply(
                try peer.askJSON(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"w"}}"#))
        }
    }

    @Sendable static func askAsAService(_ bank: Bank, _ person: Person) async throws -> WireReply {
        let keys = try KeyDirectory(dataDirectory: bank.house.dataDirectory)
        let tokens = ServiceTokens(service: .ledger, key: try keys.signingKey(of: .ledger), clock: .system)
        return try await bank.ask("ledger.accounts", as: tokens.token(for: .ledger))
    }

    @Sendable static func transfer(
        _ from: String, _ to: String, _ amount: String, _ bank: Bank, _ person: Person
    ) async throws -> WireReply {
        try await bank.ask(
            "ledger.transfer", #""from":"\#(from)","to":"\#(to)","amount":\#(amount)"#, as: person.session)
    }

    /// The fault is a part of the answer, so a reply is made from it here.
    @Sendable static func rollBack(_ bank: Bank, _ person: Person) async throws -> WireReply {
        let (from, to) = (try await bank.account(of: person, with: "1"), try await bank.account(of: person))
        let list = ["1", "1"].map { #"{"from":"\#(from)","to":"\#(to)","amount":\#(Bank.money($0))}"# }
        let reply = try await bank.ask(
            "ledger.transfers", #""atomic":true,"transfers":[\#(list.joined(separator: ","))]"#, as: person.session)
        let faults = reply.result?.member("results")?.elements.compactMap { $0.member("fault") } ?? []
        #expect(faults.map { $0.member("code")?.string } == ["rolledBack", "insufficientFunds"], "\(reply)")
        #expect(try await bank.balance(of: from, person) == "1.00")
        let fault = try #require(faults.first)
        let text =
            #"{"error":{"code":-32000,"message":"\#(fault.member("message")?.string ?? "")","data":"#
            + String(decoding: fault.rawBytes, as: UTF8.self) + "}}"
        return WireReply(try JSONDocument(text: text).root)
    }
}

extension FaultCode: CustomTestStringConvertible {
    /// The name on the wire.
    public var testDescription: String { name }
}
