import Domain
import Signals

/// An account of the books: what it is, and what is in it.
package struct Account: Hashable, Sendable {
    /// Its place in the books: 1, 2, 3 ... Never shown to anybody.
    package let number: Int
    /// What it is.
    private(set) var record: AccountRecord
    /// What is in it.
    package var state: AccountState

    /// The id people know it by.
    package var id: String { record.id }
    /// Whose it is; nil for the world outside the books.
    package var owner: String? { record.owner }
    /// What it is counted in.
    package var currency: Currency { record.currency }
    /// When it was opened.
    package var openedAt: Instant { record.openedAt }

    /// What its owner calls it.
    package var name: String {
        get { record.name }
        set { record = record.with(name: newValue) }
    }

    /// What may be done with it.
    package var status: AccountStatus {
        get { record.status }
        set { record = record.with(status: newValue) }
    }

    /// How far below zero it may go, in minor units.
    package var overdraft: Int64 {
        get { record.overdraft }
        set { record = record.with(overdraft: newValue) }
    }

    /// What its owner lets leave it.
    package var limits: AccountLimits {
        get { record.limits }
        set { record = record.with(limits: newValue) }
    }

    init(number: Int, record: AccountRecord, state: AccountState) {
        self.number = number
        self.record = record
        self.state = state
    }

    /// An account of these parts.
    package init(
        number: Int, id: String, owner: String?, name: String, currency: Currency, status: AccountStatus,
        overdraft: Int64, limits: AccountLimits = .none, openedAt: Instant, state: AccountState
    ) {
        self.init(
            number: number,
            record: AccountRecord(
                id: id, owner: owner, name: name, currency: currency, status: status, overdraft: overdraft,
                limits: limits, openedAt: openedAt),
            state: state)
    }

    /// Whether it stands for everything outside the books, which may fall as far below zero as it likes.
    package var isWorld: Bool { owner == nil }

    /// What is there.
    package var balance: Money { Money(minorUnits: state.balance, currency: currency) }

    /// What is put aside.
    package var held: Money { Money(minorUnits: state.held, currency: currency) }

    /// What is there and not put aside; the overdraft comes on top of it.
    package var available: Money { Money(minorUnits: state.available, currency: currency) }

    /// Whether `amount` can be given or put aside.
    ///
    /// - Parameter amount: Minor units, at most ``LedgerLimits/largestAmount``.
    package func covers(_ amount: Int64) -> Bool { isWorld || state.available >= amount - overdraft }

    /// The id of the world's account in `currency`, the other side of what enters or leaves the books.
    package static func worldID(of currency: Currency) -> String { "world-\(currency.code)" }
}

/// What is in an account, and how many records made it so.
package struct AccountState: Hashable, Sendable {
    /// Minor units.
    package var balance: Int64 = 0
    /// Minor units of the balance that are put aside.
    package var held: Int64 = 0
    /// How many records it has, which is also the place of the last among them.
    package var entries: Int64 = 0
    /// The sequence of the last record that touched it, 0 when none did.
    package var lastTransfer: Int64 = 0

    /// Minor units that are there and not put aside.
    package var available: Int64 { balance - held }
}

/// What may be done with an account.
package typealias AccountStatus = LedgerSignal.AccountStatus

extension AccountStatus {
    /// The number that it is stored as, for ever.
    var number: Int64 {
        switch self {
        case .active: 0
        case .frozen: 1
        case .closed: 2
        }
    }

    /// The status that is stored as this number.
    init?(number: Int64) {
        guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = found
    }
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

/// What was changed about an account. The numbers are for ever.
package enum AccountChange: Int64, Hashable, Sendable, CaseIterable {
    /// It was opened.
    case opened = 0
    /// It got another name.
    case renamed = 1
    /// Nothing may be done with it.
    case frozen = 2
    /// Everything may be done with it again.
    case unfrozen = 3
    /// Nothing may be done with it any more.
    case closed = 4
    /// It may go further below zero, or less far.
    case overdraftSet = 5
}
