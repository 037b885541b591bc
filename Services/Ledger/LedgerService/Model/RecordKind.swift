/// What a record of the books says. The numbers are for ever; 9 and on are free.
package enum RecordKind: Int64, Codable, Hashable, Sendable, CaseIterable {
    /// Money moved between two accounts of the books.
    case transfer = 0
    /// Money came from the world into the books.
    case deposit = 1
    /// Money went from the books into the world.
    case withdrawal = 2
    /// Money of the payer was put aside for the payee.
    case hold = 3
    /// Held money, or a part of it, moved; the rest is free again.
    case post = 4
    /// Held money is free again: the payer or the payee said so.
    case void = 5
    /// Held money is free again: its time ran out.
    case expiry = 6
    /// Money that had moved moved back.
    case reversal = 7
    /// Money of one currency went into the world, or came from it, for money of another currency.
    case exchange = 8

    /// Whether money moved. A record that moves none touches the payer alone.
    package var movesMoney: Bool {
        switch self {
        case .transfer, .deposit, .withdrawal, .post, .reversal, .exchange: true
        case .hold, .void, .expiry: false
        }
    }

    /// Whether it ends a hold, the one its target names.
    package var settlesHold: Bool { self == .post || self == .void || self == .expiry }
}
