/// A kind of record. The stored numbers never change; 9 and above are free.
package enum RecordKind: Int64, Codable, Hashable, Sendable, CaseIterable {
    /// Money moved between two accounts.
    case transfer = 0
    /// Money came from outside the house.
    case deposit = 1
    /// Money left the house.
    case withdrawal = 2
    /// Money was held for the payee.
    case hold = 3
    /// Held money moved, all or a part of it. The rest was released.
    case post = 4
    /// Held money was released by the payer or the payee.
    case void = 5
    /// Held money was released at its expiry.
    case expiry = 6
    /// A transfer was reversed.
    case reversal = 7
    /// One half of an exchange, between an account and the `world` account of its currency.
    case exchange = 8

    /// True when money moved. A record that moves none changes the payer only.
    package var movesMoney: Bool {
        switch self {
        case .transfer, .deposit, .withdrawal, .post, .reversal, .exchange: true
        case .hold, .void, .expiry: false
        }
    }

    /// True when the record ends the hold that its target names.
    package var settlesHold: Bool { self == .post || self == .void || self == .expiry }
}
