import Domain
import Signals

/// An account with its state.
package struct Account: Hashable, Sendable {
    /// The row number: 1, 2, 3 ... Never leaves the service.
    package let number: Int
    private(set) var record: AccountRecord
    package var state: AccountState

    /// The public id.
    package var id: String { record.id }
    /// The user who owns it; nil for a `world` account.
    package var owner: String? { record.owner }
    package var currency: Currency { record.currency }
    package var openedAt: Instant { record.openedAt }

    /// The name that the owner chose.
    package var name: String {
        get { record.name }
        set { record = record.with(name: newValue) }
    }

    package var status: AccountStatus {
        get { record.status }
        set { record = record.with(status: newValue) }
    }

    /// The overdraft limit in minor units.
    package var overdraft: Int64 {
        get { record.overdraft }
        set { record = record.with(overdraft: newValue) }
    }

    /// The limits that the owner set.
    package var limits: AccountLimits {
        get { record.limits }
        set { record = record.with(limits: newValue) }
    }

    init(number: Int, record: AccountRecord, state: AccountState) {
        self.number = number
        self.record = record
        self.state = state
    }

    /// Creates an account of its parts.
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

    /// True for an account that stands for everything outside the house. It has no lower bound.
    package var isWorld: Bool { owner == nil }

    package var balance: Money { Money(minorUnits: state.balance, currency: currency) }

    package var held: Money { Money(minorUnits: state.held, currency: currency) }

    /// The balance without holds. The overdraft comes on top of it.
    package var available: Money { Money(minorUnits: state.available, currency: currency) }

    /// True when `amount` can be paid or held.
    ///
    /// - Parameter amount: Minor units, at most ``LedgerLimits/largestAmount``.
    package func covers(_ amount: Int64) -> Bool { isWorld || state.available >= amount - overdraft }

    /// Returns the id of the `world` account of a currency: the other side of deposits and withdrawals.
    package static func worldID(of currency: Currency) -> String { "world-\(currency.code)" }
}

/// The figures of an account after its last record.
package struct AccountState: Hashable, Sendable {
    /// Minor units.
    package var balance: Int64 = 0
    /// The held part of the balance, in minor units.
    package var held: Int64 = 0
    /// The number of its records, which is also the entry number of the last one.
    package var entries: Int64 = 0
    /// The sequence of its last record; 0 without records.
    package var lastTransfer: Int64 = 0

    /// The balance without holds, in minor units.
    package var available: Int64 { balance - held }
}

package typealias AccountStatus = LedgerSignal.AccountStatus

extension AccountStatus {
    /// The stored number. It never changes.
    var number: Int64 {
        switch self {
        case .active: 0
        case .frozen: 1
        case .closed: 2
        }
    }

    /// Creates the status of a stored number.
    init?(number: Int64) {
        guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = found
    }
}

/// An account before it is opened.
package struct AccountDraft: Hashable, Sendable {
    package let id: String
    /// The user who will own it; nil for a `world` account.
    package let owner: String?
    package let name: String
    package let currency: Currency

    /// Returns the draft of the `world` account of a currency.
    package static func world(_ currency: Currency) -> AccountDraft {
        AccountDraft(id: Account.worldID(of: currency), owner: nil, name: "Outside world", currency: currency)
    }
}

/// A kind of change of an account. The stored numbers never change.
package enum AccountChange: Int64, Hashable, Sendable, CaseIterable {
    case opened = 0
    case renamed = 1
    case frozen = 2
    case unfrozen = 3
    case closed = 4
    case overdraftSet = 5
}

/// The properties of an account, apart from its figures.
///
/// An immutable object instead of a value: rules pass an account on a dozen times per transfer, and a value would
/// retain each of its strings every time.
package final class AccountRecord: Sendable {
    let id: String
    let owner: String?
    let name: String
    let currency: Currency
    let status: AccountStatus
    let overdraft: Int64
    let limits: AccountLimits
    let openedAt: Instant

    init(
        id: String, owner: String?, name: String, currency: Currency, status: AccountStatus, overdraft: Int64,
        limits: AccountLimits = .none, openedAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.currency = currency
        self.status = status
        self.overdraft = overdraft
        self.limits = limits
        self.openedAt = openedAt
    }

    /// Returns a copy with the given properties replaced.
    func with(
        name: String? = nil, status: AccountStatus? = nil, overdraft: Int64? = nil, limits: AccountLimits? = nil
    ) -> AccountRecord {
        AccountRecord(
            id: id, owner: owner, name: name ?? self.name, currency: currency, status: status ?? self.status,
            overdraft: overdraft ?? self.overdraft, limits: limits ?? self.limits, openedAt: openedAt)
    }
}

extension AccountRecord: Hashable {
    package static func == (left: AccountRecord, right: AccountRecord) -> Bool {
        left === right
            || (left.id == right.id && left.owner == right.owner && left.name == right.name
                && left.currency == right.currency && left.status == right.status && left.overdraft == right.overdraft
                && left.limits == right.limits && left.openedAt == right.openedAt)
    }

    /// Hashes the id alone, which is unique.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The limits on payments from an account, in minor units of its currency. They count for every payee.
package struct AccountLimits: Codable, Hashable, Sendable {
    package static let none = AccountLimits()

    /// The largest amount of one transfer.
    package var perTransfer: Int64?
    /// The largest sum of payments on one day of the owner.
    package var daily: Int64?
    /// The amount above which a transfer needs a code.
    package var confirmAbove: Int64?

    /// True when `other` allows a payment that these limits forbid.
    package func isLoosened(by other: AccountLimits) -> Bool {
        [\AccountLimits.perTransfer, \.daily, \.confirmAbove].contains { limit in
            guard let mine = self[keyPath: limit] else { return false }
            return other[keyPath: limit].map { $0 > mine } ?? true
        }
    }

    /// True when changing to `other` sets the first `confirmAbove`. That change takes a code, as proof that the user
    /// has set up codes.
    package func takesCode(toBecome other: AccountLimits) -> Bool {
        confirmAbove == nil && other.confirmAbove != nil
    }
}

extension AccountLimits {
    package subscript(name: LedgerSignal.LimitName) -> Int64? {
        get {
            switch name {
            case .perTransfer: perTransfer
            case .daily: daily
            case .confirmAbove: confirmAbove
            }
        }
        set {
            switch name {
            case .perTransfer: perTransfer = newValue
            case .daily: daily = newValue
            case .confirmAbove: confirmAbove = newValue
            }
        }
    }
}
