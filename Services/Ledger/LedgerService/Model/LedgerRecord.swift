import Domain

/// An instruction to move money now.
package struct TransferOrder: Codable, Hashable, Sendable {
    package let kind: RecordKind
    /// The payer; for a deposit it follows from the currency.
    package let from: String
    /// The payee; for a withdrawal it follows from the currency.
    package let to: String
    package let amount: Money
    /// The purpose; may be empty.
    package let description: String
    package let category: String?
    /// True to move only the available part of the amount.
    package let isUpTo: Bool
    /// True to close the payer afterwards.
    package let closes: Bool

    package init(
        kind: RecordKind, from: String, to: String, amount: Money, description: String, category: String? = nil,
        isUpTo: Bool = false, closes: Bool = false
    ) {
        self.kind = kind
        self.from = from
        self.to = to
        self.amount = amount
        self.description = description
        self.category = category
        self.isUpTo = isUpTo
        self.closes = closes
    }
}

/// The content of a record before it is written.
package struct RecordDraft: Hashable, Sendable {
    package let kind: RecordKind
    /// The amount moved, held or released.
    package let amount: Money
    /// The decrease of the held amount: all of the settled hold.
    package var released: Int64 = 0
    /// The sequence of the record that it acts on.
    package var target: Int64?
    package var targetNumber: Int64?
    /// The booking time, if it had to be known before: not earlier than ``LedgerTransaction/nextBooking``.
    package var bookedAt: Instant?
    /// When it happened, if not when it is booked.
    package var occurredAt: Instant?
    /// The purpose; may be empty.
    package var description = ""
    package var category: String?
    /// Details that few records have.
    package var details: RecordDetails?

    package init(_ kind: RecordKind, _ amount: Money) {
        self.kind = kind
        self.amount = amount
    }

    /// True when the record counts as spending. A statement row does not: its money left the bank's account before.
    var isSpent: Bool { details?.isOfImport != true }
}

/// A record with both sides. One side pays exactly what the other receives.
///
/// A transfer has one record. With a hold it has two: the hold and its settlement.
package struct LedgerRecord: Hashable, Sendable {
    /// The number among all records: 1, 2, 3 ... without gaps. It stays inside the service, since it tells how many
    /// records exist.
    package let sequence: Int64
    /// The public number. It grows with the sequence.
    package let number: Int64
    package let kind: RecordKind
    /// The amount moved, held or released.
    package let amount: Money
    /// The payer's side.
    package let payer: LedgerEntry
    /// The payee's side. Its figures are 0 when no money moved.
    package let payee: LedgerEntry
    /// The sequence of the record that it acts on.
    package let target: Int64?
    /// The number of the record that it acts on.
    package let targetNumber: Int64?
    /// When it happened, if not when it was booked.
    package let occurredAt: Instant?
    /// The purpose; may be empty.
    package let description: String
    package let category: String?
    /// Details that few records have.
    package let details: RecordDetails?
    /// When it was booked. Later records have later times.
    package let bookedAt: Instant

    /// The id of the transfer, the same for its hold and its settlement.
    package var id: String { Self.id(of: kind.settlesHold ? targetNumber ?? number : number) }

    /// Returns the id of the transfer that the record of a number made.
    package static func id(of number: Int64) -> String { RecordNumber.id("t", number) }

    /// Returns the number in an id; nil for an invalid id.
    package static func number(in id: String) -> Int64? { RecordNumber.number("t", in: id) }
}

/// One side of a record.
package struct LedgerEntry: Hashable, Sendable {
    /// The id of the account.
    package let account: String
    /// The owner; nil for a `world` account.
    package let owner: String?
    /// The number among the records of the account: 1, 2, 3 ... without gaps.
    package let entry: Int64
    /// The balance afterwards, in minor units.
    package let balance: Int64
    /// The held amount afterwards, in minor units.
    package let held: Int64

    /// The available amount afterwards, in minor units.
    package var available: Int64 { balance - held }
}

/// A transfer with the records that made, settled and reversed it.
package struct TransferHistory: Hashable, Sendable {
    /// The record that moved or held the money.
    package let made: LedgerRecord
    /// The record that settled the hold, if there was one.
    package let settled: LedgerRecord?
    /// The record that reversed it.
    package let reversed: LedgerRecord?

    /// The last record apart from a reversal.
    package var newest: LedgerRecord { settled ?? made }
}

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

/// The public number of a record, used in ids and as `sequence` on the wire: the microsecond at which it was booked.
///
/// No two records share a microsecond, so the number is unique. It tells nothing that `createdAt` does not. Records
/// older than this rule keep their sequence as the number: those up to `last_counted` (decision 18).
enum RecordNumber {
    /// Smaller numbers are written in decimal, as in old ids. No house has so many records, and this many microseconds
    /// after 1970 it was 13 January.
    private static let leastMoment: Int64 = 1 << 40

    /// Returns the id of a number.
    static func id(_ prefix: Unicode.Scalar, _ number: Int64) -> String {
        number < leastMoment ? "\(prefix)\(number)" : Identifier.numbered(prefix, UInt64(number))
    }

    /// Returns the number in an id; nil for an invalid id. Each number has one spelling: `t1`, never `t01` or `t+1`.
    static func number(_ prefix: Unicode.Scalar, in id: String) -> Int64? {
        if let number = Identifier.number(prefix, in: id) {
            return Int64(number) < leastMoment ? nil : Int64(number)
        }
        guard id.unicodeScalars.first == prefix, let number = Int64(id.dropFirst()), (1..<leastMoment).contains(number),
            self.id(prefix, number) == id
        else { return nil }
        return number
    }
}

/// Details that few records have. Stored as a JSON object.
package struct RecordDetails: Codable, Hashable, Sendable {
    /// The expiry of a hold.
    package var expiresAt: Instant?
    /// When the settled hold was made.
    package var heldAt: Instant?
    /// The amount of the settled hold in minor units.
    package var heldMinor: Int64?
    /// The number of the reversed record; in old records its sequence.
    package var reversedNumber: Int64?
    /// The reason of a reversal.
    package var reason: String?
    /// The reference of the statement row that the record books.
    package var reference: String?
    /// The rate of an exchange.
    package var rate: String?
    /// The source of the rate.
    package var rateSource: String?
    /// When the rate was valid.
    package var rateAsOf: Instant?
    /// The id of the other record of an exchange.
    package var otherLeg: String?
    /// The id of the schedule that made it.
    package var schedule: String?
    /// The occurrence of the schedule: 1, 2, 3 ...
    package var occurrence: Int?
    /// The id of the mandate that allowed it.
    package var mandate: String?
    /// The number of the import that booked it, or that a reversal undoes.
    package var imported: Int64?
}

extension RecordDetails {
    /// True for a record that books a statement row or reverses one with its import.
    var isOfImport: Bool { reference != nil || imported != nil }
}
