import Domain

/// Where a page ended, for one filter of one user: what `nextCursor` stands for.
struct PageCursor: Hashable, Sendable {
    /// The last movement of the page.
    let key: MovementKey
    private let fingerprint: UInt64

    private static let digits = 16

    /// The end of a page of `filter`.
    init(after key: MovementKey, filter: MovementFilter, userID: String) {
        self.key = key
        fingerprint = Self.fingerprint(of: filter, userID)
    }

    /// Reads a cursor; nil for a text that is none, or that belongs to another filter or another user.
    init?(_ text: String, filter: MovementFilter, userID: String) {
        guard text.utf8.count == 2 * Self.digits, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let number = Int64(text.prefix(Self.digits), radix: 16),
            let fingerprint = UInt64(text.suffix(Self.digits), radix: 16),
            fingerprint == Self.fingerprint(of: filter, userID)
        else { return nil }
        key = MovementKey(number: number)
        self.fingerprint = fingerprint
    }

    /// 32 digits, opaque to everybody else.
    var text: String { Self.hexadecimal(UInt64(bitPattern: key.number)) + Self.hexadecimal(fingerprint) }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// FNV-1a of everything that decides what a list holds. It guards against mistakes, not against people: whatever
    /// somebody makes of it, they see their own movements only.
    private static func fingerprint(of filter: MovementFilter, _ userID: String) -> UInt64 {
        let parts: [String?] = [
            userID, filter.accountID, filter.side.map { "\($0)" }, filter.period.start.map { "\($0.microseconds)" },
            filter.period.end.map { "\($0.microseconds)" }, filter.text, filter.atLeast.map { "\($0.thousandths)" },
            filter.atMost.map { "\($0.thousandths)" }, filter.category,
        ]
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for part in parts {
            part?.utf8.forEach(add)
            // Bytes that no UTF-8 has part the fields, and tell an empty one from none.
            add(part == nil ? 0xff : 0xfe)
        }
        return hash
    }
}
