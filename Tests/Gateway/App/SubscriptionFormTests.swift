import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// The form of a subscription: its input and its output.
@Suite @MainActor struct SubscriptionFormTests {
    private nonisolated static let gym = AppSamples.subscriptions[1]
    private nonisolated static let answer = SubscriptionsSignal.SubscriptionAnswer(subscription: gym)

    private static func services(
        _ add: (inout FakeServices.Answers) -> Void = { $0.answer(SubscriptionsSignal.Add.self, answer) }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [
                    AppSamples.main, AppSamples.account("c1", "closed", "0", status: .closed), AppSamples.savings,
                ]))
            answers.answer(SubscriptionsSignal.Update.self, answer)
            add(&answers)
        }
    }

    /// Returns an open form with a counter of its completions.
    private func opened(
        _ services: FakeServices, _ subscription: SubscriptionsSignal.Subscription? = nil
    ) async throws -> (presenter: SubscriptionFormPresenter, done: Counter, tree: RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = SubscriptionFormPresenter(subscription, signals: tree, tools: .forTests())
        let done = Counter()
        presenter.output = { _ = done.next() }
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        return (presenter, done, tree)
    }

    private func fill(_ presenter: SubscriptionFormPresenter, _ fields: KeyValuePairs<String, String>) {
        for (name, text) in fields { presenter.receive(.fill(field: name, text)) }
    }

    /// Returns the signals in their JSON form.
    private func wire<S: Signal>(_ signals: [S]) throws -> [String] {
        try signals.map { String(decoding: try JSONEncoding.encode($0), as: UTF8.self) }
    }

    private func problems(_ presenter: SubscriptionFormPresenter) -> [String] {
        presenter.state.form.fields.filter { $0.problem != nil }.map(\.name)
    }

    @Test func aWordThatTheCatalogueDoesNotHaveIsAServiceOfOnesOwn() async throws {
        let services = Self.services { answers in
            answers.answer(SubscriptionsSignal.Add.self) { signal, _ in
                guard case .own = signal.service else {
                    throw Fault(.notFound, .noSubscribedService, field: "service")
                }
                return Self.answer
            }
        }
        let (presenter, done, tree) = try await opened(services)
        fill(presenter, ["service": "gym", "amount": "100"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is added") { done.value == 1 }
        let sent = try wire(services.signals(of: SubscriptionsSignal.Add.self))
        #expect(sent.count == 2 && sent[1].contains(#""title":"gym""#), "\(sent)")
        withExtendedLifetime(tree) {}
    }

    @Test func whatIsSavedAgainBecauseNoAnswerCameIsAddedOnce() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { answers in
            answers.answer(SubscriptionsSignal.Add.self) { _, context in
                keys.add(context.idempotencyKey)
                if keys.values.count == 1 { throw Fault(.unavailable, "Subscriptions is being restarted.") }
                return Self.answer
            }
        }
        let (presenter, done, tree) = try await opened(services)
        fill(presenter, ["service": "My gym", "amount": "100"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is said that it is gone") {
            presenter.state.fault?.code == .unavailable && !presenter.state.isSending
        }
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is added") { done.value == 1 }
        #expect(keys.values.count == 2 && Set(keys.values).count == 1, "by one key")
        withExtendedLifetime(tree) {}
    }

    @Test func whatIsWrongIsNamedAtItsFieldAndNothingIsSent() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services)
        fill(
            presenter,
            [
                "amount": "a lot", "start": "some day", "count": "0", "remind": "3, -1", "trial": "2026-13-01",
                "ends": "never",
            ])
        presenter.receive(.perform("save"))
        #expect(problems(presenter) == ["service", "amount", "start", "count", "remind", "trial", "ends"])
        #expect(presenter.state.form.focused?.name == "service", "the first of them")
        fill(presenter, ["service": "Yoga", "amount": "1500", "start": "", "count": "1001", "remind": ""])
        fill(presenter, ["trial": "", "ends": ""])
        presenter.receive(.perform("save"))
        #expect(problems(presenter) == ["start", "count"])
        #expect(services.signals(of: SubscriptionsSignal.Add.self).isEmpty && done.value == 0)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func allThatIsSaidIsSent() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services)
        fill(
            presenter,
            [
                "service": "  Yoga   club ", "amount": "1 500,50", "start": "2026-12-31", "count": "2",
                "unit": "неделя", "payFrom": "savings", "remind": "14 3,0", "trial": "2027-01-15",
                "ends": "2027-12-31", "category": "sport",
            ])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is added") { done.value == 1 }
        let expected = SubscriptionsSignal.Add(
            service: .own(title: "Yoga club", color: nil), amount: AppSamples.money("1500.50"),
            start: try #require(CalendarDay("2026-12-31")), every: SubscriptionsSignal.Every(count: 2, unit: .week),
            category: "sport", remindDaysBefore: [14, 3, 0], payFrom: AppSamples.savings.id,
            trialUntil: CalendarDay("2027-01-15"), ends: CalendarDay("2027-12-31"))
        #expect(try wire(services.signals(of: SubscriptionsSignal.Add.self)) == wire([expected]))
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func onlyWhatDiffersIsChanged() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services, Self.gym)
        #expect(presenter.state.form["service"] == "Gym" && presenter.state.form["amount"] == "2\u{A0}500.00\u{A0}RUB")
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is changed") { done.value == 1 }
        fill(presenter, ["amount": "2700 RUB", "payFrom": "main", "category": "sport", "ends": "2027-12-31"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is changed again") { done.value == 2 }
        let expected = [
            SubscriptionsSignal.Update(id: "s2"),
            SubscriptionsSignal.Update(
                id: "s2", amount: AppSamples.money("2700"), category: "sport", payFrom: AppSamples.main.id,
                ends: "2027-12-31"),
        ]
        #expect(try wire(services.signals(of: SubscriptionsSignal.Update.self)) == wire(expected))
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func theNameThatIsSeenIsNoChangeInAnyLanguage() async throws {
        let services = Self.services()
        let cinema = SubscriptionsSignal.Subscription(
            id: "s9", service: "cinema", title: AppSamples.title("Cinema", "Кино"), color: nil,
            amount: AppSamples.money("399"), every: SubscriptionsSignal.Every(count: 1, unit: .month),
            start: AppSamples.today, nextPayment: nil, status: .active, description: nil, category: nil,
            remindDaysBefore: [3], cancelDaysBefore: nil, payFrom: nil, trialUntil: nil, ends: nil, prices: [],
            createdAt: AppSamples.now)
        try await Language.$current.withValue(.russian) {
            let (presenter, done, tree) = try await opened(services, cinema)
            #expect(presenter.state.form["service"] == "Кино")
            presenter.receive(.perform("save"))
            try await eventuallyOnMain("it is changed") { done.value == 1 }
            let sent = try wire(services.signals(of: SubscriptionsSignal.Update.self))
            #expect(sent == [#"{"id":"s9"}"#])
            withExtendedLifetime(tree) { presenter.close() }
        }
    }

    @Test(arguments: [
        ("service", "service"), ("amount.currency", "amount"), ("every.count", "count"),
        ("remindDaysBefore[1]", "remind"),
        ("trialUntil", "trial"), ("payFrom", "payFrom"),
    ])
    func aRefusalStandsAtTheFieldItIsAbout(_ field: String, _ name: String) async throws {
        let services = Self.services {
            $0.refuse(SubscriptionsSignal.Add.self, Fault(.invalidArgument, "No.", field: field))
        }
        let (presenter, done, tree) = try await opened(services)
        fill(presenter, ["service": "netflix", "amount": "999 RUB"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is refused") { problems(presenter) == [name] }
        #expect(presenter.state.form.focused?.name == name && presenter.state.fault == nil)
        #expect(!presenter.state.isSending && done.value == 0)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func aRefusalOfNoFieldStandsBelowAndGoesWithTheNextKey() async throws {
        let services = Self.services {
            $0.refuse(SubscriptionsSignal.Add.self, Fault(.limitExceeded, "There are 1,000 already."))
        }
        let (presenter, _, tree) = try await opened(services)
        fill(presenter, ["service": "netflix", "amount": "999 RUB"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is refused") { presenter.state.fault?.code == .limitExceeded }
        presenter.receive(.type("x"))
        #expect(presenter.state.fault == nil)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test(arguments: [true, false]) func aCodeIsAskedForWhereTheAccountWantsOne(hasCodes: Bool) async throws {
        let services = Self.services { answers in
            answers.answer(SubscriptionsSignal.Add.self) { signal, _ in
                if signal.code == "123456" { return Self.answer }
                throw Fault(.confirmationRequired, "A code is needed.")
            }
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
        }
        let (presenter, done, tree) = try await opened(services)
        fill(presenter, ["service": "netflix", "amount": "999 RUB", "payFrom": "main"])
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("a code is needed") { presenter.state.fault?.code == .confirmationRequired }
        #expect(presenter.state.form.fields.contains { $0.name == "code" } == hasCodes)
        #expect((presenter.state.fault?.message == CodesTexts.neededButOff) == !hasCodes)
        if hasCodes {
            #expect(presenter.state.form.focused?.name == "code")
            try await eventuallyOnMain("it may be asked for again") { !presenter.state.isSending }
            for digit in "123456" { presenter.receive(.type(digit)) }
            presenter.receive(.enter)
            try await eventuallyOnMain("it is added") { done.value == 1 }
        }
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func withoutAccountsThereIsNoFormUntilTheyCanBeHad() async throws {
        let asked = Counter()
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self) { _, _ in
                if asked.next() == 1 { throw Fault(.permissionDenied, "Not now.") }
                return LedgerSignal.AccountList(accounts: [AppSamples.main])
            }
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionFormPresenter(nil, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("it failed") { presenter.state.accounts.fault != nil }
        #expect(SubscriptionFormView().screen(presenter.state).actions.map(\.name) == [.retry])
        presenter.receive(.perform(.retry))
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        presenter.close()
    }

    @Test func anAmountThatMayBeInAnyCurrencyIsAskedForOne() async throws {
        let dollars = try #require(Currency(code: "USD"))
        let other = LedgerSignal.Account(
            id: "d1", userId: "u1", name: "dollars", currency: dollars,
            balance: Money(minorUnits: 0, currency: dollars), available: Money(minorUnits: 0, currency: dollars),
            status: .active, openedAt: AppSamples.now)
        let services = FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main, other]))
        }
        let (presenter, _, tree) = try await opened(services)
        fill(presenter, ["service": "gym", "amount": "999"])
        presenter.receive(.perform("save"))
        let problem = presenter.state.form.fields.first { $0.name == "amount" }?.problem
        #expect(problem == SubscriptionFormTexts.noCurrency("999"))
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test(arguments: Language.allCases) func whatStandsInTheFormIsWrittenAsItsLanguageDoesAndReadBack(
        language: Language
    ) async throws {
        try await Language.$current.withValue(language) {
            let services = Self.services()
            let old = AppSamples.subscriptions[0]
            let (presenter, _, tree) = try await opened(services, old)
            let isRussian = language == .russian
            #expect(presenter.state.form["amount"] == (isRussian ? "999,00\u{A0}₽" : "999.00\u{A0}RUB"))
            let start = AppSamples.today.adding(days: -60)
            #expect(presenter.state.form["start"] == ValueText.day(start, in: language))
            for (amount, day) in [("399,00 ₽", "23.11.2026"), ("399.00 RUB", "2026-11-23")] {
                fill(presenter, ["amount": amount, "start": day, "trial": day])
                presenter.receive(.perform("save"))
                #expect(problems(presenter).isEmpty, "\(amount), \(day)")
                try await eventuallyOnMain("it is changed") { !presenter.state.isSending }
            }
            let sent = services.signals(of: SubscriptionsSignal.Update.self)
            #expect(sent.map(\.amount) == [AppSamples.money("399"), AppSamples.money("399")])
            #expect(sent.map { $0.start?.description } == ["2026-11-23", "2026-11-23"])
            withExtendedLifetime(tree) {}
        }
    }
}
