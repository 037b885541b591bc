import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes

/// Transfers and history: their input and their output.
@Suite @MainActor struct BankSceneTests {
    nonisolated private static func ledger(
        hasCodes: Bool = true,
        _ transfer:
            @escaping @Sendable (LedgerSignal.MakeTransfer, SignalContext) async throws -> LedgerSignal.TransferAnswer
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [
                    AppSamples.main, AppSamples.savings, AppSamples.account("c1", "old", "5", status: .frozen),
                ]))
            answers.answer(LedgerSignal.MakeTransfer.self, transfer)
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
        }
    }

    private func opened(_ services: FakeServices, _ tree: RelayCoordinator) async throws -> TransferPresenter {
        let presenter = TransferPresenter(from: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the accounts are there") { !presenter.state.form.fields.isEmpty }
        return presenter
    }

    private func fill(_ presenter: TransferPresenter, to: String = "savings", amount: String = "500") {
        presenter.receive(.fill(field: "to", to))
        presenter.receive(.fill(field: "amount", amount))
        presenter.receive(.focus(field: "description"))
    }

    @Test func onlyActiveAccountsGive() async throws {
        let services = Self.ledger { _, _ in AppSamples.transfer("500") }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        guard case .choice(let names)? = presenter.state.form.fields.first?.kind else {
            Issue.record("the first field is a choice")
            return
        }
        #expect(names.count == 2)
    }

    @Test(arguments: [("0", "amount"), ("-5", "amount"), ("1.005", "amount"), ("five", "amount")])
    func amountsAreCheckedWhileTheyAreTyped(amount: String, field: String) async throws {
        let services = Self.ledger { _, _ in AppSamples.transfer("500") }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter, amount: amount)
        #expect(presenter.state.form.fields.first { $0.name == field }?.problem != nil)
        presenter.receive(.enter)
        #expect(services.signals(of: LedgerSignal.MakeTransfer.self).isEmpty)
    }

    @Test func theSameAccountIsRefusedAtOnce() async throws {
        let services = Self.ledger { _, _ in AppSamples.transfer("500") }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter, to: "main")
        #expect(presenter.state.form.fields.first { $0.name == "to" }?.problem == TransferTexts.same)
    }

    @Test func nothingMovesBeforeYes() async throws {
        let keys = Recorded<String?>()
        let services = Self.ledger { signal, context in
            if signal.dryRun != true { keys.add(context.idempotencyKey) }
            return AppSamples.transfer("500")
        }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter)
        try await eventuallyOnMain("ledger says what would happen") {
            if case .allowed = presenter.state.preview { true } else { false }
        }
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        #expect(keys.values.isEmpty)
        presenter.receive(.perform("no"))
        guard case .editing = presenter.state.stage else {
            Issue.record("no leads back to the fields")
            return
        }
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks again") {
            if case .confirming = presenter.state.stage { true } else { false }
        }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        #expect(keys.values.count == 1 && keys.values[0] != nil)
        let sent = services.signals(of: LedgerSignal.MakeTransfer.self).last
        #expect(sent?.to == AppSamples.savings.id && sent?.amount == AppSamples.money("500") && sent?.dryRun == nil)
    }

    @Test func enterLeadsThroughTheFieldsAndOnlyThenToTheQuestion() async throws {
        let services = Self.ledger { _, _ in AppSamples.transfer("500") }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        func type(_ text: String) { for character in text { presenter.receive(.type(character)) } }
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "to", "which is still empty")
        type("savings")
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "amount")
        type("5x")
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "amount", "which is no amount")
        presenter.receive(.erase)
        presenter.receive(.enter)
        type("yes")
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        #expect(services.signals(of: LedgerSignal.MakeTransfer.self).allSatisfy { $0.dryRun == true })
        #expect(services.signals(of: LedgerSignal.MakeTransfer.self).last?.description == "yes")
    }

    @Test func whatIsUncertainIsAskedAgainWithTheSameKey() async throws {
        let keys = Recorded<String?>()
        let services = Self.ledger { signal, context in
            guard signal.dryRun != true else { return AppSamples.transfer("500") }
            keys.add(context.idempotencyKey)
            if keys.values.count < 3 { throw Fault(.unavailable, "Ledger is being restarted.") }
            return AppSamples.transfer("500")
        }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        #expect(keys.values.count == 3 && Set(keys.values).count == 1)
    }

    @Test(arguments: [true, false]) func aCodeIsAskedForOnlyWhereCodesAreOn(hasCodes: Bool) async throws {
        let services = Self.ledger(hasCodes: hasCodes) { signal, _ in
            guard signal.dryRun == true else {
                throw Fault(.confirmationRequired, "It takes a code.", details: ["challenge": .text("c1")])
            }
            return AppSamples.transfer("500")
        }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it goes on") {
            switch presenter.state.stage {
            case .code(let challenge, _): hasCodes && challenge == "c1"
            case .refused(let fault): !hasCodes && fault.message == CodesTexts.neededButOff
            default: false
            }
        }
    }

    @Test func aRefusalGivesItsReason() async throws {
        let services = Self.ledger { signal, _ in
            guard signal.dryRun == true else { throw Fault(.accountFrozen, "The account is frozen.") }
            return AppSamples.transfer("500")
        }
        let tree = fakeTree(services)
        let presenter = try await opened(services, tree)
        fill(presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is refused") { if case .refused = presenter.state.stage { true } else { false } }
        #expect(presenter.goBack(), "back to the fields")
        #expect(presenter.state.form["amount"] == "500", "which are as they were")
    }

    @Test func historyLoadsTheNextPageBeforeTheEnd() async throws {
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(HistorySignal.Transactions.self) { signal, _ in
                // There are 60 in all. On a slow machine a refresh in between requests them together.
                let first = signal.cursor == nil
                let end = first ? min(60, signal.limit ?? 50) : 60
                return HistorySignal.TransactionPage(
                    transactions: ((first ? 1 : 51)...end).map { AppSamples.transaction($0) },
                    nextCursor: end < 60 ? "next" : nil, totals: [])
            }
        }
        let tree = fakeTree(services)
        let presenter = HistoryPresenter(AppSamples.main, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("rows are there") { presenter.state.rows.value?.transactions.count == 50 }
        presenter.receive(.choose(45))
        try await eventuallyOnMain("more are there") { presenter.state.rows.value?.transactions.count == 60 }
        presenter.receive(.perform("expense"))
        #expect(presenter.state.rows.isLoading && presenter.state.selected == 0)
        try await eventuallyOnMain("rows are there") { presenter.state.rows.value != nil }
        #expect(services.signals(of: HistorySignal.Transactions.self).contains { $0.type == .expense })
        presenter.receive(.perform("search"))
        presenter.receive(.fill(field: "text", "кофе"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it was searched") {
            services.signals(of: HistorySignal.Transactions.self).contains { $0.query == "кофе" }
        }
        #expect(presenter.goBack() && presenter.state.text.isEmpty, "back first ends the search")
        presenter.close()
    }

    @Test func aTransactionIsShownFromTheSideThatWasChosenAndAsItIsNow() async throws {
        func side(_ type: HistorySignal.TransactionType, _ account: String, _ category: String?)
            -> HistorySignal.Transaction
        {
            HistorySignal.Transaction(
                id: "t1", type: type, amount: AppSamples.money("450"), description: "savings", category: category,
                date: AppSamples.now, account: account, balanceAfter: AppSamples.money("900"))
        }
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(
                HistorySignal.GetTransaction.self,
                HistorySignal.TransactionAnswer(
                    transaction: side(.expense, AppSamples.main.id, "rest"),
                    counterpart: side(.income, AppSamples.savings.id, "put aside")))
        }
        let tree = fakeTree(services)
        let presenter = TransactionPresenter(
            side(.income, AppSamples.savings.id, nil), in: nil, signals: tree, tools: .forTests())
        presenter.open()
        #expect(presenter.state.transaction.category == nil && presenter.state.counterpart == nil)
        try await eventuallyOnMain("it is there") { presenter.state.details.value != nil }
        #expect(presenter.state.transaction.category == "put aside")
        #expect(presenter.state.counterpart?.account == AppSamples.main.id)
        presenter.close()
    }
}
