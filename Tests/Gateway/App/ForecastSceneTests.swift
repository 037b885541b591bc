import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The forecast in the app: its input and its output.
@Suite @MainActor struct ForecastSceneTests {
    private static let both = AppSamples.forecastAnswer([
        AppSamples.forecast(of: AppSamples.main), AppSamples.forecast(of: AppSamples.savings),
    ])

    private static func services(_ answer: SubscriptionsSignal.ForecastAnswer = both) -> FakeServices {
        FakeServices { $0.answer(SubscriptionsSignal.Forecast.self, answer) }
    }

    private func opened(_ services: FakeServices) async throws -> (ForecastPresenter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = ForecastPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("it was answered") { !presenter.state.answer.isLoading }
        return (presenter, tree)
    }

    /// Returns the content of the screen as plain lines.
    private func said(_ state: ForecastState, _ language: Language) -> String {
        PlainRenderer(language: language).lines(of: ForecastView().screen(state), path: []).joined(separator: "\n")
            .replacing("\u{A0}", with: " ")
    }

    @Test func accountsAreTurnedOverBothWaysAndTheRowBeginsAnew() async throws {
        let (presenter, tree) = try await opened(Self.services())
        #expect(presenter.state.shown?.name == "main")
        presenter.receive(.step(.down))
        #expect(presenter.state.selected == 1)
        presenter.receive(.perform("account"))
        #expect(presenter.state.shown?.name == "savings" && presenter.state.selected == 0)
        presenter.receive(.step(.right))
        #expect(presenter.state.shown?.name == "main", "behind the last comes the first")
        presenter.receive(.step(.left))
        #expect(presenter.state.shown?.name == "savings")
        presenter.receive(.nextField)
        presenter.receive(.previousField)
        #expect(presenter.state.shown?.name == "savings")
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func rowsEndWithTheLastChange() async throws {
        let (presenter, tree) = try await opened(Self.services())
        for (input, row) in [
            (SceneInput.step(.up), 0), (.step(.last), 1), (.step(.down), 1), (.step(.pageUp), 0), (.choose(9), 1),
            (.choose(-1), 0),
        ] {
            presenter.receive(input)
            #expect(presenter.state.selected == row, "\(input)")
        }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func anAccountInWhichNothingIsHasNoLine() {
        var state = ForecastState()
        state.answer = .content(AppSamples.forecastAnswer([AppSamples.emptyForecast]), stale: nil)
        #expect(said(state, .english).contains("There is nothing to draw yet."))
        let line = MoneyLine(
            of: AppSamples.account("e1e2e3e4e5e6", "empty", "0.00"), today: AppSamples.today, rows: [],
            forecast: AppSamples.emptyForecast)
        #expect(!line.hasSomething && AppSamples.moneyLine.hasSomething)
    }

    @Test func eachLengthIsAskedForInTurn() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        for days in [180, 365, 30, 90] {
            presenter.receive(.perform("days"))
            #expect(presenter.state.days == days && presenter.state.answer.isLoading)
            try await eventuallyOnMain("it was answered") { !presenter.state.answer.isLoading }
        }
        let asked = services.signals(of: SubscriptionsSignal.Forecast.self)
        #expect(asked.map(\.days) == [90, 180, 365, 30, 90] && asked.allSatisfy { $0.account == nil })
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func withoutAccountsNothingIsTurnedOverAndTheScreenSaysWhy() async throws {
        let (presenter, tree) = try await opened(Self.services(AppSamples.forecastAnswer([])))
        for input in [SceneInput.nextField, .step(.down), .choose(3)] { presenter.receive(input) }
        #expect(presenter.state.shown == nil && presenter.state.account == 0)
        #expect(said(presenter.state, .russian).contains(MainTexts.noAccounts.spoken(in: .russian)))
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func whatFailedIsAskedForAgainWhenToldTo() async throws {
        let services = FakeServices {
            $0.refuse(SubscriptionsSignal.Forecast.self, Fault(.notFound, "There is no forecast."))
        }
        let (presenter, tree) = try await opened(services)
        #expect(presenter.state.answer.fault?.code == .notFound)
        #expect(ForecastView().screen(presenter.state).actions.contains { $0.name == .retry })
        presenter.receive(.perform(.retry))
        try await eventuallyOnMain("it was asked again") {
            services.signals(of: SubscriptionsSignal.Forecast.self).count == 2
        }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func theScreenSaysWhenMoneyRunsLowAndWhatIsNotCounted() throws {
        let gym = SubscriptionsSignal.ForecastChange(
            day: AppSamples.today, kind: .subscription, id: "s2", title: AppSamples.title("Gym", "Зал"),
            amount: Money(minorUnits: -2_000, currency: try #require(Currency(code: "USD"))))
        var state = ForecastState()
        state.answer = .content(
            AppSamples.forecastAnswer(
                [AppSamples.forecast(of: AppSamples.main, buffer: "12000", isLow: true)], unplaced: [gym],
                bonds: false),
            stale: nil)
        let russian = said(state, .russian)
        for text in [
            "! 11 501,50 ₽ 21.11.2026, после «Кино»", "Купонов нет", "Счёт неизвестен: «Зал», -20,00 $", "-999,00 ₽",
            "остаток в ₽: первое 12 500,5", "наименьшее 11 501,5 (21.11.2026)",
        ] {
            #expect(russian.contains(text), "\(text) is missing in \(russian)")
        }
        let english = said(state, .english)
        for text in [
            "! 11 501.50 RUB on 2026-11-21, after Cinema", "Coupons are missing", "lowest 11 501.5 (2026-11-21)",
        ] {
            #expect(english.contains(text), "\(text) is missing in \(english)")
        }
    }
}
