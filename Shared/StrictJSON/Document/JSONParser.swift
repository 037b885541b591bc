/// The single pass over the bytes that builds the tape.
///
/// It is a loop and not a recursion, so deep nesting cannot exhaust the stack. While a container is open, its entry's
/// `next` holds the index of its parent, so no second stack is needed.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var position = 0
    var entries: [JSONEntry] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        // Our messages have a value or name every 10 to 14 bytes. The array grows for denser texts.
        entries.reserveCapacity(min(bytes.count / 8 + 4, limits.maximumValues))
    }

    mutating func parse() throws(JSONSyntaxError) -> [JSONEntry] {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw failure(.byteOrderMark, at: 0)
        }
        try parseValues()
        skipWhiteSpace()
        guard position == bytes.count else { throw failure(.trailingBytes) }
        return entries
    }

    private mutating func parseValues() throws(JSONSyntaxError) {
        var open = -1  // tape index of the innermost open container
        var isInObject = false
        var depth = 0
        while true {
            // A value begins here.
            skipWhiteSpace()
            guard position < bytes.count else { throw failure(.unexpectedEnd) }
            if open >= 0 { entries[open].countOneMore() }
            let start = position
            switch bytes[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                isInObject = bytes[start] == UInt8(ascii: "{")
                guard depth < limits.maximumDepth else { throw failure(.tooDeep) }
                depth += 1
                let index = entries.count
                try append(JSONEntry(isInObject ? .object : .array, start: start, end: 0, next: open))
                open = index
                position += 1
                skipWhiteSpace()
                guard position < bytes.count else { throw failure(.unexpectedEnd) }
                if bytes[position] != (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isInObject { try parseName(of: open) }
                    continue
                }
            case UInt8(ascii: "\""):
                let hasEscapes = try scanString()
                try append(JSONEntry(.string, start: start, end: position, next: entries.count + 1, flag: hasEscapes))
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let isInteger = try scanNumber()
                try append(JSONEntry(.number, start: start, end: position, next: entries.count + 1, flag: isInteger))
            case UInt8(ascii: "t"): try parseLiteral("true", .true)
            case UInt8(ascii: "f"): try parseLiteral("false", .false)
            case UInt8(ascii: "n"): try parseLiteral("null", .null)
            default: throw failure(.unexpectedCharacter)
            }
            // After a value, or at the end of an empty container: close the containers that end here.
            while true {
                if open < 0 { return }
                skipWhiteSpace()
                guard position < bytes.count else { throw failure(.unexpectedEnd) }
                let byte = bytes[position]
                if byte == UInt8(ascii: ",") {
                    position += 1
                    if isInObject { try parseName(of: open) }
                    break
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw failure(.unexpectedCharacter)
                }
                position += 1
                if isInObject { try refuseDuplicateNames(of: open) }
                let parent = entries[open].next
                entries[open].end = UInt32(truncatingIfNeeded: position)
                entries[open].next = UInt32(truncatingIfNeeded: entries.count)
                open = parent == UInt32.max ? -1 : Int(parent)
                isInObject = open >= 0 && entries[open].kind == .object
                depth -= 1
            }
        }
    }

    /// Parses a name and its colon.
    private mutating func parseName(of object: Int) throws(JSONSyntaxError) {
        skipWhiteSpace()
        guard position < bytes.count else { throw failure(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedCharacter) }
        let start = position
        let hasEscapes = try scanString()
        if hasEscapes { entries[object].setFlag() }
        try append(JSONEntry(.string, start: start, end: position, next: entries.count + 1, flag: hasEscapes))
        skipWhiteSpace()
        guard position < bytes.count else { throw failure(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: ":") else { throw failure(.unexpectedCharacter) }
        position += 1
    }

    private mutating func parseLiteral(_ text: StaticString, _ kind: JSONKind) throws(JSONSyntaxError) {
        let start = position
        let literal = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for byte in literal {
            guard position < bytes.count else { throw failure(.unexpectedEnd) }
            guard bytes[position] == byte else { throw failure(.unexpectedCharacter) }
            position += 1
        }
        try append(JSONEntry(kind, start: start, end: position, next: entries.count + 1))
    }

    @inline(__always)
    private mutating func append(_ entry: JSONEntry) throws(JSONSyntaxError) {
        guard entries.count < limits.maximumValues else { throw failure(.tooManyValues) }
        entries.append(entry)
    }

    @inline(__always)
    private mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func failure(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason, at: offset ?? position)
    }
}
