import CGMP

/// A whole number of any size.
///
/// GMP ends the process when memory is exhausted, so the size of untrusted numbers has to be limited before.
/// - Source: The GNU Multiple Precision Arithmetic Library 6.2, chapter 5, "Integer Functions".
public struct BigInteger: ~Copyable {
    private var number = __mpz_struct()

    /// Creates the number `value`.
    public init(_ value: Int = 0) { __gmpz_init_set_si(&number, value) }

    /// Creates ten to the power of `exponent`.
    public init(tenToThe exponent: UInt) {
        __gmpz_init(&number)
        __gmpz_ui_pow_ui(&number, 10, exponent)
    }

    /// Parses ASCII digits; nil when the text is empty or contains anything else.
    public init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            return nil
        }
        let text = digits.map { CChar(bitPattern: $0) } + [0]
        __gmpz_init(&number)
        __gmpz_set_str(&number, text, 10)
    }

    deinit {
        var number = number
        __gmpz_clear(&number)
    }

    /// The number of bits of the absolute value.
    public var bitCount: Int { Self.reading(self) { __gmpz_sizeinbase($0, 2) } }

    /// The sign: -1, 0 or 1.
    public var signum: Int { Int(number._mp_size.signum()) }

    /// The number, if it fits 64 bits.
    public var int: Int? { Self.reading(self) { __gmpz_fits_slong_p($0) != 0 ? __gmpz_get_si($0) : nil } }

    /// Copies the value of `other`.
    public mutating func set(to other: borrowing BigInteger) { Self.reading(other) { __gmpz_set(&number, $0) } }

    /// Adds.
    public static func += (left: inout BigInteger, right: borrowing BigInteger) {
        reading(right) { right in left.change { __gmpz_add($0, $0, right) } }
    }

    /// Multiplies.
    public static func *= (left: inout BigInteger, right: borrowing BigInteger) {
        reading(right) { right in left.change { __gmpz_mul($0, $0, right) } }
    }

    /// Multiplies.
    public static func *= (left: inout BigInteger, right: Int) {
        left.change { __gmpz_mul_si($0, $0, right) }
    }

    /// Negates the number.
    public mutating func negate() { change { __gmpz_neg($0, $0) } }

    /// Divides by a divisor without remainder.
    public mutating func divideExactly(by divisor: borrowing BigInteger) {
        Self.reading(divisor) { divisor in change { __gmpz_divexact($0, $0, divisor) } }
    }

    /// Divides by a divisor other than 0, rounding down, and stores the rest in `remainder`.
    public mutating func divide(by divisor: borrowing BigInteger, remainder: inout BigInteger) {
        Self.reading(divisor) { divisor in
            remainder.change { remainder in change { __gmpz_fdiv_qr($0, remainder, $0, divisor) } }
        }
    }

    /// Replaces the number by the least common multiple with `other`.
    public mutating func makeLeastCommonMultiple(with other: borrowing BigInteger) {
        Self.reading(other) { other in change { __gmpz_lcm($0, $0, other) } }
    }

    /// The absolute value in words of 64 bits, lowest first.
    public var words: [UInt64] {
        let count = (bitCount + 63) / 64
        return [UInt64](unsafeUninitializedCapacity: count) { buffer, written in
            var used = 0
            _ = Self.reading(self) { __gmpz_export(buffer.baseAddress, &used, -1, 8, 0, 0, $0) }
            written = used
        }
    }

    private static func reading<Value>(
        _ integer: borrowing BigInteger, _ body: (UnsafePointer<__mpz_struct>) -> Value
    ) -> Value {
        // The struct only points to the digits, so a copy represents the same number.
        var number = integer.number
        return body(&number)
    }

    private mutating func change(_ body: (UnsafeMutablePointer<__mpz_struct>) -> Void) {
        withUnsafeMutablePointer(to: &number) { body($0) }
    }
}
