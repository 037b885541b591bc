import Coordination
import Domain
import Signals

/// Knows bonds: what they pay, what they cost, what that yields.
public final class BondsActionService: ActionService {
    /// Its place in the tree; reached through isolated coordinators too.
    public let node = CoordinatorNode(options: .shared)
    /// The signals it answers.
    public let handlers: SignalHandlers

    init(store: any BondsStore) {
        var handlers = SignalHandlers()
        let bonds = ImportBondsInteractor(store: store)
        handlers.answer(BondsSignal.Import.self) { signal, context in
            let imported = try await bonds.execute(signal.activities, context: context)
            return BondsSignal.ImportAnswer(
                bonds: imported.map {
                    BondsSignal.Imported(isin: $0.isin, added: $0.added, updated: $0.updated, quotes: $0.quotes)
                })
        }
        handlers.answer(BondsSignal.List.self) { _, context in
            _ = try context.caller.requireUser()
            return BondsSignal.BondList(bonds: try await store.bonds().map(BondPresenter().present))
        }
        handlers.answer(BondsSignal.GetBond.self) { signal, context in
            _ = try context.caller.requireUser()
            guard let bond = try await store.bond(signal.isin) else {
                throw Fault(.notFound, "There is no bond \(signal.isin) here.", field: "isin")
            }
            return BondsSignal.BondAnswer(
                bond: BondPresenter().present(bond), terms: bond.terms.map(TermsPresenter().present))
        }
        let chart = ChartInteractor(store: store)
        handlers.answer(BondsSignal.Chart.self) { signal, context in
            ChartPresenter(isin: signal.isin, kind: signal.kind).present(
                try await chart.execute(signal, context: context))
        }
        let figures = FiguresInteractor(store: store)
        handlers.answer(BondsSignal.Figures.self) { signal, context in
            FiguresPresenter().present(try await figures.execute(signal, context: context))
        }
        let shares = SharesInteractor()
        handlers.answer(BondsSignal.Shares.self) { signal, context in
            BondsSignal.SharesAnswer(percents: try await shares.execute(signal, context: context))
        }
        handlers.answer(BondsSignal.CheckISIN.self) { signal, context in
            _ = try context.caller.requireUser()
            return BondsSignal.ISINAnswer(valid: ISIN(signal.isin) != nil)
        }
        self.handlers = handlers
    }
}
