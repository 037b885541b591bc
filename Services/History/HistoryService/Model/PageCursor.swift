import Domain

/// Where a page ended, for one filter of one user: what `nextCursor` stands for.
struct PageCursor: Hashable, Sendable {
    /// Where the last movement of the page stands.
    let position: MovementPosition
    private let fingerprint: UInt64

    private static let digits = 16

    /// The end of a page of `filter`.
    init(after position: MovementPosition, filter: MovementFilter, userID: String) {
        self.position = position
        fingerprint = Self.fingerprint(of: filter, userID)
    }

    /// Reads a cursor; nil for a text that is none, or that belongs to another filter or another user.
    init?(_ text: String, filter: MovementFilter, userID: String) {
        guard text.utf8.count == 3 * Self.digits, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        let bytes = Array(text.utf8)
        let numbers = (0..<3).compactMap { part in
            UInt64(String(decoding: bytes[(part * Self.digits)..<((part + 1) * Self.digits)], as: UTF8.self), radix: 16)
        }
        guard numbers.count == 3, numbers[1] <= UInt64(Int64.max),
            numbers[2] == Self.fingerprint(of: filter, userID)
        else { return nil }
        position = MovementPosition(
            time: Instant(microseconds: Int64(bitPattern: numbers[0])),
            key: MovementKey(number: Int64(bitPattern: numbers[1])))
        fingerprint = numbers[2]
    }

    /// 48 digits, opaque to everybody else.
    var text: String {
        Self.hexadecimal(UInt64(bitPattern: position.time.microseconds))
            + Self.hexadecimal(UInt64(bitPattern: position.key.number)) + Self.hexadecimal(fingerprint)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// FNV-1a of everything that decides what a list holds. It guards against mistakes, not against people: whatever
    /// somebody makes of it, they see their own movements only.
    private static func fingerprint(of filter: MovementFilter, _ userID: String) -> UInt64 {
        var parts: [String?] = [
            userID, filter.accountID, filter.side.map { "\($0)" }, filter.period.start.map { "\($0.microseconds)" },
            filter.period.end.map { "\($0.microseconds)" }, filter.atLeast.map { "\($0.thousandths)" },
            filter.atMost.map { "\($0.thousandths)" }, filter.category, filter.counterparty.map { "\($0)" },
            filter.isReversed.map { "\($0)" }, filter.isOwn.map { "\($0)" }, filter.isUndone.map { "\($0)" },
            "\(filter.isContradiction)", filter.text.map { _ in "" },
        ]
        for phrase in filter.text?.phrases ?? [] { parts += phrase.words + [nil, "\(phrase.isBeginning)"] }
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
