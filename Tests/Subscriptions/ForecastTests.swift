import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import SubscriptionsService

/// The forecast of balances.
@Suite struct ForecastTests {
    @Test func everyDayIsWhatWasThereAndWhatMoves() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let day = try #require(CalendarDay("2026-01-04"))
            let isin = try #require(ISIN("RU000A0JW126"))
            house.neighbours.change { state in
                state.balances["anna-main"] = 50_000
                state.planned = [
                    LedgerSignal.PlannedChange(
                        day: day, account: "anna-main", schedule: "rent", amount: roubles(-300), description: "rent")
                ]
                state.coupons = [
                    BondsSignal.Payment(
                        date: day.adding(days: 2), isin: isin, title: "Kamaz", kind: .coupon, value: 40, quantity: 1,
                        amount: roubles(40))
                ]
            }
            let gym = try await house.add("2026-01-03", 1, .week, service: .own(title: "Gym", color: nil))
            let answer = try await house.send(S.Forecast(days: 8))
            #expect(answer.bonds && answer.unplaced.isEmpty && answer.accounts.count == 1)
            let line = answer.accounts[0]
            #expect(
                line.days.map(\.balance.decimalText) == [
                    "500.00", "500.00", "400.00", "100.00", "100.00", "140.00", "140.00", "140.00",
                ])
            #expect(line.low == nil && line.lowest.date.description == "2026-01-04")
            let tight = try await house.send(S.Forecast(days: 30, account: "anna-main", buffer: roubles(120)))
            #expect(tight.accounts[0].low?.date.description == "2026-01-04")
            #expect(tight.accounts[0].low?.because?.id == "rent")
            let later = try await house.send(S.Forecast(days: 30))
            #expect(later.accounts[0].low?.date.description == "2026-01-17")
            #expect(later.accounts[0].low?.because?.id == gym.id)
            for wrong in [S.Forecast(days: 0), S.Forecast(days: 367), S.Forecast(buffer: roubles(1))] {
                #expect(try await house.fault(of: wrong) == .invalidArgument)
            }
            #expect(try await house.fault(of: S.Forecast(account: "other")) == .notFound)
        }
    }

    @Test func aScheduledTransferWithoutWordsSaysWhereItGoes() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let day = try #require(CalendarDay("2026-01-02"))
            house.neighbours.change { state in
                state.balances["anna-main"] = 50_000
                state.planned = [(-1, "Spar"), (1, "Spar"), (-1, nil)].map { sign, other in
                    LedgerSignal.PlannedChange(
                        day: day, account: "anna-main", schedule: "saving", amount: roubles(sign), description: "",
                        otherSide: other)
                }
            }
            let days = try await house.send(S.Forecast(days: 3)).accounts[0].days
            let titles = days.flatMap(\.changes).map(\.title)
            #expect(Set(titles.map(\.en)) == ["transfer to Spar", "transfer from Spar", "transfer"])
            #expect(Set(titles.map(\.ru)) == ["перевод на Spar", "перевод с Spar", "перевод"])
        }
    }

    @Test func tooLittleIsToldBeforeTheDayAndOnce() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            house.neighbours.change { $0.balances["anna-main"] = 15_000 }
            let added = try await house.add("2026-01-10", 1, .week, payFrom: "anna-main")
            try await house.work()
            try await house.pass(days: 5)
            let told = try await house.told("subscriptions.balanceLow")
            #expect(told.count == 1)
            #expect(told.first?.member("day")?.string == "2026-01-17")
            #expect(told.first?.member("because")?.member("id")?.string == added.id)
            // After a forecast without a shortage the next shortage is announced again.
            try await house.moneyComes(10_000, sequence: 1)
            try await house.pass(days: 1)
            #expect(try await house.told("subscriptions.balanceLow").count == 1)
            house.neighbours.change { $0.balances["anna-main"] = 100 }
            try await house.pass(days: 1)
            #expect(try await house.told("subscriptions.balanceLow").count == 2)
        }
    }

    @Test func whatIsBelowAlreadyIsNotForetold() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            house.neighbours.change { $0.balances["anna-main"] = 5_000 }
            try await house.send(S.SetSettings(buffer: S.Buffer(account: "anna-main", amount: roubles(200))))
            try await house.add("2026-01-10", payFrom: "anna-main")
            try await house.pass(days: 3)
            #expect(try await house.told("subscriptions.balanceLow").isEmpty)
        }
    }

    @Test func totalsAreInTheCurrencyOfMostSubscriptionsUntilOneIsSet() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let (crowns, euros) = (try #require(Currency(code: "SEK")), try #require(Currency(code: "EUR")))
            let day = try #require(CalendarDay("2026-01-02"))
            func add(_ currency: Currency) async throws {
                try await house.send(
                    S.Add(
                        service: .known("spotify"), amount: Money(minorUnits: 1000, currency: currency), start: day,
                        every: S.Every(count: 1, unit: .month)))
            }
            house.neighbours.change { $0.accountCurrency = euros }
            #expect(try await house.send(S.Totals()).currency == euros, "that of the accounts")
            #expect(try await house.send(S.GetSettings()).settings.currency == euros)
            try await add(crowns)
            try await add(euros)
            #expect(try await house.send(S.Totals()).currency == crowns, "the first of as many")
            try await add(euros)
            // Another setting does not set a currency.
            try await house.send(S.SetSettings(warnDays: 10))
            let totals = try await house.send(S.Totals())
            #expect(totals.currency == euros && totals.total.month.decimalText == "20.00")
            #expect(totals.missing == [crowns])
            #expect(try await house.send(S.Currencies()).standard == euros)
            let set = try await house.send(S.SetSettings(currency: ScriptedNeighbours.rubles)).settings
            #expect(set.currency == ScriptedNeighbours.rubles)
            #expect(try await house.send(S.Totals()).currency == ScriptedNeighbours.rubles)
        }
    }

    @Test func totalsAreInTheCurrencyOfTheHouseWhileLedgerIsGone() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            house.neighbours.change { $0.isDown = true }
            let totals = try await house.send(S.Totals())
            #expect(totals.currency == ScriptedNeighbours.rubles)
        }
    }

    @Test func settingsOfBeforeKeepTheCurrencyThatWasSet() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("subscriptions.db")
        let old = try await Store.open(
            at: path, migrations: SubscriptionsMigrations.all.filter { $0.version < 6 }, options: StoreOptions())
        try await old.write { transaction in
            for (owner, currency) in [("anna", "RUB"), ("boris", "EUR")] {
                try transaction.connection.run(
                    """
                    INSERT INTO settings (owner, time_zone, currency, account, warn_days, look_us)
                    VALUES (?1, 'Europe/Stockholm', ?2, NULL, 14, NULL)
                    """, owner, currency)
            }
        }
        await old.close()
        let store = try await SQLiteSubscriptionsStore.open(at: path)
        let kept = try await store.read { reading in
            try ["anna", "boris"].map { try reading.settings(of: $0) }
        }
        #expect(kept.map { $0?.currency?.code } == [nil, "EUR"])
        #expect(kept.map { $0?.timeZone } == ["Europe/Stockholm", "Europe/Stockholm"])
        await store.store.close()
        withExtendedLifetime(directory) {}
    }

    @Test func totalsAreAveragesAndAMissingRateIsMissing() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let (dollars, yen) = (try #require(Currency(code: "USD")), try #require(Currency(code: "JPY")))
            let day = try #require(CalendarDay("2026-01-02"))
            try await house.add("2026-01-02", 3, .month, rubles: 300)
            for (currency, amount) in [(dollars, Int64(1000)), (yen, 500)] {
                try await house.send(
                    S.Add(
                        service: .known("spotify"), amount: Money(minorUnits: amount, currency: currency), start: day,
                        every: S.Every(count: 1, unit: .year)))
            }
            house.neighbours.change { state in
                state.rates = [
                    LedgerSignal.Rate(
                        from: dollars, to: ScriptedNeighbours.rubles, rate: "90.5", source: "bank",
                        asOf: Instant(microseconds: 0))
                ]
            }
            let totals = try await house.send(S.Totals())
            #expect(totals.currencies.map(\.year.decimalText) == ["500", "1200.00", "10.00"])
            #expect(totals.missing == [yen] && totals.total.year.decimalText == "2105.00")
            #expect(totals.currencies.last?.rate?.rate == "90.5")
            let inDollars = try await house.send(S.Totals(currency: dollars))
            #expect(inDollars.total.year.decimalText == "23.25")
            #expect(inDollars.currencies[1].rate?.inverted == true)
        }
    }
}
