import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import TestSupport
import Testing
import Transport

/// Subscriptions end to end: real executables, real kills, and clocks that are set ahead.
@Suite struct SubscriptionsSystemTests {
    private typealias S = SubscriptionsSignal
    private static let rounds = max(
        2, (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 20)

    /// Services, and the link to subscriptions.
    private struct Scene {
        let bank: Bank
        let link: ServiceLink
        let rubles: Currency

        static func at(_ clock: String, _ body: (Scene) async throws -> Void) async throws {
            let bank = Bank()
            let scene = Scene(
                bank: bank,
                link: ServiceLink(
                    service: "subscriptions", runDirectory: bank.house.runDirectory, loop: bank.loop),
                rubles: try #require(Currency(code: "RUB")))
            try await scene.start(at: clock)
            try await body(scene)
            await scene.link.close()
            await bank.close()
        }

        func start(_ services: [String] = ["auth", "ledger", "subscriptions"], at clock: String) async throws {
            for service in services { try await bank.house.start(service, environment: ["KOPILKA_CLOCK": clock]) }
        }

        func kill(_ services: [String] = ["subscriptions", "ledger", "auth"]) async throws {
            for service in services { try await bank.house.kill(service) }
        }

        func ask<Sent: Signal>(_ signal: Sent, as person: Person) async throws -> Sent.Answer {
            try await link.send(signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
        }

        func add(
            _ start: String, _ unit: Recurrence.Unit, _ amount: String, from account: String?, as person: Person
        ) async throws -> S.Subscription {
            try await ask(
                S.Add(
                    service: .known("netflix"), amount: try Money(decimal: amount, currency: rubles),
                    start: try #require(CalendarDay(start)), every: S.Every(count: 1, unit: unit), payFrom: account),
                as: person
            ).subscription
        }

        /// Returns the events of one type, oldest first.
        func told<Event: Decodable>(
            _ event: Event.Type, _ type: String, as person: Person
        ) async throws -> [Event] {
            let reply = try await bank.ask("subscriptions.events", #""after":0,"limit":1000"#, as: person.session)
            return try #require(reply.result?.member("events")).elements
                .filter { $0.member("type")?.string == type }
                .map { try #require($0.member("data")).decode(event) }
        }

        func paid(as person: Person) async throws -> [S.Payment] {
            try await ask(S.Payments(limit: 1000), as: person).payments.filter { $0.status == .paid }
        }

        /// Returns the same person with a fresh token.
        func again(_ person: Person) async throws -> Person {
            let signedIn = try await bank.auth.send(
                AuthSignal.Login(login: person.email, password: person.password),
                context: SignalContext(idempotencyKey: Bank.newKey()), within: .seconds(180))
            return Person(email: person.email, password: person.password, signedIn: signedIn)
        }
    }

    @Test func aPriceEditedBeforeTheStartIsPaidAndIsNoRise() async throws {
        try await Scene.at("2026-03-01T12:00:00Z") { scene in
            let anna = try await scene.bank.person()
            let added = try await scene.add("2026-03-20", .month, "399", from: nil, as: anna)
            let amount = try Money(decimal: "449", currency: scene.rubles)
            let edited = try await scene.ask(S.Update(id: added.id, amount: amount), as: anna).subscription
            #expect(edited.amount == amount && edited.nextPayment?.amount == amount && edited.prices.count == 1)
            #expect(
                try await scene.told(
                    SubscriptionsEvent.PriceChanged.self, "subscriptions.priceChanged", as: anna
                ).isEmpty)
        }
    }

    @Test func whateverIsKilledEachDayIsPaidOnce() async throws {
        try await Scene.at("2026-01-01T12:00:00Z") { scene in
            let anna = try await scene.bank.person()
            let account = try await scene.bank.account(of: anna, with: "100000")
            for round in 0..<Self.rounds {
                // Due today: the ledger is asked at once, and a service is killed meanwhile.
                let added = try await scene.add("2026-01-01", .year, "10", from: account, as: anna)
                #expect(added.payFrom == account)
                try await Task.sleep(for: .milliseconds(.random(in: 0...25)))
                let victims = [["subscriptions"], ["ledger"], ["subscriptions", "ledger"]][round % 3]
                try await scene.kill(victims)
                try await scene.start(victims.reversed(), at: "2026-01-01T12:00:00Z")
            }
            try await eventually("all are paid", within: .seconds(180)) {
                try await scene.paid(as: anna).count == Self.rounds
            }
            #expect(try await scene.bank.balance(of: account, anna) == "\(100_000 - 10 * Self.rounds).00")
            let transfers = try await scene.paid(as: anna).compactMap(\.transfer)
            #expect(Set(transfers).count == Self.rounds)
            #expect(try await scene.bank.problems(as: anna) == [])
            let told = try await scene.told(SubscriptionsEvent.Paid.self, SubscriptionsEvent.Paid.type, as: anna)
            #expect(told.count == Self.rounds)
        }
    }

    @Test func backAfterFortyDaysEachDueDateOnceAndInOrder() async throws {
        try await Scene.at("2026-01-01T12:00:00Z") { scene in
            let before = try await scene.bank.person()
            let account = try await scene.bank.account(of: before, with: "1000")
            _ = try await scene.add("2026-01-02", .week, "100", from: account, as: before)
            try await scene.kill()
            try await scene.start(at: "2026-02-10T12:00:00Z")
            let anna = try await scene.again(before)
            try await eventually("six are paid") { try await scene.paid(as: anna).count == 6 }
            let payments = try await scene.paid(as: anna)
            #expect(
                payments.map(\.date.description).reversed() == [
                    "2026-01-02", "2026-01-09", "2026-01-16", "2026-01-23", "2026-01-30", "2026-02-06",
                ])
            #expect(payments.compactMap(\.transfer).count == 6)
            #expect(try await scene.bank.balance(of: account, anna) == "400.00")
            #expect(try await scene.ask(S.List(), as: anna).subscriptions[0].nextPayment?.daysRemaining == 3)
        }
    }

    @Test func withoutMoneyItIsPastDueAndPaidWhenMoneyArrives() async throws {
        try await Scene.at("2026-01-01T12:00:00Z") { scene in
            let anna = try await scene.bank.person()
            let account = try await scene.bank.account(of: anna, with: "30")
            let added = try await scene.add("2026-01-01", .month, "100", from: account, as: anna)
            try await eventually("it is past due") {
                try await scene.ask(S.Show(id: added.id), as: anna).subscription.status == .pastDue
            }
            #expect(try await scene.bank.balance(of: account, anna) == "30.00")
            // The first attempt's refusal. The event of the mandate may come after it and cause a retry.
            let refusals = try await scene.told(
                SubscriptionsEvent.PaymentFailed.self, SubscriptionsEvent.PaymentFailed.type, as: anna)
            #expect(refusals.first?.reason == "insufficientFunds" && refusals.first?.attempt == 1)
            #expect(refusals.first?.nextTry?.description == "2026-01-02")
            _ = try await scene.bank.ledger.send(
                LedgerSignal.Deposit(account: account, amount: try Money(decimal: "80", currency: scene.rubles)),
                context: scene.bank.context(anna, key: Bank.newKey()), within: .seconds(180))
            try await eventually("it is paid") { try await scene.paid(as: anna).count == 1 }
            #expect(try await scene.bank.balance(of: account, anna) == "10.00")
            let forecast = try await scene.ask(S.Forecast(days: 60), as: anna)
            #expect(forecast.accounts[0].low?.date.description == "2026-02-01")
            #expect(forecast.accounts[0].low?.because?.id == added.id)
        }
    }

    @Test func outsideReadersFindTheDaysOfTheCalendar() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the readers that this test runs.")
        try await Scene.at("2024-01-15T12:00:00Z") { scene in
            let anna = try await scene.bank.person()
            let rhythms: [(String, Int, Recurrence.Unit)] = [
                ("2024-01-31", 1, .month), ("2024-01-30", 1, .month), ("2024-01-29", 2, .month),
                ("2024-02-29", 1, .year), ("2024-03-28", 1, .month), ("2024-01-31", 3, .month),
                ("2024-02-05", 28, .day),
                ("2024-02-06", 2, .week), ("2024-12-31", 1, .year),
            ]
            for (start, count, unit) in rhythms {
                let added = try await scene.ask(
                    S.Add(
                        service: .own(title: "Клуб; \(start), раз", color: nil),
                        amount: try Money(decimal: "9.50", currency: scene.rubles),
                        start: try #require(CalendarDay(start)), every: S.Every(count: count, unit: unit),
                        remindDaysBefore: [3]), as: anna
                ).subscription
                let file = scene.bank.house.directory.file("\(added.id).ics")
                let content = try await scene.ask(S.CalendarFile(id: added.id), as: anna).content
                try content.write(toFile: file, atomically: true, encoding: .utf8)
                let script = package.appendingPathComponent("Tests/Clients/read_calendar.py").path
                let finished = try await scene.bank.house.run(python, [script, file, "40"])
                let dates = try await scene.ask(S.Dates(id: added.id, count: 40), as: anna).dates
                let expected = (["Клуб; \(start), раз, 9.50 RUB", "alarm 3"] + dates.map(\.description))
                #expect(finished.output == expected.joined(separator: "\n") + "\n", "\(finished)")
            }
        }
    }
}
