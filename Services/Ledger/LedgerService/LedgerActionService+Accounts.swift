import Coordination
import Signals

// Accounts and what is in them.
extension LedgerActionService {
    static func answerAboutAccounts(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let open = OpenAccountInteractor(store: parts.store, makeID: parts.makeID)
        handlers.answer(LedgerSignal.OpenAccount.self) { signal, context in
            let request = OpenAccountInteractor.Request(
                currency: signal.currency, name: signal.name, keyed: try Self.keyed(signal, context))
            let account = try await open.execute(request, context: context)
            return LedgerSignal.AccountAnswer(account: AccountPresenter().present(account))
        }
        let list = ListAccountsInteractor(store: parts.store)
        handlers.answer(LedgerSignal.Accounts.self) { _, context in
            let accounts = try await list.execute((), context: context)
            return LedgerSignal.AccountList(accounts: accounts.map(AccountPresenter().present))
        }
        let balance = ShowBalanceInteractor(store: parts.store, clock: parts.clock)
        handlers.answer(LedgerSignal.Balance.self) { signal, context in
            let found = try await balance.execute(
                ShowBalanceInteractor.Request(account: signal.account, at: signal.at), context: context)
            return BalancePresenter().present(found)
        }
        let features = ShowFeaturesInteractor(store: parts.store)
        handlers.answer(LedgerSignal.Features.self) { signal, context in
            FeaturesPresenter().present(try await features.execute(signal.account, context: context))
        }
    }
}

// Changes of accounts.
extension LedgerActionService {
    static func answerAboutChanges(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let interactor = ChangeAccountInteractor(store: parts.store, gate: parts.gate)
        @Sendable func change<S: Signal>(
            _ account: String, _ change: AccountRules.Change, _ signal: S, _ context: SignalContext,
            code: String? = nil
        ) async throws -> ChangeAccountInteractor.Response {
            let request = ChangeAccountInteractor.Request(
                account: account, change: change, code: code, keyed: try Self.keyed(signal, context))
            return try await interactor.execute(request, context: context)
        }
        @Sendable func show(_ response: ChangeAccountInteractor.Response) -> LedgerSignal.AccountAnswer {
            LedgerSignal.AccountAnswer(account: AccountPresenter().present(response.account))
        }
        handlers.answer(LedgerSignal.Freeze.self) { signal, context in
            show(try await change(signal.account, .freeze, signal, context))
        }
        handlers.answer(LedgerSignal.Unfreeze.self) { signal, context in
            show(try await change(signal.account, .unfreeze, signal, context, code: signal.code))
        }
        handlers.answer(LedgerSignal.Rename.self) { signal, context in
            show(try await change(signal.account, .rename(signal.name), signal, context))
        }
        handlers.answer(LedgerSignal.SetOverdraft.self) { signal, context in
            show(try await change(signal.account, .setOverdraft(signal.limit), signal, context, code: signal.code))
        }
        handlers.answer(LedgerSignal.Close.self) { signal, context in
            let response = try await change(signal.account, .close(to: signal.to), signal, context, code: signal.code)
            return LedgerSignal.ClosedAccount(
                account: AccountPresenter().present(response.account),
                transfer: response.rest.map(PostingPresenter().present))
        }
    }
}
