import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal

/// Recording income and expenses: input and output.
@Suite @MainActor struct RecordSceneTests {
    private static func services(
        _ withdraw:
            @escaping @Sendable (LedgerSignal.Withdraw, SignalContext) async throws
            -> LedgerSignal.TransferAnswer = { _, _ in AppSamples.transfer("500") }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [
                    AppSamples.main, AppSamples.account("f1", "frozen", "5", status: .frozen), AppSamples.savings,
                ]))
            answers.answer(LedgerSignal.Deposit.self, AppSamples.transfer("500"))
            answers.answer(LedgerSignal.Withdraw.self, withdraw)
        }
    }

    private func opened(
        _ services: FakeServices, on account: String? = nil
    ) async throws -> (presenter: RecordPresenter, done: Recorded<Bool>, tree: RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = RecordPresenter(on: account, signals: tree, tools: .forTests())
        let done = Recorded<Bool>()
        presenter.output = { done.add(true) }
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        return (presenter, done, tree)
    }

    private func type(_ text: String, into presenter: RecordPresenter) {
        for character in text { presenter.receive(.type(character)) }
    }

    private func isDone(_ presenter: RecordPresenter) -> Bool {
        if case .done = presenter.state.stage { true } else { false }
    }

    @Test func whatCameInIsWrittenDownOnTheAccountThatWasChosen() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services, on: AppSamples.savings.id)
        #expect(presenter.state.account?.name == "savings", "a frozen one is not among them")
        #expect(presenter.state.form.focused?.name == "direction" && presenter.state.direction == .income)
        presenter.receive(.enter)
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "amount", "without an amount there is nothing to write down")
        type("1200,50", into: presenter)
        presenter.receive(.enter)
        type("June", into: presenter)
        presenter.receive(.enter)
        type("salary", into: presenter)
        presenter.receive(.enter)
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        presenter.receive(.enter)
        #expect(presenter.state.question == nil && services.signals(of: LedgerSignal.Deposit.self).isEmpty)
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { isDone(presenter) }
        let sent = try #require(services.signals(of: LedgerSignal.Deposit.self).first)
        #expect(sent.account == AppSamples.savings.id && sent.amount == AppSamples.money("1200.50"))
        #expect(sent.description == "June" && sent.category == "salary")
        presenter.receive(.enter)
        #expect(done.values == [true])
        withExtendedLifetime(tree) {}
    }

    @Test func whatWentOutIsAskedForAgainWithTheSameKey() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count < 3 { throw Fault(.unavailable, "Ledger is being restarted.") }
            return AppSamples.transfer("500")
        }
        let (presenter, _, tree) = try await opened(services)
        presenter.receive(.step(.right))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        presenter.receive(.perform("save"))
        #expect(presenter.goBack(), "what is on its way is waited for")
        try await eventuallyOnMain("it is done") { isDone(presenter) }
        #expect(keys.values.count == 3 && Set(keys.values).count == 1 && keys.values[0] != nil)
        #expect(services.signals(of: LedgerSignal.Withdraw.self).allSatisfy { $0.category == nil })
        #expect(!presenter.goBack())
        withExtendedLifetime(tree) {}
    }

    @Test func fieldsAreCheckedWhileTheyAreTyped() async throws {
        let services = Self.services()
        let (presenter, _, tree) = try await opened(services)
        for (text, isWrong) in [("0", true), ("-5", true), ("1.234", true), ("many", true), ("5", false)] {
            presenter.receive(.fill(field: "amount", text))
            #expect((presenter.state.form.fields[2].problem != nil) == isWrong, "\(text)")
        }
        presenter.receive(.fill(field: "category", String(repeating: "я", count: 101)))
        #expect(presenter.state.form.fields[4].problem == RecordTexts.longCategory)
        presenter.receive(.fill(field: "description", String(repeating: "я", count: 501)))
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.name == "description")
        #expect(services.signals(of: LedgerSignal.Deposit.self).isEmpty)
        withExtendedLifetime(tree) {}
    }

    @Test func aRefusalStandsAtItsFieldOrBelow() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { signal, context in
            keys.add(context.idempotencyKey)
            guard signal.amount.minorUnits == 500 else {
                throw Fault(.currencyMismatch, "The account is in RUB.", field: "amount")
            }
            throw Fault(.insufficientFunds, "There is not enough.")
        }
        let (presenter, _, tree) = try await opened(services)
        presenter.receive(.step(.right))
        presenter.receive(.fill(field: "amount", "7 USD"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it stands at the amount") { presenter.state.form.fields[2].problem != nil }
        #expect(presenter.state.form.focused?.name == "amount" && presenter.state.fault == nil)
        presenter.receive(.fill(field: "amount", "5"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it stands below") { presenter.state.fault?.code == .insufficientFunds }
        #expect(Set(keys.values).count == 2)
        presenter.receive(.type("1"))
        #expect(presenter.state.fault == nil)
        withExtendedLifetime(tree) {}
    }

    @Test func whatWouldHappenStandsBesideTheFields() async throws {
        let (presenter, _, tree) = try await opened(Self.services())
        func said(_ language: Language = .english) -> String {
            PlainRenderer(language: language).lines(of: RecordView().screen(presenter.state), path: [])
                .joined(separator: "\n").replacing("\u{A0}", with: " ")
        }
        #expect(said().contains("Now: 12 500.50 RUB") && !said().contains("Then:"))
        presenter.receive(.fill(field: "amount", "500"))
        #expect(said().contains("Amount: +500.00 RUB") && said().contains("Then: 13 000.50 RUB"), "\(said())")
        #expect(!said().contains("Available"))
        presenter.receive(.focus(field: "direction"))
        presenter.receive(.step(.right))
        #expect(said().contains("Then: 12 000.50 RUB") && said().contains("Available: 12 000.50 RUB"), "\(said())")
        #expect(said(.russian).contains("Потом: 12 000,50 ₽") && !said(.russian).contains("Не хватает"))
        presenter.receive(.fill(field: "amount", "12500"))
        #expect(said().contains("! 499.50 RUB are missing.") && said(.russian).contains("! Не хватает 499,50 ₽."))
        presenter.receive(.fill(field: "amount", "7 USD"))
        #expect(said().contains("! The account is in RUB, the amount in USD."), "\(said())")
        presenter.receive(.fill(field: "amount", "many"))
        #expect(!said().contains("Then:") && !said().contains("missing"))
        withExtendedLifetime(tree) {}
    }
}
