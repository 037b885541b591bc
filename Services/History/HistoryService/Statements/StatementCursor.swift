import Domain

/// Where a part of a statement ended, and what the next one has to know: what `nextCursor` stands for.
struct StatementCursor: Hashable, Sendable {
    /// The last row of the part.
    let place: StatementPlace
    /// Rows booked after this one are not of the statement, in whatever part they would fall.
    let newest: MovementKey
    /// What was in the account after the last row.
    let balance: Int64

    private static let digits = 16

    init(place: StatementPlace, newest: MovementKey, balance: Int64) {
        self.place = place
        self.newest = newest
        self.balance = balance
    }

    /// Reads a cursor; nil for a text that is none, or that belongs to another statement.
    init?(_ text: String, of statement: String) {
        guard text.utf8.count == 5 * Self.digits, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        var numbers: [UInt64] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let number = UInt64(rest.prefix(Self.digits), radix: 16) else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(Self.digits)
        }
        guard numbers.count == 5, numbers[4] == Self.fingerprint(of: statement) else { return nil }
        let signed = numbers.map { Int64(bitPattern: $0) }
        place = StatementPlace(time: Instant(microseconds: signed[0]), key: MovementKey(number: signed[1]))
        newest = MovementKey(number: signed[2])
        balance = signed[3]
    }

    /// 80 digits, opaque to everybody else.
    ///
    /// - Parameter statement: Everything that tells this statement from others.
    func text(of statement: String) -> String {
        let numbers = [place.time.microseconds, place.key.number, newest.number, balance].map {
            UInt64(bitPattern: $0)
        }
        return (numbers + [Self.fingerprint(of: statement)]).map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: Self.digits - text.utf8.count) + text
        }.joined()
    }

    /// FNV-1a. It guards against mistakes, not against people: whatever somebody makes of a cursor, they see their own
    /// account only.
    private static func fingerprint(of statement: String) -> UInt64 {
        statement.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
