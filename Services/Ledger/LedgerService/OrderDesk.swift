import Coordination
import Domain
import Signals
import Storage

/// What the ledger answers about what people set up beside the books.
struct OrderDesk {
    let parts: LedgerActionService.Parts
    private var gate: CodeGate { parts.gate }

    private var store: any LedgerStore { parts.store }
    private var clock: WallClock { parts.clock }
    private var makeID: @Sendable () -> String { parts.makeID }

    func answer(_ handlers: inout SignalHandlers) {
        answerAboutLimits(&handlers)
        answerAboutRates(&handlers)
        answerAboutMandates(&handlers)
        answerAboutDebits(&handlers)
        answerAboutSchedules(&handlers)
        answerAboutTemplates(&handlers)
        answerAboutPayees(&handlers)
        answerAboutLookUps(&handlers)
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }

    private func answerAboutLimits(_ handlers: inout SignalHandlers) {
        let clock = clock
        let set = SetLimitsInteractor(store: store, gate: gate)
        handlers.answer(LedgerSignal.SetLimits.self) { signal, context in
            var amounts: [LimitName: Money] = [:]
            amounts[.perTransfer] = signal.perTransfer
            amounts[.daily] = signal.daily
            amounts[.confirmAbove] = signal.confirmAbove
            let request = SetLimitsInteractor.Request(
                account: signal.account, amounts: amounts,
                removed: Set((signal.remove ?? []).map(LimitName.init)), code: signal.code,
                keyed: try Self.keyed(signal, context))
            let report = try await set.execute(request, context: context)
            return LedgerSignal.LimitsAnswer(limits: OrderPresenter(now: clock.now()).present(report))
        }
        let show = ShowLimitsInteractor(store: store, clock: clock)
        handlers.answer(LedgerSignal.GetLimits.self) { signal, context in
            let report = try await show.execute(signal.account, context: context)
            return LedgerSignal.LimitsAnswer(limits: OrderPresenter(now: clock.now()).present(report))
        }
        let confirm = ConfirmInteractor(store: store, gate: gate, bell: parts.bell)
        handlers.answer(LedgerSignal.Confirm.self) { signal, context in
            let response = try await confirm.execute(
                ConfirmInteractor.Request(challenge: signal.challenge, code: signal.code), context: context)
            return PostingPresenter().answer(
                response.posting, for: try context.caller.requireUser().userID, doneBefore: response.wasDone)
        }
    }

    private func answerAboutRates(_ handlers: inout SignalHandlers) {
        let clock = clock
        let set = SetRateInteractor(store: store, clock: clock)
        handlers.answer(LedgerSignal.SetRate.self) { signal, context in
            let request = SetRateInteractor.Request(
                from: signal.from, to: signal.to, rate: signal.rate, source: signal.source, asOf: signal.asOf,
                keyed: try Self.keyed(signal, context))
            let rate = try await set.execute(request, context: context)
            return LedgerSignal.RateAnswer(rate: OrderPresenter(now: clock.now()).present(rate))
        }
        let importing = ImportRatesInteractor(store: store, clock: clock)
        handlers.answer(LedgerSignal.ImportRates.self) { signal, context in
            let request = ImportRatesInteractor.Request(csv: signal.csv, keyed: try Self.keyed(signal, context))
            return LedgerSignal.ImportedRates(imported: try await importing.execute(request, context: context))
        }
        let list = ListRatesInteractor(store: store)
        handlers.answer(LedgerSignal.Rates.self) { _, context in
            let rates = try await list.execute((), context: context)
            return LedgerSignal.RateList(rates: rates.map(OrderPresenter(now: clock.now()).present))
        }
        let remove = RemoveRateInteractor(store: store)
        handlers.answer(LedgerSignal.RemoveRate.self) { signal, context in
            let request = RemoveRateInteractor.Request(
                from: signal.from, to: signal.to, keyed: try Self.keyed(signal, context))
            let rate = try await remove.execute(request, context: context)
            return LedgerSignal.RateAnswer(rate: OrderPresenter(now: clock.now()).present(rate))
        }
        let exchange = ExchangeInteractor(store: store, gate: gate)
        handlers.answer(LedgerSignal.Exchange.self) { signal, context in
            let request = ExchangeInteractor.Request(
                from: signal.from, to: signal.to, amount: signal.amount, maxAgeDays: signal.maxAgeDays,
                isDryRun: signal.dryRun ?? false, code: signal.code, keyed: try Self.keyed(signal, context))
            let response = try await exchange.execute(request, context: context)
            return ExchangePresenter(isDryRun: request.isDryRun).present(response)
        }
    }

    /// Shows periods by the clocks of a person.
    private func presenter(for person: String) async throws -> OrderPresenter {
        OrderPresenter(now: clock.now(), zone: try await store.readOrders { try $0.zone(of: person) })
    }

