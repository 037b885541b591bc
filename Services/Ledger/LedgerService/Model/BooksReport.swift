import Domain

/// What a reading of all the books found.
package struct BooksReport: Hashable, Sendable {
    /// How many accounts people have opened; those of the outside world are not counted.
    package let accounts: Int64
    /// How many transfers there are, whatever became of them.
    package let transfers: Int64
    /// How many records they are: one that was held first is two.
    package let records: Int64
    /// For each currency, in order of code, the sum of all balances.
    package let imbalance: [Money]
    /// The hash of the newest record, which stands for all of them: who notes it can tell later whether one was changed.
    package let head: ChainHash
    /// Which invariants are broken, in words; at most ``mostProblems``.
    package let problems: [String]

    /// More than these are not listed: one broken row can break all that follow.
    package static let mostProblems = 100
}
