import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport

@testable import BondsService

/// A day of bonds: imports of quotes and terms, from signals and from a file, holdings, and a person who leaves.
struct BondsDay: CrashDay {
    struct House: Sendable {
        let asked: AskedService
        let bonds: SQLiteBondsStore
    }

    static let name = "bonds"
    private static let other = "RU000A0ZZQU2"

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await Store.open(at: path, migrations: BondsMigrations.all, options: options)
        let bonds = SQLiteBondsStore(store, clock: clock.wallClock)
        let service = UseCaseService(BondsUseCases.all(store: bonds, source: nil, clock: clock.wallClock))
        return OpenHouse(House(asked: AskedService(service), bonds: bonds), over: store)
    }

    /// What is held is a bond that is here, and the last price of a bond is its last quote.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        let listed = try await house.asked.send(BondsSignal.List()).bonds
        var problems: [String] = []
        for bond in listed {
            let shown = try await house.asked.send(BondsSignal.GetBond(isin: bond.isin)).bond
            if shown.lastPrice != bond.lastPrice { problems.append("\(bond.isin) has two last prices") }
        }
        let held = Set(try await house.asked.send(BondsSignal.Holdings()).holdings.map(\.isin))
        return problems + held.subtracting(listed.map(\.isin)).map { "\($0) is held and not there" }
    }

    private static func isin(_ text: String) throws -> ISIN {
        guard let isin = ISIN(text) else { throw Fault(.internalFault, "The script's own values are wrong.") }
        return isin
    }

    private static func importing(
        _ name: String, _ prices: [Double], pays: Double? = nil, of isin: String = BondsHouse.isin
    ) -> CrashStep<House> {
        .ask(name) { house, _, key in
            let terms = pays.map { value in
                BondsSignal.Terms(
                    coupons: [], principal: [.init(date: CalendarDay(daysSince1970: 21_915), value: value)])
            }
            let activity = try BondsHouse.activity(prices: prices, terms: terms, isin: isin)
            return try await house.asked.send(BondsSignal.Import(activities: [activity]), key: key)
        }
    }

    private static func holding(_ name: String, _ quantity: Int, of text: String = BondsHouse.isin) -> CrashStep<House>
    {
        .ask(name) { house, _, key in
            try await house.asked.send(BondsSignal.Hold(isin: try isin(text), quantity: quantity), key: key)
        }
    }

    static let steps: [CrashStep<House>] = [
        importing("import", (0..<400).map { 90 + Double($0 % 20) / 4 }),
        importing("import terms", [], pays: 1_000),
        importing("import another", [100, 101, 102], pays: 500, of: other),
        holding("hold", 10), holding("hold more", 25), holding("hold another", 3, of: other),
        .restart("restart at noon"),
        importing("import more", (0..<600).map { 91 + Double($0 % 16) / 4 }),
        importing("other terms", [], pays: 900),
        .ask("import a file") { house, _, key in
            let rows = (1...28).map { "2019-02-\($0 < 10 ? "0" : "")\($0),\(95 + $0 % 3)" }
            return try await house.asked.send(
                BondsSignal.ImportFile(
                    text: "TRADEDATE,CLOSE\n" + rows.joined(separator: "\n") + "\n", isin: try isin(BondsHouse.isin)),
                key: key)
        },
        holding("hold none", 0, of: other),
        .change("dora holds") { house, _ in
            let isin = try isin(BondsHouse.isin)
            _ = try await house.asked.send(BondsSignal.Hold(isin: isin, quantity: 7), as: "dora")
        },
        .change("dora leaves") { house, _ in
            let facts = try JSONEncoding.encode(["userId": "dora"])
            let event = Event(
                sequence: 1, type: "auth.userDeleted", subject: "dora", time: Instant(microseconds: 0), data: facts)
            try await house.bonds.store.write { try house.bonds.forgetDeleted([event], in: $0) }
        },
        .restart("restart in the evening"),
        importing("last import", [97, 98, 99], of: other),
        holding("hold last", 1, of: other),
    ]
}
