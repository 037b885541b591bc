import CGMP

/// A whole number of any size.
///
/// GMP ends the process when memory runs out, so whoever makes numbers of strangers' texts bounds their size first.
/// - Source: The GNU Multiple Precision Arithmetic Library 6.2, chapter 5, "Integer Functions".
public struct BigInteger: ~Copyable {
    private var number = __mpz_struct()

    /// The number `value`.
    public init(_ value: Int = 0) { __gmpz_init_set_si(&number, value) }

    /// Ten to the power of `exponent`.
    public init(tenToThe exponent: UInt) {
        __gmpz_init(&number)
        __gmpz_ui_pow_ui(&number, 10, exponent)
    }

    /// The number that ASCII digits write; nil when there are none or something else is among them.
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

    /// How many bits its absolute value needs.
    public var bitCount: Int { Self.reading(self) { __gmpz_sizeinbase($0, 2) } }

    /// Below zero -1, above it 1.
    public var signum: Int { Int(number._mp_size.signum()) }

    /// The number, if 64 bits hold it.
    public var int: Int? { Self.reading(self) { __gmpz_fits_slong_p($0) != 0 ? __gmpz_get_si($0) : nil } }

    /// Makes it the same as `other`.
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

    /// Changes the sign.
    public mutating func negate() { change { __gmpz_neg($0, $0) } }

    /// Divides by a divisor that leaves no remainder.
    public mutating func divideExactly(by divisor: borrowing BigInteger) {
        Self.reading(divisor) { divisor in change { __gmpz_divexact($0, $0, divisor) } }
    }

    /// Divides by a divisor that is not 0, rounding down, and leaves what remains in `remainder`.
    public mutating func divide(by divisor: borrowing BigInteger, remainder: inout BigInteger) {
        Self.reading(divisor) { divisor in
            remainder.change { remainder in change { __gmpz_fdiv_qr($0, remainder, $0, divisor) } }
        }
    }

    /// Makes it the least number that both it and `other` divide.
    public mutating func makeLeastCommonMultiple(with other: borrowing BigInteger) {
        Self.reading(other) { other in change { __gmpz_lcm($0, $0, other) } }
    }

    /// The absolute value in words of 64 bits, the lowest first.
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
        // The struct only points to the digits, so a copy of it reads the same number.
        var number = integer.number
        return body(&number)
    }

    private mutating func change(_ body: (UnsafeMutablePointer<__mpz_struct>) -> Void) {
        withUnsafeMutablePointer(to: &number) { body($0) }
    }
}
