import Coordination
import Domain

/// Where bonds and their quotes are kept.
protocol BondsStore: Sendable {
    /// Takes bonds with their quotes, all of them or none.
    ///
    /// - Throws: ``Fault`` `conflict` for a bond that is in another currency.
    func add(_ drafts: [BondDraft], deadline: Instant?) async throws -> [ImportedBond]

    /// All bonds, in the order of their numbers.
    func bonds() async throws -> [Bond]

    /// A bond; nil when it is not known.
    func bond(_ isin: ISIN) async throws -> Bond?

    /// Runs `body` over a bond and all its quotes, on a thread where it may take its time; nil when it is not known.
    func read<Value: Sendable>(
        _ isin: ISIN, _ body: @escaping @Sendable (Bond, QuoteColumns) throws -> Value
    ) async throws -> Value?
}
