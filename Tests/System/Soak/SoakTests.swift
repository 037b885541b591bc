import Coordination
import Domain
import Foundation
import Hosting
import Identity
import Signals
import TestSupport
import Testing
import Transport

/// Runs a house through many days by its clock. Disk and memory grow by the rows only, and each due date is paid once.
///
/// `KOPILKA_TEST_SOAK` is the number of days, 3 by default; with it, the figures of the first, the middle and the last
/// day are printed.
@Suite struct SoakTests {
    private static let asked = ProcessInfo.processInfo.environment["KOPILKA_TEST_SOAK"].flatMap { Int($0) }
    private static let changesPerDay = 120
    private static let firstDay = CalendarDay(daysSince1970: 20_820)

    @Test func aHouseGrowsByItsRowsOnlyAndPaysEachDueDateOnce() async throws {
        let count = Self.asked ?? 3
        let bank = try await CrashBank(
            accounts: 10, services: ChaosHouse.services,
            // By default a service has six seconds to stop, of which a busy machine may need more.
            environment: Bank.cheapHashes.merging(
                ["KOPILKA_CLOCK": Self.morning(of: 0), "KOPILKA_DRAIN_LIMIT": "60s"]) { $1 })
        let saver = try await Saver(at: bank, from: Self.firstDay)
        var days: [SoakDay] = []
        for day in 0..<count {
            if day > 0 { try await Self.begin(day, in: bank) }
            try await bank.signIn()
            let latencies = try await Self.live(in: bank)
            try await saver.expectPaid(times: day + 1, at: bank)
            let check = try await bank.ledger.send(
                LedgerSignal.Check(), context: bank.context(), within: CrashBank.patience)
            days.append(try SoakDay(day, of: bank.house, transfers: Int(check.transfers), latencies))
        }
        let problems = try await bank.problems(isAlone: false)
        #expect(problems == [])
        if Self.asked != nil { for day in [0, count / 2, count - 1] { print("  \(days[day])") } }
        if count >= 30 { Self.expectFlat(days) }
        await bank.close()
    }

    /// Compares the last third with the middle one. A leak would make the same work cost more.
    private static func expectFlat(_ days: [SoakDay]) {
        let (third, last) = (days.count / 3, days.count - 1)
        func bytesPerTransfer(_ from: Int, _ to: Int) -> Double {
            Double(days[to].bytes - days[from].bytes) / Double(days[to].transfers - days[from].transfers)
        }
        #expect(bytesPerTransfer(2 * third, last) < 1.5 * bytesPerTransfer(third, 2 * third))
        for service in ChaosHouse.services {
            let (early, late) = (days[third].memory[service] ?? 0, days[last].memory[service] ?? 0)
            #expect(Double(late) < 1.5 * Double(early), "\(service)")
        }
    }

    private static func morning(of day: Int) -> String { "\(firstDay.adding(days: day))T06:00:00Z" }

    /// Stops the house in the evening, and starts it in the morning of the next day.
    private static func begin(_ day: Int, in bank: CrashBank) async throws {
        for service in ChaosHouse.services { #expect(try await bank.house.stop(service) == .exited(0)) }
        for service in ChaosHouse.services {
            try await bank.house.start(service, environment: ["KOPILKA_CLOCK": morning(of: day)])
        }
    }

    /// Moves money, six people at a time.
    private static func live(in bank: CrashBank) async throws -> LatencyHistogram {
        try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    var latencies: [Duration] = []
                    for _ in 0..<changesPerDay / 6 {
                        let began = ContinuousClock.now
                        try await bank.moveOnce()
                        latencies.append(.now - began)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: LatencyHistogram()) { histogram, latencies in
                for latency in latencies { histogram.count(latency) }
            }
        }
    }
}

/// Somebody who pays for something each day.
private struct Saver {
    private let email = "saver@example.org"
    private let password = Identifier.random(length: 26)
    private let account: String

    init(at bank: CrashBank, from day: CalendarDay) async throws {
        let person = try await bank.auth.send(
            AuthSignal.Register(email: email, password: password), within: CrashBank.patience)
        let context = SignalContext(idempotencyKey: .random(), session: person.session.token)
        account = try await bank.ledger.send(
            LedgerSignal.OpenAccount(currency: bank.rubles), context: context, within: CrashBank.patience
        ).account.id
        let path = bank.house.socket(of: "subscriptions")
        let add = Bank.request(
            "subscriptions.add",
            #"""
            "service":{"title":"Newspaper"},"amount":\#(Bank.money("1")),"start":"\#(day)",\#
            "every":{"count":1,"unit":"day"},"payFrom":"\#(account)"
            """#, session: person.session.token, key: .random())
        let deposit = LedgerSignal.Deposit(
            account: account, amount: Money(minorUnits: 1_000_000, currency: bank.rubles))
        _ = try await bank.ledger.send(
            deposit, context: SignalContext(idempotencyKey: .random(), session: person.session.token),
            within: CrashBank.patience)
        let reply = try await withRawPeer(path: path) { WireReply(try $0.askJSON(add, within: .seconds(60))) }
        guard reply.result != nil else { throw ChaosError("a subscription was refused: \(reply)") }
    }

    /// Waits until the ledger has as many payments, and sees that they stay as many.
    func expectPaid(times: Int, at bank: CrashBank) async throws {
        let person = try await bank.auth.send(
            AuthSignal.Login(login: email, password: password), context: SignalContext(idempotencyKey: .random()),
            within: CrashBank.patience)
        let context = SignalContext(session: person.session.token)
        func paid() async throws -> Int64 {
            let balance = try await bank.ledger.send(
                LedgerSignal.Balance(account: account), context: context, within: CrashBank.patience)
            return (1_000_000 - balance.balance.minorUnits) / 100
        }
        try await eventually("\(times) due dates are paid", within: .seconds(120)) { try await paid() >= times }
        #expect(try await paid() == Int64(times))
    }
}
