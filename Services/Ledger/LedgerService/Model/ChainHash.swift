/// The hash of a record and of all records before it: 32 bytes.
package struct ChainHash: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// The hash before the first record: all zero.
    package static let none = ChainHash(0, 0, 0, 0)

    /// Creates a hash of its bytes in memory order, eight at a time.
    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = SIMD4(first, second, third, fourth)
    }

    /// Creates a hash of its bytes; nil unless there are 32.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        self.init(word(0), word(1), word(2), word(3))
    }

    /// Lends the bytes to `body`.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes(of: words, body)
    }

    /// The hash as 64 digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return withUnsafeBytes(of: words) { bytes in
            String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}
