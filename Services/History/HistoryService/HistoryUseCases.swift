import Coordination
import Domain

/// The use cases of history.
enum HistoryUseCases {
    /// The longest time for ledger to report its newest event.
    static let ledgerLimit = Duration.seconds(2)

    /// - Parameters:
    ///   - tree: Leads to ledger.
    ///   - progress: The sequence up to which ledger's events are handled.
    static func all(
        store: any HistoryStore, tree: any Transmitter, progress: ReadingProgress, clock: WallClock
    ) -> [ServedSignal] {
        [
            .serve(ListTransactions(store: store)),
            .serve(ShowTransaction(store: store)),
            .serve(WriteStatement(store: store, clock: clock)),
            .serve(WriteJournal(store: store, tree: tree)),
            .serve(ReadStatement(store: store)),
            .serve(SampleStatement(store: store)),
            .serve(LearnStatement(store: store)),
            .serve(ListLayouts(store: store)),
            .serve(ForgetLayout(store: store)),
            .serve(FindSimilar(store: store, progress: progress, tree: tree)),
            .serve(SummarizeTransactions(store: store)),
            .serve(MakeReport(store: store, clock: clock)),
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
