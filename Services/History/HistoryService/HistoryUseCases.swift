import Coordination
import Domain

/// What history answers.
enum HistoryUseCases {
    /// How long ledger may take to say how far its events are.
    static let ledgerLimit = Duration.seconds(2)

    /// - Parameters:
    ///   - tree: Leads to ledger.
    ///   - progress: How far its events are handled.
    static func all(
        store: any HistoryStore, tree: any Transmitter, progress: ReadingProgress, clock: WallClock
    ) -> [ServedSignal] {
        [
            .serve(ListTransactions(store: store)),
            .serve(ShowTransaction(store: store)),
            .serve(WriteStatement(store: store, clock: clock)),
            .serve(ReadStatement(store: store)),
            .serve(FindSimilar(store: store, progress: progress, tree: tree)),
            .serve(SummarizeTransactions(store: store)),
            .serve(ListCategories(store: store)),
            .serve(SetCategory(store: store)),
            .serve(AddRule(store: store, makeID: { Identifier.random(length: 12) })),
            .serve(ListRules(store: store)),
            .serve(MoveRule(store: store)),
            .serve(RemoveRule(store: store)),
            .serve(SaveFilter(store: store)),
            .serve(ListFilters(store: store)),
            .serve(RemoveFilter(store: store)),
            .serve(RebuildHistory(store: store, progress: progress, tree: tree)),
        ]
    }
}
