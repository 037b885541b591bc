import Coordination
import Domain
import Signals
import Storage
import StrictJSON

// Money that moves at once.
extension LedgerActionService {
    static func answerAboutTransfers(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let post = PostTransferInteractor(store: parts.store, challenges: ChallengeRules(makeID: parts.makeID))
        @Sendable nonisolated(nonsending) func answer(
            _ order: TransferOrder, _ keyed: KeyedRequest?, _ context: SignalContext, isDryRun: Bool = false
        ) async throws -> LedgerSignal.TransferAnswer {
            let response = try await post.execute(
                PostTransferInteractor.Request(order: order, keyed: keyed, isDryRun: isDryRun), context: context)
            return PostingPresenter().answer(
                response.posting, for: try context.caller.requireUser().userID, needsCode: response.needsCode)
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
                description: signal.description ?? "", isUpTo: signal.upTo ?? false, closes: signal.closes ?? false)
            return try await answer(
                order, try Self.keyed(signal, context), context, isDryRun: signal.dryRun ?? false)
        }
        let postList = PostTransferListInteractor(store: parts.store)
        handlers.answer(LedgerSignal.MakeTransfers.self) { signal, context in
            let caller = try context.caller.requireUser().userID
            let request = PostTransferListInteractor.Request(
                items: try signal.transfers.enumerated().map { try Self.item($1, at: $0, of: caller) },
                isAtomic: signal.atomic ?? false, keyed: try Self.keyed(signal, context),
                isDryRun: signal.dryRun ?? false)
            let results = try await postList.execute(request, context: context)
            return LedgerSignal.TransferResults(results: results.map(PostingPresenter().result))
        }
    }

    private static func item(
        _ item: LedgerSignal.TransferItem, at index: Int, of caller: String
    ) throws -> PostTransferListInteractor.Item {
        let order = TransferOrder(
            kind: .transfer, from: item.from, to: item.to, amount: item.amount, description: item.description ?? "",
            isUpTo: item.upTo ?? false, closes: item.closes ?? false)
        let isLinked = item.linked ?? false
        guard let key = item.idempotencyKey else {
            return PostTransferListInteractor.Item(order: order, keyed: .success(nil), isLinked: isLinked)
        }
        let content = try JSONEncoding.encode(item)
        do throws(Fault) {
            let keyed = try KeyedRequest(
                caller: caller, key: key, field: "transfers[\(index)].idempotencyKey",
                method: LedgerSignal.MakeTransfers.method, content: content)
            return PostTransferListInteractor.Item(order: order, keyed: .success(keyed), isLinked: isLinked)
        } catch {
            return PostTransferListInteractor.Item(order: order, keyed: .failure(error), isLinked: isLinked)
        }
    }
}
