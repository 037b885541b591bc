extension JSONParser {
    /// Scans a number.
    ///
    /// - Returns: True when it has neither a fraction nor an exponent.
    /// - Source: RFC 8259 section 6.
    mutating func scanNumber() throws(JSONSyntaxError) -> Bool {
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        try scanDigits()
        if bytes[first] == UInt8(ascii: "0"), position > first + 1 { throw failure(.invalidNumber, at: first) }
        var isInteger = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try scanDigits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try scanDigits()
        }
        return isInteger
    }

    /// Scans at least one digit.
    @inline(__always)
    private mutating func scanDigits() throws(JSONSyntaxError) {
        let first = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > first else { throw failure(position < bytes.count ? .invalidNumber : .unexpectedEnd) }
    }
}
