import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// Subscriptions in the app: their input and their output.
@Suite @MainActor struct SubscriptionSceneTests {
    private static let netflix = AppSamples.subscriptions[0]

    private static func services(_ add: (inout FakeServices.Answers) -> Void = { _ in }) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                SubscriptionsSignal.List.self,
                SubscriptionsSignal.SubscriptionList(
                    subscriptions: AppSamples.subscriptions.reversed(), today: AppSamples.today))
            answers.answer(SubscriptionsSignal.Totals.self, AppSamples.subscriptionTotals)
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            add(&answers)
        }
    }

    @Test func theNextPaymentComesFirstAndWhatIsChosenIsPausedAndResumed() async throws {
        let services = Self.services { answers in
            let answer = SubscriptionsSignal.SubscriptionAnswer(subscription: Self.netflix)
            answers.answer(SubscriptionsSignal.Pause.self, answer)
            answers.answer(SubscriptionsSignal.Resume.self, answer)
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the list is there") { presenter.state.subscriptions.value != nil }
        #expect(presenter.state.subscriptions.value?.map(\.id) == ["s1", "s2", "s3"])
        presenter.receive(.perform("pause"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is paused") {
            presenter.state.said == SubscriptionsTexts.paused(Self.netflix.title)
        }
        #expect(services.signals(of: SubscriptionsSignal.Pause.self).map(\.id) == ["s1"])
        presenter.receive(.choose(2))
        presenter.receive(.perform("pause"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("what is paused goes on") {
            services.signals(of: SubscriptionsSignal.Resume.self).map(\.id) == ["s3"]
        }
        presenter.close()
    }

    @Test func whatIsPaidAgainBecauseNoAnswerCameIsPaidOnce() async throws {
        let keys = Recorded<String?>()
        let payment = SubscriptionsSignal.Payment(
            id: "p", subscription: "s1", title: Self.netflix.title, date: AppSamples.today,
            amount: Self.netflix.amount, status: .paid)
        let answer = SubscriptionsSignal.PaymentAnswer(payment: payment, subscription: Self.netflix)
        let services = Self.services { answers in
            answers.answer(SubscriptionsSignal.Pay.self) { _, context in
                keys.add(context.idempotencyKey)
                if keys.values.count == 1 { throw Fault(.deadlineExceeded, "No answer came.") }
                return answer
            }
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the list is there") { presenter.state.subscriptions.value != nil }
        for attempt in 1...2 {
            presenter.receive(.perform("pay"))
            presenter.receive(.perform("yes"))
            try await eventuallyOnMain("it was asked for") {
                keys.values.count == attempt && (presenter.state.said != nil || presenter.state.fault != nil)
            }
        }
        #expect(Set(keys.values).count == 1 && presenter.state.said != nil, "by one key")
        presenter.close()
    }

    @Test func aSecondPaymentAheadIsAskedForAndAMarkIsTakenBack() async throws {
        let payment = SubscriptionsSignal.Payment(
            id: "p", subscription: "s1", title: Self.netflix.title, date: AppSamples.today,
            amount: Self.netflix.amount, status: .paid)
        let netflix = Self.netflix
        let services = Self.services { answers in
            answers.answer(SubscriptionsSignal.Pay.self) { signal, _ in
                guard signal.ahead == true else {
                    throw Fault(
                        .conflict, .paymentMadeAhead, ["settled": "2026-12-01", "next": "2027-01-01"], field: "ahead")
                }
                return SubscriptionsSignal.PaymentAnswer(payment: payment, subscription: netflix)
            }
            answers.answer(
                SubscriptionsSignal.Unpay.self,
                SubscriptionsSignal.UnpaidAnswer(date: AppSamples.today, payment: nil, subscription: Self.netflix))
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the list is there") { presenter.state.subscriptions.value != nil }
        presenter.receive(.perform("pay"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it asks whether one ahead is meant") {
            presenter.state.question?.text.spoken(in: .english).contains("paid ahead") == true
        }
        presenter.receive(.perform("no"))
        #expect(presenter.state.question == nil)
        #expect(services.signals(of: SubscriptionsSignal.Pay.self).map(\.ahead) == [nil], "nothing is paid ahead")
        presenter.receive(.perform("pay"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it asks again") { presenter.state.question != nil }
        presenter.receive(.perform("yes"))
        let said = SubscriptionsTexts.paid(Self.netflix.title, AppSamples.today)
        try await eventuallyOnMain("it is paid") { presenter.state.said == said }
        #expect(services.signals(of: SubscriptionsSignal.Pay.self).map(\.ahead) == [nil, nil, true])
        presenter.receive(.perform("unpay"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is taken back") {
            presenter.state.said == SubscriptionsTexts.takenBack(Self.netflix.title, AppSamples.today)
        }
        presenter.close()
    }

    @Test func whoRemovesSaysWhatBecomesOfPaymentsOrGoesBack() async throws {
        let services = Self.services { answers in
            answers.answer(
                SubscriptionsSignal.Remove.self,
                SubscriptionsSignal.RemovedSubscription(id: "s1", paymentsKept: 0, paymentsRemoved: 2))
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the list is there") { presenter.state.subscriptions.value != nil }
        presenter.receive(.perform("remove"))
        #expect(presenter.goBack() && presenter.state.question == nil)
        presenter.receive(.perform("remove"))
        presenter.receive(.enter)
        #expect(presenter.state.question == nil && services.signals(of: SubscriptionsSignal.Remove.self).isEmpty)
        presenter.receive(.perform("remove"))
        presenter.receive(.perform("pay"))
        #expect(presenter.state.question != nil, "nothing else is done before the answer")
        presenter.receive(.perform("drop"))
        try await eventuallyOnMain("it is removed") {
            presenter.state.said == SubscriptionsTexts.removed(Self.netflix.title)
        }
        let removed = services.signals(of: SubscriptionsSignal.Remove.self)
        #expect(removed.map(\.id) == ["s1"] && removed.map(\.removePayments) == [true])
        presenter.close()
    }

    @Test func theFormAddsWhatItSaysAndNamesWhatIsWrong() async throws {
        let services = Self.services { answers in
            answers.answer(
                SubscriptionsSignal.Add.self, SubscriptionsSignal.SubscriptionAnswer(subscription: Self.netflix))
        }
        let tree = fakeTree(services)
        let presenter = SubscriptionFormPresenter(nil, signals: tree, tools: .forTests())
        var isDone = false
        presenter.output = { isDone = true }
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.fields.first { $0.name == "service" }?.problem != nil)
        for character in "netflix" { presenter.receive(.type(character)) }
        presenter.receive(.nextField)
        for character in "999 RUB" { presenter.receive(.type(character)) }
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is added") { isDone }
        let added = try #require(services.signals(of: SubscriptionsSignal.Add.self).first)
        #expect(added.service == .known("netflix") && added.amount == AppSamples.money("999"))
        #expect(added.start == AppSamples.today && added.remindDaysBefore == [3] && added.payFrom == nil)
        presenter.close()
    }
}
