import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal

/// The actions on an account: freezing it, and closing it for good.
@Suite @MainActor struct AccountSceneTests {
    nonisolated private static let offered = LedgerSignal.FeatureList(
        features: [.rename, .freeze, .close].map { LedgerSignal.Feature(type: $0, title: "", available: true) })
    nonisolated private static let frozen = LedgerSignal.FeatureList(
        features: [.rename, .unfreeze].map { LedgerSignal.Feature(type: $0, title: "", available: true) })

    private static func services(
        _ accounts: [LedgerSignal.Account], features: LedgerSignal.FeatureList = offered,
        close: @escaping @Sendable (LedgerSignal.Close, SignalContext) async throws -> LedgerSignal.ClosedAccount = {
            _, _ in LedgerSignal.ClosedAccount(account: AppSamples.main)
        },
        unfreeze: @escaping @Sendable (LedgerSignal.Unfreeze) throws -> Void = { _ in }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: true))
            answers.answer(AuthSignal.Prove.self) { signal, _ in
                guard signal.password == "secret" else { throw Fault(.invalidCredentials, "It is wrong.") }
                return AuthSignal.Proof(proof: "proof", expiresAt: AppSamples.now)
            }
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: accounts))
            answers.answer(LedgerSignal.Features.self, features)
            answers.answer(
                LedgerSignal.Balance.self,
                LedgerSignal.BalanceAnswer(
                    account: AppSamples.main.id, balance: AppSamples.main.balance,
                    available: AppSamples.main.available, asOf: AppSamples.now))
            answers.answer(
                HistorySignal.Summary.self, HistorySignal.SummaryPage(rows: [], nextCursor: nil))
            answers.answer(
                LedgerSignal.Freeze.self,
                LedgerSignal.AccountAnswer(
                    account: AppSamples.account(AppSamples.main.id, "main", "5", status: .frozen)))
            answers.answer(LedgerSignal.Unfreeze.self) { signal, _ in
                try unfreeze(signal)
                return LedgerSignal.AccountAnswer(account: AppSamples.main)
            }
            answers.answer(LedgerSignal.Close.self, close)
        }
    }

    private func balance(
        _ services: FakeServices
    ) async throws -> (presenter: BalancePresenter, tree: RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = BalancePresenter(AppSamples.main, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("it is known what it offers") { presenter.state.features.value != nil }
        return (presenter, tree)
    }

    private func actions(_ presenter: BalancePresenter) -> [String: SceneAction] {
        let actions = BalanceView().screen(presenter.state).actions
        return Dictionary(actions.map { ($0.name.name, $0) }) { first, _ in first }
    }

    @Test func anAccountIsFrozenByItsKey() async throws {
        let services = Self.services([AppSamples.main])
        let (presenter, tree) = try await balance(services)
        #expect(actions(presenter)["freeze"]?.title == BalanceTexts.freeze)
        presenter.receive(.perform("freeze"))
        presenter.receive(.enter)
        #expect(presenter.state.question == nil, "Enter gives the chosen answer, which is no")
        presenter.receive(.perform("freeze"))
        #expect(presenter.goBack() && presenter.state.question == nil, "Esc is no")
        #expect(services.signals(of: LedgerSignal.Freeze.self).isEmpty)
        presenter.receive(.perform("freeze"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said") { presenter.state.said == BalanceTexts.frozen }
        #expect(services.signals(of: LedgerSignal.Freeze.self).map(\.account) == [AppSamples.main.id])
        withExtendedLifetime(tree) {}
    }

    @Test func aFrozenAccountIsUnfrozenAndNotClosed() async throws {
        let account = AppSamples.account(AppSamples.main.id, "main", "5", status: .frozen)
        let services = Self.services([account], features: Self.frozen)
        let (presenter, tree) = try await balance(services)
        let offered = actions(presenter)
        #expect(offered["freeze"]?.title == BalanceTexts.unfreeze)
        #expect(offered["close"]?.obstacle == BalanceTexts.isFrozen && offered["rename"]?.obstacle == nil)
        presenter.receive(.perform("freeze"))
        presenter.receive(.step(.right))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is said") { presenter.state.said == BalanceTexts.unfrozen }
        #expect(services.signals(of: LedgerSignal.Freeze.self).isEmpty)
        withExtendedLifetime(tree) {}
    }

    /// Returns the presenter of a frozen account. `details` state what unfreezing requires, until `code` is sent.
    private func unfreezing(
        with code: String, details: [String: ReasonDetail] = [:]
    ) async throws -> (presenter: BalancePresenter, services: FakeServices, tree: RelayCoordinator) {
        let account = AppSamples.account(AppSamples.main.id, "main", "5", status: .frozen)
        let services = Self.services(
            [account], features: Self.frozen,
            unfreeze: { signal in
                if signal.code == nil { throw Fault(.confirmationRequired, "It takes more.", details: details) }
                guard signal.code == code else { throw Fault(.wrongCode, "It is wrong.", field: "code") }
            })
        let (presenter, tree) = try await balance(services)
        try await eventuallyOnMain("it is frozen") { presenter.state.account.status == .frozen }
        presenter.receive(.perform("freeze"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is asked for") { presenter.state.isProving && !presenter.state.isSending }
        return (presenter, services, tree)
    }

    @Test func unfreezingAsksForThePasswordWhileCodesAreOff() async throws {
        let (presenter, services, tree) = try await unfreezing(with: "proof", details: ["password": .flag(true)])
        let screen = BalanceView().screen(presenter.state)
        let lines = PlainRenderer(language: .russian).lines(of: screen, path: [])
        #expect(lines.contains { $0.contains("Нужен пароль") }, "\(lines)")
        #expect(presenter.state.proof.focused?.kind == .secret && screen.actions.map(\.name) == [.enter])
        for character in "wrong" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("a wrong one is told") { presenter.state.proof.focused?.problem != nil }
        try await eventuallyOnMain("it may go on") { !presenter.state.isSending }
        presenter.receive(.fill(field: "password", "secret"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is said") { presenter.state.said == BalanceTexts.unfrozen }
        #expect(!presenter.state.isProving)
        #expect(services.signals(of: LedgerSignal.Unfreeze.self).map(\.code) == [nil, "proof"])
        withExtendedLifetime(tree) {}
    }

    @Test func unfreezingAsksForACodeWhereCodesAreOnAndEscTakesItBack() async throws {
        let (presenter, services, tree) = try await unfreezing(with: "123456")
        #expect(presenter.state.said == CodesTexts.needed)
        presenter.receive(.fill(field: "code", "000000"))
        presenter.receive(.enter)
        try await eventuallyOnMain("a wrong one is told") { presenter.state.proof.focused?.problem != nil }
        #expect(presenter.goBack() && !presenter.state.isProving && presenter.state.account.status == .frozen)
        presenter.receive(.perform("freeze"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is asked for") { presenter.state.isProving && !presenter.state.isSending }
        presenter.receive(.fill(field: "code", "123456"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is said") { presenter.state.said == BalanceTexts.unfrozen }
        #expect(services.signals(of: LedgerSignal.Unfreeze.self).map(\.code) == [nil, "000000", nil, "123456"])
        withExtendedLifetime(tree) {}
    }

    // MARK: Closing

    private func closing(
        _ services: FakeServices
    ) -> (presenter: AccountClosingPresenter, done: Counter, tree: RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = AccountClosingPresenter(AppSamples.main, signals: tree, tools: .forTests())
        let done = Counter()
        presenter.output = { _ = done.next() }
        presenter.open()
        return (presenter, done, tree)
    }

    private func isConfirming(_ presenter: AccountClosingPresenter) -> Bool {
        if case .confirming = presenter.state.stage { true } else { false }
    }

    private func isChoosing(_ presenter: AccountClosingPresenter) -> Bool {
        if case .choosing = presenter.state.stage { true } else { false }
    }

    @Test func anEmptyAccountIsClosedAfterAQuestion() async throws {
        let services = Self.services([AppSamples.account(AppSamples.main.id, "main", "0"), AppSamples.savings])
        let (presenter, done, tree) = closing(services)
        try await eventuallyOnMain("it asks") { isConfirming(presenter) }
        let left = Counter()
        presenter.onCancel = { _ = left.next() }
        presenter.receive(.enter)
        #expect(left.value == 1 && services.signals(of: LedgerSignal.Close.self).isEmpty, "the chosen answer is no")
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is closed") { done.value == 1 }
        #expect(services.signals(of: LedgerSignal.Close.self).map(\.to) == [nil])
        withExtendedLifetime(tree) {}
    }

    @Test func whatIsLeftGoesWhereThePersonSays() async throws {
        let keys = Recorded<String?>()
        let dollars = LedgerSignal.Account(
            id: "d1d2d3", userId: "u1", name: "dollars", currency: Currency(code: "USD") ?? AppSamples.roubles,
            balance: AppSamples.money("0"), available: AppSamples.money("0"), status: .active, openedAt: AppSamples.now)
        let services = Self.services(
            [
                AppSamples.main, AppSamples.account("c1", "old", "0", status: .closed), dollars, AppSamples.savings,
                AppSamples.account("t1", "travel", "0"),
            ]
        ) { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count < 2 { throw Fault(.unavailable, "Ledger is being restarted.") }
            return LedgerSignal.ClosedAccount(account: AppSamples.main)
        }
        let (presenter, done, tree) = closing(services)
        try await eventuallyOnMain("it asks where to") { isChoosing(presenter) }
        #expect(presenter.state.others.value?.map(\.name) == ["savings", "travel"])
        presenter.receive(.step(.right))
        presenter.receive(.enter)
        #expect(presenter.state.receiver?.name == "travel" && isConfirming(presenter))
        #expect(presenter.goBack() && isChoosing(presenter))
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        #expect(presenter.goBack(), "what is on its way is waited for")
        try await eventuallyOnMain("it is closed") { done.value == 1 }
        #expect(services.signals(of: LedgerSignal.Close.self).map(\.to) == ["t1", "t1"])
        #expect(Set(keys.values).count == 1)
        withExtendedLifetime(tree) {}
    }

    @Test func withNowhereToGoItIsSaid() async throws {
        let services = Self.services([AppSamples.main])
        let (presenter, _, tree) = closing(services)
        try await eventuallyOnMain("it is known") { isChoosing(presenter) }
        presenter.receive(.enter)
        #expect(isChoosing(presenter))
        let lines = PlainRenderer(language: .russian).lines(of: AccountClosingView().screen(presenter.state), path: [])
        #expect(lines.contains { $0.contains("Другого счёта в RUB") })
        withExtendedLifetime(tree) {}
    }

    @Test func aRefusalNamesNoTraceAndLeadsBack() async throws {
        let trace = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        let services = Self.services([AppSamples.account(AppSamples.main.id, "main", "0")]) { _, _ in
            throw Fault(.accountNotEmpty, "There is money in it.").noting(trace)
        }
        let (presenter, done, tree) = closing(services)
        try await eventuallyOnMain("it asks") { isConfirming(presenter) }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is refused") {
            if case .refused = presenter.state.stage { true } else { false }
        }
        let lines = PlainRenderer(language: .english).lines(of: AccountClosingView().screen(presenter.state), path: [])
        #expect(!lines.contains { $0.contains("gateway trace") }, "nothing of ours went wrong")
        presenter.receive(.enter)
        try await eventuallyOnMain("it looks again") { isConfirming(presenter) }
        #expect(done.value == 0)
        withExtendedLifetime(tree) {}
    }
}
