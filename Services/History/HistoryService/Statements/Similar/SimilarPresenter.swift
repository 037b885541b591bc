import Coordination
import Signals

/// Shows what rows may be.
struct SimilarPresenter: Presenter {
    /// Enough to know it by: thousands fit one answer.
    private static let longestDescription = 60

    func present(_ pairs: [FindSimilarInteractor.Pair]) -> HistorySignal.SimilarRows {
        HistorySignal.SimilarRows(
            similar: pairs.map { pair in
                HistorySignal.SimilarRow(
                    row: pair.row, transfer: pair.movement.transferID,
                    amount: pair.amount, date: pair.movement.time,
                    description: String(pair.movement.description.prefix(Self.longestDescription)))
            })
    }
}

extension FindSimilarInteractor.Request {
    init(_ signal: HistorySignal.FindSimilar) {
        self.init(
            account: signal.account,
            rows: signal.rows.map {
                FindSimilarInteractor.Row(amount: $0.amount, date: $0.date, description: $0.description ?? "")
            },
            taken: signal.taken ?? [])
    }
}
