import Domain

/// What the owner of an account allows to leave it, whoever gets it: minor units of its currency.
package struct AccountLimits: Codable, Hashable, Sendable {
    /// No limits.
    package static let none = AccountLimits()

    /// The most that one transfer may take.
    package var perTransfer: Int64?
    /// The most that may leave on one day of the owner.
    package var daily: Int64?
    /// What is more than this needs a code.
    package var confirmAbove: Int64?

    /// Whether `other` allows something that this does not.
    package func isLoosened(by other: AccountLimits) -> Bool {
        [\AccountLimits.perTransfer, \.daily, \.confirmAbove].contains { limit in
            guard let mine = self[keyPath: limit] else { return false }
            return other[keyPath: limit].map { $0 > mine } ?? true
        }
    }

    /// Whether a change to `other` takes a code and nothing else: asking for codes proves that there are some.
    package func takesCode(toBecome other: AccountLimits) -> Bool {
        confirmAbove == nil && other.confirmAbove != nil
    }
}

/// One of the limits of an account.
package enum LimitName: String, CaseIterable, Hashable, Sendable {
    case perTransfer, daily, confirmAbove
}

extension AccountLimits {
    /// The limit of this name.
    package subscript(name: LimitName) -> Int64? {
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

/// The limits of an account at a moment, and what was used of them.
package struct LimitsReport: Codable, Hashable, Sendable {
    /// The account.
    package let account: String
    /// What the limits are counted in.
    package let currency: Currency
    /// The limits.
    package let limits: AccountLimits
    /// Minor units that left on the day of ``asOf``.
    package let spent: Int64
    /// The moment.
    package let asOf: Instant
    /// When the next day begins; nil in a report that was kept while days were those of UTC.
    package let resetsAt: Instant?

    /// - Parameter spending: What left the account on the day of the moment.
    package init(
        of account: Account, limits: AccountLimits, spending: DailySpending, at now: Instant, in zone: TimeZone
    ) {
        self.account = account.id
        currency = account.currency
        self.limits = limits
        spent = spending.amount
        asOf = now
        resetsAt = spending.day.next(in: zone)
    }
}
