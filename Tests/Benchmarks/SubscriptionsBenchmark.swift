import Coordination
import Domain
import Foundation
import Hosting
import SQLite
import Signals
import Storage
import StrictJSON
import SubscriptionsService
import TestSupport
import Transport

/// 100,000 subscriptions of 1,000 users that fall due on one day, paid through ledger; lists of 200; and an idle
/// service.
enum SubscriptionsBenchmark {
    private static let (users, each) = (1_000, 100)
    private static let services = ["auth", "ledger", "subscriptions"]

    static func run() async throws {
        let count = Int(ProcessInfo.processInfo.environment["BENCH_SUBSCRIPTIONS"] ?? "") ?? users * each
        // The clock of all processes stands a minute before the day on which everything is due.
        let bank = try await Bank.opened(
            Array(services.prefix(2)), environment: ["KOPILKA_CLOCK": "2026-03-31T20:00:00Z"])
        let rubles = try Money(decimal: "1.00", currency: currency)
        let people = try await people(bank, count / each)
        try await fill(bank, people, rubles)
        try await bank.house.start("subscriptions", environment: ["KOPILKA_CLOCK": "2026-03-31T20:00:00Z"])
        let subscriptions = ServiceLink(
            service: "subscriptions", runDirectory: bank.house.runDirectory, loop: bank.loop)
        try await untilCaughtUp(bank, people.count)
        try await list(bank, people[0].person, subscriptions)
        try await idle(bank)
        await subscriptions.close()
        try await bank.house.kill("subscriptions")
        for service in ["auth", "ledger"] {
            try await bank.house.kill(service)
            try await bank.house.start(service, environment: ["KOPILKA_CLOCK": "2026-04-01T00:00:01Z"])
        }
        let began = ContinuousClock.now
        try await bank.house.start("subscriptions", environment: ["KOPILKA_CLOCK": "2026-04-01T00:00:01Z"])
        let paid = try await wait(
            bank, "SELECT count(*) FROM payments WHERE status = 'paid'", until: people.count * each)
        Report.time(
            "subscriptions: \(paid) due on one day paid through the ledger", .now - began, promised: "<= 30 s")
        let (somebody, account) = people[0]
        let signedIn = try await bank.auth.send(
            AuthSignal.Login(login: somebody.email, password: somebody.password),
            context: SignalContext(idempotencyKey: Bank.newKey()), within: .seconds(60))
        let left = try await bank.balance(
            of: account, Person(email: somebody.email, password: somebody.password, signedIn: signedIn))
        precondition(left == "0.00", "\(left) is left in an account that everything was to be paid from")
        await bank.close()
    }

    private static var currency: Currency {
        guard let currency = Currency(code: "RUB") else { preconditionFailure("There are roubles.") }
        return currency
    }

    private static func people(_ bank: Bank, _ count: Int) async throws -> [(person: Person, account: String)] {
        var people: [(Person, String)] = []
        for _ in 0..<count {
            let person = try await bank.person()
            let account = try await bank.account(of: person, with: "\(each).00")
            _ = try await bank.ledger.send(
                LedgerSignal.GrantMandate(
                    service: "subscriptions", account: account,
                    amount: try Money(decimal: "100000", currency: currency), per: .year),
                context: bank.context(person, key: Bank.newKey()), within: .seconds(60))
            people.append((person, account))
        }
        return people
    }

    /// Writes the subscriptions into the database before the service runs: adding them one by one would take longer
    /// than the measurement.
    private static func fill(
        _ bank: Bank, _ people: [(person: Person, account: String)], _ amount: Money
    ) async throws {
        try DataLayout(root: bank.house.dataDirectory).prepare(for: "subscriptions")
        let store = try await SQLiteSubscriptionsStore.open(at: bank.house.database(of: "subscriptions"))
        guard let due = CalendarDay("2026-04-01"), let start = CalendarDay("2026-01-01"),
            let recurrence = Recurrence(start: start, every: 1, .month)
        else { preconditionFailure("There are such days.") }
        for person in people {
            try await store.write(deadline: nil, weight: each) { transaction in
                try transaction.put(UserSettings(owner: person.person.id, timeZone: "UTC", currency: currency))
                for number in 0..<each {
                    var subscription = Subscription(
                        id: Identifier.random(), owner: person.person.id, service: "netflix",
                        title: SubscriptionsSignal.Title(ru: "Netflix \(number)", en: "Netflix \(number)"), color: nil,
                        recurrence: recurrence, floor: due, prices: [Price(from: start, amount: amount)],
                        createdAt: Instant(microseconds: 0))
                    subscription.payFrom = person.account
                    subscription.dueAt = due.startInUTC
                    try transaction.put(subscription)
                }
            }
        }
        await store.store.close()
    }

    @discardableResult
    private static func wait(_ bank: Bank, _ counting: StaticString, until count: Int) async throws -> Int {
        let database = bank.house.database(of: "subscriptions")
        while true {
            try await Task.sleep(for: .milliseconds(100))
            let connection = try Connection(path: database)
            let found = try connection.first(counting) ?? 0
            if found >= count { return found }
        }
    }

    private static func list(_ bank: Bank, _ person: Person, _ link: ServiceLink) async throws {
        for number in 0..<100 {
            _ = try await link.send(
                SubscriptionsSignal.Add(
                    service: .known("spotify"), amount: try Money(decimal: "1", currency: currency),
                    start: CalendarDay(daysSince1970: 20_600 + number),
                    every: SubscriptionsSignal.Every(count: 1, unit: .year)),
                context: bank.context(person, key: Bank.newKey()), within: .seconds(60))
        }
        var times: [Duration] = []
        for _ in 0..<200 {
            let began = ContinuousClock.now
            let page = try await link.send(
                SubscriptionsSignal.List(limit: 1000), context: bank.context(person), within: .seconds(60))
            times.append(.now - began)
            precondition(page.subscriptions.count == 200)
        }
        let page = try await link.call(
            "subscriptions.stats", parameters: Array("{}".utf8), effect: .reads, context: bank.context(person),
            within: .seconds(60))
        let statistics = try page.decode(Statistics.self).methods.first { $0.method == "subscriptions.list" }
        Report.time(
            "subscriptions.list of 200 at the service, p50 by its own count",
            .microseconds(statistics?.p50Microseconds ?? 0), promised: "<= 3 ms")
        Report.time("subscriptions.list of 200 sent, answered and read, p50", times.quantile(0.5), promised: "")
    }

    /// Waits until the service has read ledger's earlier events and has looked at all balances. It looks at them again
    /// when the next day begins.
    private static func untilCaughtUp(_ bank: Bank, _ count: Int) async throws {
        let began = ContinuousClock.now
        try await wait(
            bank, "SELECT count(*) FROM settings WHERE look_us >= 1775001600000000", until: count)
        Report.time(
            "subscriptions: balances of \(count) users looked at, 100 subscriptions each", .now - began, promised: "")
    }

    /// How often the process is woken when nothing happens.
    private static func idle(_ bank: Bank) async throws {
        guard let process = bank.house.processID(of: "subscriptions") else { return }
        WakeUps.report("subscriptions", try await WakeUps.rates(of: [process])[0])
    }
}
