import Domain

/// The end of a part of a statement with the state for the next one: the content of `nextCursor`.
struct StatementCursor: Hashable, Sendable {
    /// The last row of the part.
    let place: StatementPlace
    /// The newest row of the statement. Rows booked after it do not belong to it, in any part.
    let newest: MovementKey
    /// The balance after the last row.
    let balance: Int64

    private static let digits = 16

    init(place: StatementPlace, newest: MovementKey, balance: Int64) {
        self.place = place
        self.newest = newest
        self.balance = balance
    }

    /// Reads a cursor; nil for text that is not a cursor, or belongs to another statement.
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

    /// 80 digits, opaque to clients.
    ///
    /// - Parameter statement: Everything that distinguishes this statement from others.
    func text(of statement: String) -> String {
        let numbers = [place.time.microseconds, place.key.number, newest.number, balance].map {
            UInt64(bitPattern: $0)
        }
        return (numbers + [Self.fingerprint(of: statement)]).map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: Self.digits - text.utf8.count) + text
        }.joined()
    }

    /// Returns an FNV-1a hash. It guards against mistakes, not against attacks: a forged cursor shows only the user's
    /// own account.
    private static func fingerprint(of statement: String) -> UInt64 {
        statement.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
