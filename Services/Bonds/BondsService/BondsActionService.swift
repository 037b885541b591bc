import Coordination
import Domain
import MarketData
import Signals

import struct Storage.KeyedRequest

/// Knows bonds: what they pay, what they cost, what that yields; and who holds them.
package final class BondsActionService: ActionService {
    /// Its place in the tree; reached through isolated coordinators too.
    package let node = CoordinatorNode(options: .shared)
    /// The signals it answers.
    package let handlers: SignalHandlers

    /// - Parameters:
    ///   - source: Where bonds are fetched from; nil for nowhere.
    init(store: any BondsStore, source: (any BondSource)?, clock: WallClock) {
        var handlers = SignalHandlers()
        let uploads = Uploads()
        Self.answerAboutBonds(store, clock, &handlers)
        Self.answerAboutFiles(store, uploads, source, clock, &handlers)
        Self.answerAboutFigures(store, clock, &handlers)
        Self.answerAboutHoldings(store, clock, &handlers)
        let shares = SharesInteractor()
        handlers.answer(BondsSignal.Shares.self) { signal, context in
            BondsSignal.SharesAnswer(percents: try await shares.execute(signal, context: context))
        }
        let uploadedShares = UploadedSharesInteractor(uploads: uploads)
        handlers.answer(BondsSignal.UploadedShares.self) { signal, context in
            let response = try await uploadedShares.execute(signal, context: context)
            return BondsSignal.UploadedSharesAnswer(
                percents: response.percents, parts: response.parts, shares: response.shares)
        }
        handlers.answer(BondsSignal.CheckISIN.self) { signal, context in
            _ = try context.caller.requireUser()
            return BondsSignal.ISINAnswer(valid: ISIN(signal.isin) != nil)
        }
        self.handlers = handlers
    }

    private static func answerAboutBonds(
        _ store: any BondsStore, _ clock: WallClock, _ handlers: inout SignalHandlers
    ) {
        let bonds = ImportBondsInteractor(store: store)
        handlers.answer(BondsSignal.Import.self) { signal, context in
            let request = ImportBondsInteractor.Request(
                activities: signal.activities, keyed: try keyed(signal, context))
            return ImportPresenter().present(try await bonds.execute(request, context: context))
        }
        let list = ListBondsInteractor(store: store)
        handlers.answer(BondsSignal.List.self) { signal, context in
            let (bonds, next) = try await list.execute(signal, context: context)
            return BondsSignal.BondList(
                bonds: bonds.map(BondPresenter(today: clock.now().dayInUTC).present), nextCursor: next?.text)
        }
        let show = ShowBondInteractor(store: store, clock: clock)
        handlers.answer(BondsSignal.GetBond.self) { signal, context in
            ShownBondPresenter().present(try await show.execute(signal, context: context))
        }
        let chart = ChartInteractor(store: store)
        handlers.answer(BondsSignal.Chart.self) { signal, context in
            ChartPresenter(isin: signal.isin, kind: signal.kind).present(
                try await chart.execute(signal, context: context))
        }
    }

    private static func answerAboutFiles(
        _ store: any BondsStore, _ uploads: Uploads, _ source: (any BondSource)?, _ clock: WallClock,
        _ handlers: inout SignalHandlers
    ) {
        let files = ImportFileInteractor(store: store, uploads: uploads)
        handlers.answer(BondsSignal.ImportFile.self) { signal, context in
            let request = ImportFileInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return ImportPresenter().present(try await files.execute(request, context: context))
        }
        handlers.answer(BondsSignal.UploadPart.self) { signal, context in
            let user = try context.caller.requireUser().userID
            let kept = try uploads.add(signal.text, part: signal.part, to: signal.upload, of: user)
            return BondsSignal.UploadAnswer(parts: kept.parts, bytes: kept.bytes)
        }
        guard let source else { return }
        let fetch = FetchBondInteractor(store: store, source: source, clock: clock)
        handlers.answer(BondsSignal.Fetch.self) { signal, context in
            let request = FetchBondInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return ImportPresenter().present(try await fetch.execute(request, context: context))
        }
    }

    private static func answerAboutFigures(
        _ store: any BondsStore, _ clock: WallClock, _ handlers: inout SignalHandlers
    ) {
        let terms = TermsLookup(store: store)
        let figures = FiguresInteractor(terms: terms)
        handlers.answer(BondsSignal.Figures.self) { signal, context in
            FiguresPresenter().present(try await figures.execute(signal, context: context))
        }
        let accrued = AccruedInteractor(terms: terms, clock: clock)
        handlers.answer(BondsSignal.Accrued.self) { signal, context in
            AccruedPresenter().present(try await accrued.execute(signal, context: context))
        }
    }

    private static func answerAboutHoldings(
        _ store: any BondsStore, _ clock: WallClock, _ handlers: inout SignalHandlers
    ) {
        let hold = HoldInteractor(store: store)
        handlers.answer(BondsSignal.Hold.self) { signal, context in
            let request = HoldInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            let before = try await hold.execute(request, context: context)
            return BondsSignal.HoldAnswer(
                isin: signal.isin, title: before.title, quantity: signal.quantity, before: before.quantity)
        }
        let holdings = HoldingsInteractor(store: store, clock: clock)
        handlers.answer(BondsSignal.Holdings.self) { signal, context in
            HoldingsPresenter().present(try await holdings.execute(signal, context: context))
        }
        let calendar = CalendarInteractor(store: store, clock: clock)
        handlers.answer(BondsSignal.Calendar.self) { signal, context in
            CalendarPresenter().present(try await calendar.execute(signal, context: context))
        }
        let curve = CurveInteractor(store: store, clock: clock)
        handlers.answer(BondsSignal.Curve.self) { signal, context in
            CurvePresenter().present(try await curve.execute(signal, context: context))
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}