    private func answerAboutMandates(_ handlers: inout SignalHandlers) {
        let grant = GrantMandateInteractor(
            store: store, gate: gate, services: parts.debitors, makeID: makeID)
        handlers.answer(LedgerSignal.GrantMandate.self) { signal, context in
            let request = GrantMandateInteractor.Request(
                service: signal.service, account: signal.account, amount: signal.amount,
                period: signal.per.calendar, code: signal.code, keyed: try Self.keyed(signal, context))
            let mandate = try await grant.execute(request, context: context)
            return LedgerSignal.MandateAnswer(mandate: try await presenter(for: mandate.owner).present(mandate))
        }
        let list = ListMandatesInteractor(store: store)
        handlers.answer(LedgerSignal.Mandates.self) { _, context in
            let mandates = try await list.execute((), context: context)
            let presenter = try await presenter(for: try context.caller.requireUser().userID)
            return LedgerSignal.MandateList(mandates: mandates.map(presenter.present))
        }
        let revoke = RevokeMandateInteractor(store: store)
        handlers.answer(LedgerSignal.RevokeMandate.self) { signal, context in
            let request = RevokeMandateInteractor.Request(id: signal.id, keyed: try Self.keyed(signal, context))
            let mandate = try await revoke.execute(request, context: context)
            return LedgerSignal.MandateAnswer(mandate: try await presenter(for: mandate.owner).present(mandate))
        }
        let debit = DebitInteractor(store: store)
        handlers.answer(LedgerSignal.Debit.self) { signal, context in
            let service = try context.caller.requireService()
            let reference: DebitInteractor.Reference
            switch (signal.mandate, signal.account) {
            case (let id?, nil): reference = .mandate(id)
            case (nil, let id?): reference = .account(id)
            default: throw Fault.invalidArgument("mandate", "or account must be given, and only one of them")
            }
            guard let keyed = try KeyedRequest(signal, caller: "service:\(service)", context: context) else {
                throw Fault.invalidArgument("_meta.idempotencyKey", "is needed, so that nothing is debited twice")
            }
            let request = DebitInteractor.Request(
                reference: reference, amount: signal.amount, description: signal.description ?? "",
                category: signal.category, keyed: keyed)
            let response = try await debit.execute(request, context: context)
            return LedgerSignal.DebitAnswer(
                transfer: PostingPresenter().present(response.posting),
                mandate: try await presenter(for: response.mandate.owner).present(response.mandate))
        }
    }

    private func answerAboutSchedules(_ handlers: inout SignalHandlers) {
        let clock = clock
        let make = MakeScheduleInteractor(store: store, gate: gate, bell: parts.bell, makeID: makeID)
        handlers.answer(LedgerSignal.MakeSchedule.self) { signal, context in
            let request = MakeScheduleInteractor.Request(
                from: signal.from, to: signal.to, amount: signal.amount, description: signal.description ?? "",
                start: signal.start, every: signal.every.map { Schedule.Every(count: $0.count, unit: $0.unit) },
                times: signal.times, until: signal.until, code: signal.code, keyed: try Self.keyed(signal, context))
            let report = try await make.execute(request, context: context)
            return LedgerSignal.ScheduleAnswer(schedule: OrderPresenter(now: clock.now()).present(report))
        }
        let list = ListSchedulesInteractor(store: store)
        handlers.answer(LedgerSignal.Schedules.self) { _, context in
            let reports = try await list.execute((), context: context)
            return LedgerSignal.ScheduleList(schedules: reports.map(OrderPresenter(now: clock.now()).present))
        }
        @Sendable func answer<S: Signal>(
            _ change: ChangeScheduleInteractor.Change, _ signal: S, of id: String, _ context: SignalContext
        ) async throws -> LedgerSignal.ScheduleAnswer {
            let request = ChangeScheduleInteractor.Request(id: id, keyed: try Self.keyed(signal, context))
            let interactor = ChangeScheduleInteractor(change: change, store: store, bell: parts.bell)
            let report = try await interactor.execute(request, context: context)
            return LedgerSignal.ScheduleAnswer(schedule: OrderPresenter(now: clock.now()).present(report))
        }
        handlers.answer(LedgerSignal.CancelSchedule.self) { try await answer(.cancel, $0, of: $0.id, $1) }
        handlers.answer(LedgerSignal.PauseSchedule.self) { try await answer(.pause, $0, of: $0.id, $1) }
        handlers.answer(LedgerSignal.ResumeSchedule.self) { try await answer(.resume, $0, of: $0.id, $1) }
        let runs = ListScheduleRunsInteractor(store: store)
        handlers.answer(LedgerSignal.ScheduleRuns.self) { signal, context in
            let request = ListScheduleRunsInteractor.Request(
                id: signal.id, limit: signal.limit, cursor: signal.cursor)
            let page = try await runs.execute(request, context: context)
            return LedgerSignal.ScheduleRunList(
                runs: page.runs.map(OrderPresenter(now: clock.now()).present), nextCursor: page.nextCursor)
        }
    }

    private func answerAboutTemplates(_ handlers: inout SignalHandlers) {
        let clock = clock
        let save = SaveTemplateInteractor(store: store)
        handlers.answer(LedgerSignal.SaveTemplate.self) { signal, context in
            let template = TransferTemplate(
                name: signal.name, from: signal.from, to: signal.to, amount: signal.amount,
                description: signal.description ?? "")
            let saved = try await save.execute(
                SaveTemplateInteractor.Request(template: template, keyed: try Self.keyed(signal, context)),
                context: context)
            return LedgerSignal.TemplateAnswer(template: OrderPresenter(now: clock.now()).present(saved))
        }
        let list = ListTemplatesInteractor(store: store)
        handlers.answer(LedgerSignal.Templates.self) { _, context in
            let templates = try await list.execute((), context: context)
            return LedgerSignal.TemplateList(templates: templates.map(OrderPresenter(now: clock.now()).present))
        }
        let remove = RemoveTemplateInteractor(store: store)
        handlers.answer(LedgerSignal.RemoveTemplate.self) { signal, context in
            let request = RemoveTemplateInteractor.Request(name: signal.name, keyed: try Self.keyed(signal, context))
            let template = try await remove.execute(request, context: context)
            return LedgerSignal.TemplateAnswer(template: OrderPresenter(now: clock.now()).present(template))
        }
    }
}

extension LimitName {
    /// The limit that a signal names.
    init(_ name: LedgerSignal.LimitName) {
        switch name {
        case .perTransfer: self = .perTransfer
        case .daily: self = .daily
        case .confirmAbove: self = .confirmAbove
        }
    }
}
