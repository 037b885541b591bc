import Domain

/// An account of the books: what it is, and what is in it.
package struct Account: Hashable, Sendable {
    /// Its place in the books: 1, 2, 3 ... Never shown to anybody.
    package let number: Int
    /// The id people know it by.
    package let id: String
    /// Whose it is; nil for the world outside the books.
    package let owner: String?
    /// What its owner calls it.
    package let name: String
    /// What it is counted in.
    package let currency: Currency
    /// What may be done with it.
    package var status: AccountStatus
    /// When it was opened.
    package let openedAt: Instant
    /// What is in it.
    package var state: AccountState

    /// Whether it stands for everything outside the books. Only such an account may fall below zero.
    package var isWorld: Bool { owner == nil }

    /// What is there.
    package var balance: Money { Money(minorUnits: state.balance, currency: currency) }

    /// What can be spent.
    package var available: Money { balance }

    /// The id of the world's account in `currency`, the other side of what enters or leaves the books.
    package static func worldID(of currency: Currency) -> String { "world-\(currency.code)" }
}

/// What is in an account, and how many entries made it so.
package struct AccountState: Hashable, Sendable {
    /// Minor units.
    package var balance: Int64 = 0
    /// How many entries it has, which is also the sequence of the last.
    package var entries: Int64 = 0
    /// The sequence of the last transfer that touched it, 0 when none did.
    package var lastTransfer: Int64 = 0
}

/// What may be done with an account.
package enum AccountStatus: Int64, Hashable, Sendable {
    /// Everything.
    case active = 0
    /// Nothing until it is unfrozen.
    case frozen = 1
    /// Nothing any more.
    case closed = 2
}

/// An account to be opened.
package struct AccountDraft: Hashable, Sendable {
    /// The id people will know it by.
    package let id: String
    /// Whose it will be; nil for the world outside the books.
    package let owner: String?
    /// What to call it.
    package let name: String
    /// What it will be counted in.
    package let currency: Currency

    /// The world's account in `currency`.
    package static func world(_ currency: Currency) -> AccountDraft {
        AccountDraft(id: Account.worldID(of: currency), owner: nil, name: "Outside world", currency: currency)
    }
}
