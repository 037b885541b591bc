import Coordination
import Domain
import MarketData

/// The signals that bonds answers.
package enum BondsUseCases {
    /// - Parameter source: The source of bonds; nil for none.
    static func all(store: any BondsStore, source: (any BondSource)?, clock: WallClock) -> [ServedSignal] {
        let uploads = Uploads()
        let terms = TermsLookup(store: store)
        let fetching: [ServedSignal] = source.map { [.serve(FetchBond(store: store, source: $0, clock: clock))] } ?? []
        return [
            .serve(ImportBonds(store: store)),
            .serve(ImportBondFile(store: store, uploads: uploads)),
            .serve(UploadPart(uploads: uploads)),
            .serve(ListBonds(store: store, clock: clock)),
            .serve(ShowBond(store: store, clock: clock)),
            .serve(ChartBond(store: store)),
            .serve(ReckonFigures(terms: terms)),
            .serve(ReckonAccruedInterest(terms: terms, clock: clock)),
            .serve(HoldBond(store: store)),
            .serve(ListHoldings(store: store, clock: clock)),
            .serve(ListPayments(store: store, clock: clock)),
            .serve(ShowYieldCurve(store: store, clock: clock)),
            .serve(ReckonShares()),
            .serve(ReckonUploadedShares(uploads: uploads)),
            .serve(CheckISIN()),
        ] + fetching
    }
}
