import TestSupport

/// Generates JSON texts, valid and corrupted ones.
enum RandomJSON {
    private static let spaces = ["", "", "", " ", "\n", "\t ", "\r\n"]
    private static let pieces = [
        "a", "name", "Ж", "€", "😀", "e\u{301}", "\u{7F}", "\u{FFFF}", "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\t",
        "\\r",
        "\\u0041", "\\u0000", "\\u044F", "\\uD83D\\uDE00", "\\uFFFF", "long plain text of many letters", " ", "'", "{",
        "]", ",",
    ]
    private static let numbers = [
        "0", "-0", "1", "-1", "9", "10", "255", "256", "-128", "65536", "9007199254740993", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "0.5", "1.0", "-0.0", "1e3", "1E-3", "2.5e+10", "1e308",
        "123456789.125",
    ]

    static func value(_ numbers: inout SeededGenerator, depth: Int = 0) -> String {
        let space = numbers.one(of: spaces)
        let kind = numbers.below(depth < 6 ? 9 : 6)
        let text =
            switch kind {
            case 0: "null"
            case 1: numbers.below(2) == 0 ? "true" : "false"
            case 2, 3: Self.numbers[numbers.below(Self.numbers.count)]
            case 4, 5: string(&numbers)
            case 6, 7:
                "[" + (0..<numbers.below(5)).map { _ in value(&numbers, depth: depth + 1) }.joined(separator: ",")
                    + numbers.one(of: spaces) + "]"
            default: object(&numbers, depth: depth)
            }
        return space + text + numbers.one(of: spaces)
    }

    static func string(_ numbers: inout SeededGenerator) -> String {
        "\"" + (0..<numbers.below(5)).map { _ in numbers.one(of: pieces) }.joined() + "\""
    }

    private static func object(_ numbers: inout SeededGenerator, depth: Int) -> String {
        // Occasionally more members than are compared pairwise.
        let count = numbers.below(12) == 0 ? 14 + numbers.below(12) : numbers.below(5)
        let members = (0..<count).map { position in
            let name = "\"\(position)" + string(&numbers).dropFirst()
            return numbers.one(of: spaces) + name + numbers.one(of: spaces) + ":" + value(&numbers, depth: depth + 1)
        }
        return "{" + members.joined(separator: ",") + numbers.one(of: spaces) + "}"
    }

    private static let spoilers: [UInt8] =
        Array("{}[]\",:\\u0eE+-. tfn19\n/".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC0, 0xED, 0xEF, 0xF4, 0xFF]

    /// Changes a few bytes.
    static func spoil(_ bytes: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...numbers.below(3) {
            let position = numbers.below(bytes.count + 1)
            switch numbers.below(6) {
            case 0 where position < bytes.count: bytes.remove(at: position)
            case 1: bytes.insert(numbers.one(of: spoilers), at: position)
            case 2 where position < bytes.count: bytes[position] = numbers.one(of: spoilers)
            case 3 where position < bytes.count: bytes[position] ^= 1 << UInt8(numbers.below(8))
            case 4: bytes.removeLast(bytes.count - position)
            default:
                let start = numbers.below(bytes.count + 1)
                let end = min(bytes.count, start + numbers.below(12))
                bytes.insert(contentsOf: Array(bytes[start..<end]), at: position)
            }
        }
        return bytes
    }
}
