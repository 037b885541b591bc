/// A splitter of lines into fields.
public enum DelimitedLine {
    /// Returns the fields, without surrounding blanks and quotation marks.
    public static func fields(of line: ArraySlice<UInt8>, delimiter: UInt8) -> [[UInt8]] {
        var parts: [ArraySlice<UInt8>] = []
        split(line, delimiter: delimiter, into: &parts)
        return parts.map(Array.init)
    }

    /// Splits into an array that is reused for the next line, so that a long file needs no further memory.
    public static func split(_ line: ArraySlice<UInt8>, delimiter: UInt8, into fields: inout [ArraySlice<UInt8>]) {
        fields.removeAll(keepingCapacity: true)
        guard !line.contains(quote) else {
            splitQuoted(line, delimiter, &fields)
            return
        }
        var start = line.startIndex
        for index in line.indices where line[index] == delimiter {
            fields.append(trimmed(line[start..<index]))
            start = index + 1
        }
        fields.append(trimmed(line[start...]))
    }

    private static let quote = UInt8(ascii: "\"")

    private static func splitQuoted(
        _ line: ArraySlice<UInt8>, _ delimiter: UInt8, _ fields: inout [ArraySlice<UInt8>]
    ) {
        var field: [UInt8] = []
        var isQuoted = false
        for byte in line {
            if byte == quote {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                fields.append(trimmed(field[...]))
                field.removeAll(keepingCapacity: true)
            } else {
                field.append(byte)
            }
        }
        fields.append(trimmed(field[...]))
    }

    private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var rest = field
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
