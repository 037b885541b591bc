import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// Answers for accounts and money: takes signals, has interactors do the work and presenters show what came of it.
package final class LedgerActionService: ActionService {
    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    /// - Parameters:
    ///   - store: The books.
    ///   - clock: What time it is.
    ///   - makeID: Makes the ids of accounts.
    package init(
        store: any LedgerStore, clock: WallClock,
        makeID: @escaping @Sendable () -> String = { Identifier.random(length: 12) }
    ) {
        var handlers = SignalHandlers()
        Self.answerAboutAccounts(store, clock, makeID, &handlers)
        Self.answerAboutTransfers(store, &handlers)
        Self.answerAboutImports(store, clock, &handlers)
        let check = CheckBooksInteractor(store: store)
        handlers.answer(LedgerSignal.Check.self) { _, context in
            let report = try await check.execute((), context: context)
            return LedgerSignal.CheckAnswer(
                accounts: report.accounts, transfers: report.transfers, imbalance: report.imbalance,
                head: report.head.hexadecimal, problems: report.problems)
        }
        self.handlers = handlers
    }

    private static func answerAboutAccounts(
        _ store: any LedgerStore, _ clock: WallClock, _ makeID: @escaping @Sendable () -> String,
        _ handlers: inout SignalHandlers
    ) {
        let open = OpenAccountInteractor(store: store, makeID: makeID)
        handlers.answer(LedgerSignal.OpenAccount.self) { signal, context in
            let request = OpenAccountInteractor.Request(
                currency: signal.currency, name: signal.name, keyed: try Self.keyed(signal, context))
            let account = try await open.execute(request, context: context)
            return LedgerSignal.AccountAnswer(account: AccountPresenter().present(account))
        }
        let list = ListAccountsInteractor(store: store)
        handlers.answer(LedgerSignal.Accounts.self) { _, context in
            let accounts = try await list.execute((), context: context)
            return LedgerSignal.AccountList(accounts: accounts.map(AccountPresenter().present))
        }
        let balance = ShowBalanceInteractor(store: store, clock: clock)
        handlers.answer(LedgerSignal.Balance.self) { signal, context in
            let found = try await balance.execute(
                ShowBalanceInteractor.Request(account: signal.account, at: signal.at), context: context)
            return LedgerSignal.BalanceAnswer(
                account: found.account, balance: found.balance, available: found.available, asOf: found.asOf)
        }
        let features = ShowFeaturesInteractor(store: store)
        handlers.answer(LedgerSignal.Features.self) { signal, context in
            FeaturesPresenter().present(try await features.execute(signal.account, context: context))
        }
    }

    private static func answerAboutTransfers(_ store: any LedgerStore, _ handlers: inout SignalHandlers) {
        let post = PostTransferInteractor(store: store)
        @Sendable func answer(
            _ order: TransferOrder, _ keyed: KeyedRequest?, _ context: SignalContext
        ) async throws -> LedgerSignal.TransferAnswer {
            let posting = try await post.execute(
                PostTransferInteractor.Request(order: order, keyed: keyed), context: context)
            return PostingPresenter().answer(posting, for: try context.caller.requireUser().userID)
        }
        handlers.answer(LedgerSignal.Deposit.self) { signal, context in
            let order = TransferOrder(
                kind: .deposit, from: Account.worldID(of: signal.amount.currency), to: signal.account,
                amount: signal.amount, description: signal.description ?? "", category: signal.category)
            return try await answer(order, try Self.keyed(signal, context), context)
        }
        handlers.answer(LedgerSignal.Withdraw.self) { signal, context in
            let order = TransferOrder(
                kind: .withdrawal, from: signal.account, to: Account.worldID(of: signal.amount.currency),
                amount: signal.amount, description: signal.description ?? "", category: signal.category)
            return try await answer(order, try Self.keyed(signal, context), context)
        }
        handlers.answer(LedgerSignal.MakeTransfer.self) { signal, context in
            let order = TransferOrder(
                kind: .transfer, from: signal.from, to: signal.to, amount: signal.amount,
                description: signal.description ?? "")
            return try await answer(order, try Self.keyed(signal, context), context)
        }
        let postList = PostTransferListInteractor(store: store)
        handlers.answer(LedgerSignal.MakeTransfers.self) { signal, context in
            let caller = try context.caller.requireUser().userID
            let request = PostTransferListInteractor.Request(
                items: try signal.transfers.enumerated().map { try Self.item($1, at: $0, of: caller) },
                isAtomic: signal.atomic ?? false, keyed: try Self.keyed(signal, context))
            let results = try await postList.execute(request, context: context)
            return LedgerSignal.TransferResults(results: results.map(PostingPresenter().result))
        }
    }

    private static func answerAboutImports(
        _ store: any LedgerStore, _ clock: WallClock, _ handlers: inout SignalHandlers
    ) {
        let importRows = ImportRowsInteractor(store: store, clock: clock)
        handlers.answer(LedgerSignal.ImportRows.self) { signal, context in
            let isPreview = signal.preview ?? false
            let request = ImportRowsInteractor.Request(
                account: signal.account, rows: signal.rows.map(ImportRowsInteractor.Row.init),
                opening: signal.openingBalance, preceding: signal.precedingChange, isPreview: isPreview,
                skipsConflicts: signal.skipConflicts ?? false,
                keyed: isPreview ? nil : try Self.keyed(signal, context))
            return ImportPresenter().present(try await importRows.execute(request, context: context))
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }

    private static func item(
        _ item: LedgerSignal.TransferItem, at index: Int, of caller: String
    ) throws -> PostTransferListInteractor.Item {
        let order = TransferOrder(
            kind: .transfer, from: item.from, to: item.to, amount: item.amount, description: item.description ?? "")
        guard let key = item.idempotencyKey else {
            return PostTransferListInteractor.Item(order: order, keyed: .success(nil))
        }
        let content = try JSONEncoding.encode(item)
        do throws(Fault) {
            let keyed = try KeyedRequest(
                caller: caller, key: key, field: "transfers[\(index)].idempotencyKey",
                method: LedgerSignal.MakeTransfers.method, content: content)
            return PostTransferListInteractor.Item(order: order, keyed: .success(keyed))
        } catch {
            return PostTransferListInteractor.Item(order: order, keyed: .failure(error))
        }
    }
}
