import Domain

/// An account of a journal: one of the user's, or one that only the journal has.
enum JournalPlace: Hashable, Sendable {
    /// An account of the user, by its id.
    case own(String)
    /// Money that came in, by category; nil without one.
    case income(String?)
    /// Money that went out, by category; nil without one.
    case expenses(String?)
    /// The balances before the first day.
    case opening
    /// The other side of half an exchange whose other half is not in the journal.
    case conversion
}

/// One side of a transaction in a journal.
struct JournalPosting: Hashable, Sendable {
    let place: JournalPlace
    /// The change of the account. All changes of a transaction add up to zero, with ``price`` in place of its amount.
    let change: Money
    /// The total price of the change, for money that was bought with another currency.
    var price: Money?
}

/// A fact about a transaction that is neither a posting nor its text.
struct JournalTag: Hashable, Sendable {
    /// A lower-case word: `id`, `reversed-by`.
    let name: String
    let value: String
}

/// A transaction of a journal.
struct JournalEntry: Hashable, Sendable {
    let day: CalendarDay
    let text: String
    let tags: [JournalTag]
    let postings: [JournalPosting]
}

/// An account as the beginning of a journal declares it.
struct JournalAccount: Hashable, Sendable {
    let account: OwnedAccount
    /// The day from which on it is used.
    let opened: CalendarDay
    /// The day after its last use, for a closed account.
    let closed: CalendarDay?
}

/// The value of one unit of a currency in another on a day.
struct JournalPrice: Hashable, Sendable {
    let day: CalendarDay
    let unit: Currency
    let value: DecimalRate
    let currency: Currency
}

/// The part of a journal before the transactions.
struct JournalHead: Hashable, Sendable {
    /// In the order in which they became known.
    let accounts: [JournalAccount]
    /// The accounts of income and expenses, in the order of categories.
    let categories: [JournalPlace]
    /// The first day; nil without transactions.
    let firstDay: CalendarDay?
    /// By code.
    let currencies: [Currency]
    /// The oldest first.
    let prices: [JournalPrice]
}

/// The balance of an account after its last transaction in a journal.
struct JournalBalance: Hashable, Sendable {
    let accountID: String
    /// The day of the account's last transaction.
    let day: CalendarDay
    let balance: Money
}
