import Coordination
import Signals

// Money that is put aside, what becomes of transfers, and what brings them back.
extension LedgerActionService {
    static func answerAboutHolds(_ parts: Parts, _ handlers: inout SignalHandlers) {
        @Sendable func show(_ posting: Posting, _ context: SignalContext) throws -> LedgerSignal.TransferAnswer {
            PostingPresenter().answer(posting, for: try context.caller.requireUser().userID)
        }
        let hold = HoldInteractor(
            store: parts.store, challenges: ChallengeRules(makeID: parts.makeID), bell: parts.bell)
        handlers.answer(LedgerSignal.Hold.self) { signal, context in
            let order = TransferOrder(
                kind: .hold, from: signal.from, to: signal.to, amount: signal.amount,
                description: signal.description ?? "")
            let request = HoldInteractor.Request(
                order: order, expiresAt: signal.expiresAt, keyed: try Self.keyed(signal, context))
            return try show(try await hold.execute(request, context: context), context)
        }
        let end = EndHoldInteractor(store: parts.store)
        handlers.answer(LedgerSignal.PostHold.self) { signal, context in
            let request = EndHoldInteractor.Request(
                hold: signal.hold, ending: .post(signal.amount), keyed: try Self.keyed(signal, context))
            return try show(try await end.execute(request, context: context), context)
        }
        handlers.answer(LedgerSignal.VoidHold.self) { signal, context in
            let request = EndHoldInteractor.Request(
                hold: signal.hold, ending: .void, keyed: try Self.keyed(signal, context))
            return try show(try await end.execute(request, context: context), context)
        }
        let list = ListNewestInteractor<Posting>.holds(in: parts.store, clock: parts.clock)
        handlers.answer(LedgerSignal.Holds.self) { signal, context in
            let page = try await list.execute(
                .init(account: signal.account, limit: signal.limit, cursor: signal.cursor), context: context)
            return LedgerSignal.HoldList(
                holds: page.elements.map(PostingPresenter().present), nextCursor: page.nextCursor)
        }
        let reverse = ReverseInteractor(store: parts.store, gate: parts.gate)
        handlers.answer(LedgerSignal.Reverse.self) { signal, context in
            let request = ReverseInteractor.Request(
                transfer: signal.transfer, reason: signal.reason, code: signal.code,
                keyed: try Self.keyed(signal, context))
            return try show(try await reverse.execute(request, context: context), context)
        }
        let transfer = ShowTransferInteractor(store: parts.store)
        handlers.answer(LedgerSignal.ShowTransfer.self) { signal, context in
            let story = try await transfer.execute(signal.transfer, context: context)
            return LedgerSignal.ShownTransfer(transfer: PostingPresenter().show(story))
        }
    }
}
