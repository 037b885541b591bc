import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import LedgerService

/// The two ways the books are kept, which keep one contract.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case inMemory, sqlite

    var testDescription: String { rawValue }
}

/// A clock that a test moves.
final class TestClock: Sendable {
    private let now = Mutex(Instant("2026-11-21T09:00:00Z") ?? Instant(microseconds: 0))
    var wallClock: WallClock { WallClock { self.now.withLock { $0 } } }
    var time: Instant { now.withLock { $0 } }
    func advance(by duration: Duration) { now.withLock { $0 = $0 + duration } }
}

/// Says which codes are right; each is good once, or again for the same attempt. Who has a password and no codes proves
/// it by `proof`.
final class TestCodes: ConfirmationCodes {
    private struct State {
        var enrolled: Set<String> = []
        var old: Set<String> = []
        var withPassword: Set<String> = []
        var used: [String: String] = [:]
        var checks = 0
        var fault: Fault?

        /// What stands for a code of a user who has set up none.
        func proof(_ code: String?, in session: UserSession) -> AuthSignal.CodeResult {
            if withPassword.contains(session.userID) { return code == "proof" ? .proved : .passwordNeeded }
            return code == nil && !old.contains(session.sessionID) ? .proved : .notEnrolled
        }
    }

    private let state = Mutex(State())

    /// How many codes were looked at.
    var checks: Int { state.withLock { $0.checks } }

    /// Gives a user codes: those that begin with `right`.
    func enrol(_ user: String) { state.withLock { _ = $0.enrolled.insert(user) } }

    /// Gives a user a password, for which no sign-in stands.
    func setPassword(of user: String) { state.withLock { _ = $0.withPassword.insert(user) } }

    /// Has the sign-in of a session be long ago; of all others it was a moment ago.
    func age(_ session: String) { state.withLock { _ = $0.old.insert(session) } }

    /// Answers everything with a fault, or not any more.
    func fail(with fault: Fault?) { state.withLock { $0.fault = fault } }

    func check(
        _ code: String?, of session: UserSession, order: String?, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck {
        AuthSignal.CodeCheck(
            result: try state.withLock { state in
                if let fault = state.fault { throw fault }
                if code != nil { state.checks += 1 }
                // A proof by a passkey names its order, or none.
                if let code, code.hasPrefix("pk.") {
                    guard code == "pk." + (order ?? ""), state.used[code] == nil || state.used[code] == attempt else {
                        return .wrong
                    }
                    state.used[code] = attempt
                    return .accepted
                }
                guard state.enrolled.contains(session.userID) else { return state.proof(code, in: session) }
                guard let code, code.hasPrefix("right"), state.used[code] == nil || state.used[code] == attempt else {
                    return .wrong
                }
                state.used[code] = attempt
                return .accepted
            })
    }
}

/// A ledger without sockets, and shorthands to ask it.
struct Bank: Sendable {
    let service: UseCaseService
    let store: any LedgerStore
    let clock: TestClock
    let codes: TestCodes
    let people: TestPeople
    private let folder: TemporaryDirectory

    static func open(_ kind: StoreKind) async throws -> Bank {
        let clock = TestClock()
        let codes = TestCodes()
        let people = TestPeople()
        let folder = TemporaryDirectory()
        let store: any LedgerStore =
            switch kind {
            case .inMemory: InMemoryLedgerStore(clock: clock.wallClock)
            case .sqlite: try await SQLiteLedgerStore.open(at: folder.path + "/ledger.sqlite3", clock: clock.wallClock)
            }
        return Bank(
            service: UseCaseService(
                ledger: store, clock: clock.wallClock, codes: codes, people: people, readers: ["subscriptions"]),
            store: store, clock: clock, codes: codes, people: people, folder: folder)
    }

    /// Runs `body` with a ledger and closes it.
    static func with(_ kind: StoreKind, _ body: (Bank) async throws -> Void) async throws {
        let bank = try await open(kind)
        try await body(bank)
        await (bank.store as? SQLiteLedgerStore)?.close()
    }

