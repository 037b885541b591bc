extension Identifier {
    /// The number of digits in an id that sorts by its number.
    public static let numberLength = 12

    /// Returns the id of a number: `prefix` and 12 digits of base 32, highest digit first.
    ///
    /// A number of microseconds since 1970 begins with a zero until the year 3111, which no decimal number does.
    /// - Precondition: The prefix is a letter and the number is below 2⁶⁰.
    public static func numbered(_ prefix: Unicode.Scalar, _ number: UInt64) -> String {
        precondition(prefix.isASCII && number >> (5 * UInt64(numberLength)) == 0, "The number has too many digits.")
        return String(unsafeUninitializedCapacity: numberLength + 1) { bytes in
            bytes[0] = UInt8(ascii: prefix)
            var rest = number
            for place in stride(from: numberLength, to: 0, by: -1) {
                bytes[place] = alphabet[Int(rest & 31)]
                rest >>= 5
            }
            return numberLength + 1
        }
    }

    /// Returns the number in an id made by ``numbered(_:_:)``; nil for any other text.
    public static func number(_ prefix: Unicode.Scalar, in id: String) -> UInt64? {
        let bytes = id.utf8
        guard bytes.count == numberLength + 1, bytes.first == UInt8(ascii: prefix) else { return nil }
        var number: UInt64 = 0
        for byte in bytes.dropFirst() {
            guard let digit = alphabet.firstIndex(of: byte) else { return nil }
            number = number << 5 | UInt64(digit)
        }
        return number
    }
}
