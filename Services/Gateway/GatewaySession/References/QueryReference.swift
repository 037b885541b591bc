import GatewayWords
import Signals

/// Replaces what people call accounts and categories in a query of transactions by what history calls them.
package struct QueryReference {
    private let accounts: @Sendable () async throws -> [LedgerSignal.Account]
    private let categories: @Sendable () async throws -> [String]

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - accounts: Returns the accounts of the user; called if the query names one.
    ///   - categories: Returns the categories of the user; called if the query has a word that pages show for one.
    package init(
        accounts: @escaping @Sendable () async throws -> [LedgerSignal.Account],
        categories: @escaping @Sendable () async throws -> [String]
    ) {
        self.accounts = accounts
        self.categories = categories
    }

    /// Returns the query with ids of accounts and names of categories. A query that cannot be read stays as it is,
    /// because history refuses it.
    ///
    /// - Throws: ``UsageError`` for a name that is ambiguous or means nothing; faults of the services.
    package func resolve(_ text: String) async throws -> String {
        guard let query = try? QueryTerms(text) else { return text }
        var meanings: [QueryTerms.Term: String] = [:]
        for term in query.terms {
            switch term.key {
            case .account, .counterparty:
                if term.value != "outside" { meanings[term] = try await account(term.value) }
            case .category: meanings[term] = try await category(term)
            case .amount, .date, .type, .currency, .property, nil: break
            }
        }
        guard meanings.contains(where: { $0.key.value != $0.value }) else { return text }
        return query.replacing { meanings[$0] }
    }

    private func account(_ name: String) async throws -> String {
        let known = Reference(
            candidates: try await accounts().map(ReferenceCandidate.init), takesBeginnings: !ShortIDs.isMade(name))
        if let id = try known.id(of: name, field: Self.field) { return id }
        // The id of another user's account: only ledger knows it.
        guard !ShortIDs.mayBeMade(name) else { return name }
        try known.refuseBeginning(name, field: Self.field)
        throw known.refuse(name, hint: NamedThing.account.hint, field: Self.field)
    }

    /// Returns the category that a word of pages stands for; nil if the word is a category itself.
    private func category(_ term: QueryTerms.Term) async throws -> String? {
        guard let meant = CategoryText.category(shownAs: term.value) else { return nil }
        return try await categories().contains(term.value) ? nil : meant
    }

    private static let field = "query"
}