    func send<S: Signal>(_ signal: S, asService service: String, key: String? = nil) async throws -> S.Answer {
        let handler = try #require(self.service.handler(for: S.self))
        return try await handler(signal, SignalContext(caller: .service(service), idempotencyKey: key))
    }

    func fault<S: Signal>(_ signal: S, asService service: String, key: String? = nil) async throws -> Fault {
        do {
            _ = try await send(signal, asService: service, key: key)
        } catch let fault as Fault {
            return fault
        }
        throw Unrefused(method: S.method.name)
    }

    func send<S: Signal>(
        _ signal: S, as user: String?, session: String = "s", key: String? = nil
    ) async throws -> S.Answer {
        let caller: Caller =
            user.map { .user(UserSession(userID: $0, sessionID: session, expiresAt: Instant(microseconds: .max))) }
            ?? .anonymous
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, SignalContext(caller: caller, idempotencyKey: key))
    }

    /// The fault that sending brings; an answer is a failure of the test.
    func fault<S: Signal>(
        _ signal: S, as user: String?, session: String = "s", key: String? = nil
    ) async throws -> Fault {
        do {
            _ = try await send(signal, as: user, session: session, key: key)
        } catch let fault as Fault {
            return fault
        }
        throw Unrefused(method: S.method.name)
    }

    struct Unrefused: Error { let method: String }

    func openAccount(of user: String, currency: Currency = .rub, with units: Int64 = 0) async throws -> String {
        let id = try await send(LedgerSignal.OpenAccount(currency: currency), as: user).account.id
        if units > 0 {
            _ = try await send(
                LedgerSignal.Deposit(account: id, amount: Money(minorUnits: units, currency: currency)), as: user)
        }
        return id
    }

    func balance(_ account: String, of user: String, at instant: Instant? = nil) async throws -> Int64 {
        try await send(LedgerSignal.Balance(account: account, at: instant), as: user).balance.minorUnits
    }

    func check() async throws -> LedgerSignal.CheckAnswer { try await send(LedgerSignal.Check(), as: "anybody") }
}

extension LedgerStore {
    /// The transfer that the record of this sequence made, as it stands.
    func history(_ sequence: Int64) async throws -> TransferHistory? { try await read { try $0.history(sequence) } }

    /// The transfer of this id, as it stands.
    func history(ofTransfer id: String) async throws -> TransferHistory? {
        try await read { try $0.history(ofTransfer: id) }
    }
}

extension UseCaseService {
    /// A ledger without sockets.
    convenience init(
        ledger store: any LedgerStore, clock: WallClock, codes: any ConfirmationCodes = NobodyEnrolled(),
        people: any PeopleDirectory = NobodyKnown(), readers: Set<String> = [],
        debitors: Set<String> = ["subscriptions"],
        makeID: @escaping @Sendable () -> String = { Identifier.random(length: 12) }
    ) {
        self.init(
            LedgerUseCases.all(
                LedgerDependencies(
                    store: store, clock: clock, codes: codes, people: people, readers: readers, debitors: debitors,
                    makeID: makeID)))
    }
}

extension Currency {
    static let rub = currency("RUB")
    static let usd = currency("USD")

    private static func currency(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else { preconditionFailure("\(code) is a currency.") }
        return currency
    }
}

func rubles(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .rub) }

func transfer(_ from: String, _ to: String, _ units: Int64, _ description: String? = nil) -> LedgerSignal.MakeTransfer {
    LedgerSignal.MakeTransfer(from: from, to: to, amount: rubles(units), description: description)
}

func item(
    _ from: String, _ to: String, _ units: Int64, key: String? = nil, linked: Bool? = nil, upTo: Bool? = nil,
    closes: Bool? = nil
) -> LedgerSignal.TransferItem {
    LedgerSignal.TransferItem(
        from: from, to: to, amount: rubles(units), idempotencyKey: key, linked: linked, upTo: upTo, closes: closes)
}
