import Coordination
import Domain
import Signals
import Storage
import TestSupport

@testable import BondsService

/// Bonds over a real database, called by signals, without sockets.
struct BondsHouse {
    static let isin = "RU000A0JW126"

    let service: UseCaseService
    let store: Store
    let bonds: SQLiteBondsStore
    let user = BondsHouse.user("u1")

    /// Returns the context of a signed-in person.
    static func user(_ id: String) -> SignalContext {
        SignalContext(
            caller: .user(UserSession(userID: id, sessionID: "s-\(id)", expiresAt: Instant(microseconds: .max))))
    }

    /// Runs `body` in a separate house.
    ///
    /// - Parameter directory: The directory of its database, which may exist already.
    static func with(
        in directory: TemporaryDirectory = TemporaryDirectory(), source: any BondSource = NoSource(),
        _ body: (BondsHouse) async throws -> Void
    ) async throws {
        let store = try await Store.open(at: directory.file("bonds.db"), migrations: BondsMigrations.all)
        let clock = WallClock { Instant(microseconds: 1_600_000_000_000_000) }
        let bonds = SQLiteBondsStore(store, clock: clock)
        try await body(
            BondsHouse(
                service: UseCaseService(BondsUseCases.all(store: bonds, source: source, clock: clock)),
                store: store,
                bonds: bonds))
        await store.close()
    }

    func ask<S: Signal>(_ signal: S, as context: SignalContext? = nil) async throws -> S.Answer {
        guard let handler = service.handler(for: S.self) else {
            throw Fault(.internalFault, "Nobody answers \(S.method).")
        }
        return try await handler(signal, context ?? user)
    }

    /// Returns an activity with prices two hours apart from 2018-09-01T00:00Z on.
    static func activity(
        prices: [Double], yields: [Double?] = [], terms: BondsSignal.Terms? = nil, isin: String = isin,
        currency: String = "RUB"
    ) throws -> BondsSignal.Activity {
        guard let isin = ISIN(isin), let currency = Currency(code: currency),
            let start = Instant("2018-09-01T00:00:00Z")
        else { throw Fault(.internalFault, "The test's own values are wrong.") }
        return BondsSignal.Activity(
            title: "Kamaz", currency: currency, isin: isin,
            items: prices.enumerated().map { index, price in
                BondsSignal.Quote(
                    date: QuoteMoment(start + .seconds(7200 * index)), price: price,
                    yield: yields.indices.contains(index) ? yields[index] : nil)
            }, terms: terms)
    }
}

/// An exchange that knows no bond.
struct NoSource: BondSource {
    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> FetchedBond? { nil }
}
