import Coordination
import Signals
import Storage
import StrictJSON

// What services do by mandates in bulk, and what those that reckon for users look at.
extension OrderDesk {
    func answerAboutDebits(_ handlers: inout SignalHandlers) {
        let debits = DebitListInteractor(store: parts.store)
        handlers.answer(LedgerSignal.Debits.self) { signal, context in
            let service = try context.caller.requireService()
            let items = try signal.debits.enumerated().map { index, item in
                DebitListInteractor.Item(
                    account: item.account, amount: item.amount, description: item.description ?? "",
                    category: item.category, keyed: try Self.keyed(item, at: index, of: service))
            }
            let results = try await debits.execute(items, context: context)
            return LedgerSignal.TransferResults(results: results.map(PostingPresenter().result))
        }
        let outlook = OutlookInteractor(store: parts.store, clock: parts.clock, readers: parts.readers)
        handlers.answer(LedgerSignal.Outlook.self) { signal, context in
            let response = try await outlook.execute(signal, context: context)
            return LedgerSignal.OutlookAnswer(
                accounts: response.accounts.map(AccountPresenter().present),
                planned: response.planned.map { planned in
                    LedgerSignal.PlannedChange(
                        day: planned.day, account: planned.account, schedule: planned.schedule, amount: planned.amount,
                        description: planned.description, otherSide: planned.otherSide)
                })
        }
    }

    private static func keyed(
        _ item: LedgerSignal.DebitItem, at index: Int, of service: String
    ) throws -> Result<KeyedRequest, Fault> {
        let content = try JSONEncoding.encode(item)
        do throws(Fault) {
            return .success(
                try KeyedRequest(
                    caller: "service:\(service)", key: item.idempotencyKey,
                    field: "debits[\(index)].idempotencyKey", method: LedgerSignal.Debits.method, content: content))
        } catch {
            return .failure(error)
        }
    }
}
