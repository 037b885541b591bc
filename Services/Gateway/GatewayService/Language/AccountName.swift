import Coordination
import Signals
import Synchronization

/// What accounts are called where somebody reads of them. Services know them by their ids, and so do programs.
enum AccountName {
    /// Names by id, as far as they are known, and whether others were looked for.
    final class Book: Sendable {
        fileprivate let names: [String: String]
        private let isWanting = Mutex(false)

        init(_ names: [String: String] = [:]) { self.names = names }

        /// Whether an account was looked for that does not stand here.
        var lacksSome: Bool { isWanting.withLock { $0 } }

        fileprivate func name(of id: String) -> String? {
            if names[id] == nil { isWanting.withLock { $0 = true } }
            return names[id]
        }
    }

    /// Where pages that are made now look names up.
    @TaskLocal static var book: Book?

    /// The name, where there is one; else the id.
    static func of(_ id: String) -> String { book?.name(of: id) ?? id }

    /// The name with the id behind it, where there is room for both.
    static func withID(_ id: String) -> String { book?.name(of: id).map { "\($0) (\(id))" } ?? id }

    /// What accounts are called, by id: the person's own, two of one name told apart by their ids, and those of payees.
    static func names(_ accounts: [LedgerSignal.Account], _ payees: [LedgerSignal.Payee]) -> [String: String] {
        let sameNames = Dictionary(grouping: accounts, by: \.name)
        var names = Dictionary(payees.map { ($0.account, $0.name) }) { first, _ in first }
        for account in accounts {
            names[account.id] = sameNames[account.name]?.count == 1 ? account.name : "\(account.name) \(account.id)"
        }
        return names
    }
}

extension CommandScene {
    /// Shows a result, its accounts by the names that the person gave them. Those are asked for only where the page tells
    /// of accounts; without them there are ids, which is less but not nothing.
    func showNamingAccounts(_ answer: [UInt8], _ makePage: () throws -> Page) async rethrows {
        guard !isJSON else { return try show(answer, makePage) }
        var book = AccountName.Book()
        let first = try AccountName.$book.withValue(book) { try makePage() }
        guard book.lacksSome else { return show(answer) { first } }
        book = AccountName.Book(await accountNames())
        let named = try AccountName.$book.withValue(book) { try makePage() }
        show(answer) { named }
    }

    private func accountNames() async -> [String: String] {
        let desk = desk.with(limit: min(desk.limit, .seconds(2)), idempotencyKey: nil)
        guard let accounts = try? await desk.ask(LedgerSignal.Accounts()).accounts else { return [:] }
        // Without payees there are ids of others, which is less but not nothing.
        return AccountName.names(accounts, (try? await desk.ask(LedgerSignal.Payees()).payees) ?? [])
    }
}
