import Signals

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
