import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import ScannerService

/// Scanner without sockets: its use cases over a separate database.
struct ScannerHouse {
    let store: SQLiteScannerStore
    let service: UseCaseService

    /// Runs `body` in a house whose database is in `directory`.
    static func with(
        _ directory: TemporaryDirectory = TemporaryDirectory(), limits: ScanLimits = ScanLimits(),
        source: (any CandleSource)? = nil,
        _ body: (ScannerHouse) async throws -> Void
    ) async throws {
        let clock = WallClock { Instant(microseconds: 1_795_000_000_000_000) }
        let store = try await SQLiteScannerStore.open(at: directory.file("scanner.db"), clock: clock)
        let house = ScannerHouse(
            store: store,
            service: UseCaseService(
                ScannerUseCases.all(
                    store: store, engine: EngineTests.engine, limits: limits, source: source, clock: clock)))
        do {
            try await body(house)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Returns the context of a signed-in user.
    static func context(_ user: String = "anna", key: String? = nil) -> SignalContext {
        let session = UserSession(userID: user, sessionID: "s-\(user)", expiresAt: Instant(microseconds: .max / 2))
        return SignalContext(caller: .user(session), idempotencyKey: key)
    }

    /// Sends a signal as Anna, or as another user.
    func send<S: Signal>(_ signal: S, context: SignalContext = context()) async throws -> S.Answer {
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, context)
    }

    /// Returns the fault that answers a signal; nil when there is none.
    func fault<S: Signal>(of signal: S, context: SignalContext = context()) async throws -> Fault? {
        do {
            _ = try await send(signal, context: context)
            return nil
        } catch let fault as Fault {
            return fault
        }
    }

    /// Returns a file of daily candles from 2020-01-01 on, one for each close.
    static func file(_ closes: [Double], from day: String = "2020-01-01") -> String {
        let first = CalendarDay(day) ?? CalendarDay(daysSince1970: 0)
        var text = "Date,Open,High,Low,Close,Volume\n"
        for (index, close) in closes.enumerated() {
            text += "\(first.adding(days: index)),\(close),\(close + 1),\(close - 0.5),\(close),100\n"
        }
        return text
    }
}
