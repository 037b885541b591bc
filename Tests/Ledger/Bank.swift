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
enum BooksKind: String, CaseIterable, CustomTestStringConvertible {
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

/// A ledger without sockets, and shorthands to ask it.
struct Bank: Sendable {
    let service: LedgerActionService
    let store: any LedgerStore
    let clock: TestClock
    private let folder: TemporaryDirectory

    static func open(_ kind: BooksKind) async throws -> Bank {
        let clock = TestClock()
        let folder = TemporaryDirectory()
        let store: any LedgerStore =
            switch kind {
            case .inMemory: InMemoryLedgerStore(clock: clock.wallClock)
            case .sqlite: try await SQLiteLedgerStore.open(at: folder.path + "/ledger.sqlite3", clock: clock.wallClock)
            }
        return Bank(
            service: LedgerActionService(store: store, clock: clock.wallClock), store: store, clock: clock,
            folder: folder)
    }

    /// Runs `body` with a ledger and closes it.
    static func with(_ kind: BooksKind, _ body: (Bank) async throws -> Void) async throws {
        let bank = try await open(kind)
        try await body(bank)
        await (bank.store as? SQLiteLedgerStore)?.close()
    }

    func send<S: Signal>(_ signal: S, as user: String?, key: String? = nil) async throws -> S.Answer {
        let caller: Caller =
            user.map { .user(UserSession(userID: $0, sessionID: "s", expiresAt: Instant(microseconds: .max))) }
            ?? .anonymous
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, SignalContext(caller: caller, idempotencyKey: key))
    }

    /// The fault that sending brings; an answer is a failure of the test.
    func fault<S: Signal>(_ signal: S, as user: String?, key: String? = nil) async throws -> Fault {
        do {
            _ = try await send(signal, as: user, key: key)
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
