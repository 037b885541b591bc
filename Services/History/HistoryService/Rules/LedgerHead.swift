/// How far ledger is.
protocol LedgerHead: Sendable {
    /// The sequence of its newest event, 0 before the first.
    ///
    /// - Throws: ``Fault`` `unavailable` when ledger cannot be reached now.
    func newestSequence() async throws -> Int64
}
