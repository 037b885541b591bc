import Signals

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

extension AccountLimits {
    /// The limit of this name.
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
