import Reasons
import Signals

/// A field of an MT940 or MT942 message.
struct MT940Field {
    /// The tag without colons: `61`, `60F`.
    let tag: String
    /// The number of its first line in the file, from 1.
    let line: Int
    /// Its lines, the first without the tag.
    var lines: [Substring]
}

/// Splits MT940 and MT942 messages into fields, with or without the envelope of SWIFT and the headings of banks.
///
/// - Source: SWIFT User Handbook, Category 9, MT 940 and MT 942.
enum MT940Fields {
    /// A piece of a file.
    enum Piece {
        case field(MT940Field)
        /// The end of a message.
        case end
    }

    private static let longestLine = 4_096
    private static let longestField = 16_384
    /// The tags of the messages. Other texts between colons at the beginning of a line belong to the field before.
    private static let tags: Set<String> = [
        "13", "13D", "20", "21", "25", "25P", "28", "28C", "34F", "60F", "60M", "61", "62F", "62M", "64", "65", "86",
        "90C", "90D", "NS",
    ]

    /// True for a text that has the first fields of a message.
    static func areThere(in text: String) -> Bool {
        var isBegun = false
        for line in lines(of: text) {
            if line.hasPrefix(":20:") { isBegun = true }
            if isBegun, line.hasPrefix(":25:") || line.hasPrefix(":25P:") { return true }
        }
        return false
    }

    /// Passes each piece of a text to `take`, in order.
    static func read(_ text: String, _ take: (Piece) throws(LineProblem) -> Void) throws(LineProblem) {
        var field: MT940Field?
        var bytes = 0
        var number = 0
        for line in lines(of: text) {
            number += 1
            guard line.utf8.count <= longestLine else {
                throw LineProblem(number, .tooLongLine, ["most": .number(longestLine)])
            }
            var line = line
            if line.hasPrefix("{"), let block = line.firstRange(of: "{4:") {
                line = line[block.upperBound...]
                if let open = field { try take(.field(open)) }
                field = nil
                try take(.end)
            } else if line.hasPrefix("-}") || line == "-" || line.hasPrefix("{") {
                if let open = field { try take(.field(open)) }
                field = nil
                try take(.end)
                continue
            }
            if let (tag, rest) = tag(of: line) {
                if let open = field { try take(.field(open)) }
                field = MT940Field(tag: tag, line: number, lines: [rest])
                bytes = rest.utf8.count
            } else if field != nil {
                bytes += line.utf8.count
                guard bytes <= longestField else {
                    throw LineProblem(number, .tooLongValue, ["most": .number(longestField)])
                }
                field?.lines.append(line)
            }
        }
        if let open = field { try take(.field(open)) }
        try take(.end)
    }

    /// Returns the tag at the beginning of a line and the text after it; nil for a line that continues a field.
    private static func tag(of line: Substring) -> (String, Substring)? {
        guard line.first == ":", let end = line.dropFirst().prefix(4).firstIndex(of: ":") else { return nil }
        let tag = String(line[line.index(after: line.startIndex)..<end])
        return tags.contains(tag) ? (tag, line[line.index(after: end)...]) : nil
    }

    /// Returns the lines without their ends. Some files end lines with CR alone.
    private static func lines(of text: String) -> some Sequence<Substring> {
        let end: UInt8 = text.utf8.contains(0x0A) ? 0x0A : 0x0D
        return text.utf8.split(separator: end, omittingEmptySubsequences: false).lazy.map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line)
        }
    }
}
