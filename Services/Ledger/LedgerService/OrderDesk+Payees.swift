import Coordination
import Domain
import Signals
import Storage

extension OrderDesk {
    func answerAboutPayees(_ handlers: inout SignalHandlers) {
        let (store, people) = (parts.store, parts.people)
        @Sendable func answer(_ payee: Payee, _ context: SignalContext) async throws -> LedgerSignal.PayeeAnswer {
            let reports = await PayeeRules.reports(
                of: [payee], store: store, people: people, deadline: context.deadline)
            guard let report = reports.first else { throw PayeeRules.noPayee }
            return LedgerSignal.PayeeAnswer(payee: PayeePresenter().present(report))
        }
        let save = SavePayeeInteractor(store: store)
        handlers.answer(LedgerSignal.SavePayee.self) { signal, context in
            let request = SavePayeeInteractor.Request(
                payee: Payee(name: signal.name, account: signal.account),
                keyed: try LedgerActionService.keyed(signal, context))
            return try await answer(try await save.execute(request, context: context), context)
        }
        let rename = RenamePayeeInteractor(store: store)
        handlers.answer(LedgerSignal.RenamePayee.self) { signal, context in
            let request = RenamePayeeInteractor.Request(
                name: signal.name, newName: signal.newName, keyed: try LedgerActionService.keyed(signal, context))
            return try await answer(try await rename.execute(request, context: context), context)
        }
        let remove = RemovePayeeInteractor(store: store)
        handlers.answer(LedgerSignal.RemovePayee.self) { signal, context in
            let request = RemovePayeeInteractor.Request(
                name: signal.name, keyed: try LedgerActionService.keyed(signal, context))
            return try await answer(try await remove.execute(request, context: context), context)
        }
        let list = ListPayeesInteractor(store: store)
        handlers.answer(LedgerSignal.Payees.self) { _, context in
            let payees = try await list.execute((), context: context)
            let reports = await PayeeRules.reports(
                of: payees, store: store, people: people, deadline: context.deadline)
            return LedgerSignal.PayeeList(payees: reports.map(PayeePresenter().present))
        }
    }

    func answerAboutLookUps(_ handlers: inout SignalHandlers) {
        let find = FindPayeeInteractor(
            store: parts.store, people: parts.people, budget: LookUpBudget(), clock: parts.clock)
        handlers.answer(LedgerSignal.FindPayee.self) { signal, context in
            let request = FindPayeeInteractor.Request(to: signal.to, currency: signal.currency)
            let found = try await find.execute(request, context: context)
            return LedgerSignal.PayeesFound(payees: found.map(PayeePresenter().present))
        }
        let parties = ListPartiesInteractor(store: parts.store, people: parts.people)
        handlers.answer(LedgerSignal.Parties.self) { signal, context in
            let found = try await parties.execute(signal.transfers, context: context)
            return LedgerSignal.PartyList(parties: found.map(PayeePresenter().present))
        }
        let set = SetPayableInteractor(store: parts.store, people: parts.people)
        handlers.answer(LedgerSignal.SetPayable.self) { signal, context in
            let request = SetPayableInteractor.Request(
                account: signal.account, isPayable: signal.payable,
                keyed: try LedgerActionService.keyed(signal, context))
            return LedgerSignal.PayableAccounts(accounts: try await set.execute(request, context: context))
        }
        let list = ListPayableInteractor(store: parts.store)
        handlers.answer(LedgerSignal.Payable.self) { _, context in
            LedgerSignal.PayableAccounts(accounts: try await list.execute((), context: context))
        }
    }
}
