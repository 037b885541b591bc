import Domain

/// The end of a page for one filter of one user: the content of `nextCursor`.
struct PageCursor: Hashable, Sendable {
    /// The position of the last movement of the page.
    let position: MovementPosition
    private let fingerprint: UInt64

    private static let digits = 16

    /// Creates the cursor at the end of a page of `filter`.
    init(after position: MovementPosition, filter: MovementFilter, userID: String) {
        self.position = position
        fingerprint = Self.fingerprint(of: filter, userID)
    }

    /// Reads a cursor; nil for text that is not a cursor, or belongs to another filter or another user.
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

    /// 48 digits, opaque to clients.
    var text: String {
        Self.hexadecimal(UInt64(bitPattern: position.time.microseconds))
            + Self.hexadecimal(UInt64(bitPattern: position.key.number)) + Self.hexadecimal(fingerprint)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Returns the FNV-1a hash of everything that decides the content of a list. It guards against mistakes, not
    /// against attacks: a forged cursor shows only the user's own movements.
    private static func fingerprint(of filter: MovementFilter, _ userID: String) -> UInt64 {
        var parts: [String?] = [
            userID, filter.accountID, filter.side.map { "\($0)" }, filter.period.start.map { "\($0.microseconds)" },
            filter.period.end.map { "\($0.microseconds)" }, filter.atLeast.map { "\($0.thousandths)" },
            filter.atMost.map { "\($0.thousandths)" }, filter.category, filter.counterparty.map { "\($0)" },
            filter.isReversed.map { "\($0)" }, filter.isOwn.map { "\($0)" }, filter.isUndone.map { "\($0)" },
            "\(filter.isContradiction)", filter.text.map { _ in "" },
        ]
        parts += filter.text?.parts ?? []
        for condition in filter.conditions { parts += condition.parts }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for part in parts {
            part?.utf8.forEach(add)
            // Bytes that never occur in UTF-8 separate the fields and distinguish an empty field from nil.
            add(part == nil ? 0xff : 0xfe)
        }
        return hash
    }
}
