/// The limits for hostile messages.
public struct JSONLimits: Hashable, Sendable {
    /// The longest accepted text, in bytes. Default 1 MiB, range 1 … 2^31.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects. Default 32; 0 allows scalars only.
    public var maximumDepth: Int
    /// The largest number of values and member names together. Default 400,000, range 1 … 2^24.
    public var maximumValues: Int

    /// The largest ``maximumValues``: the tape's counts are 24 bits.
    private static let mostValues = 1 << 24

    /// Returns limits for a text whose length was bounded before: only its depth is bounded, and its values by what the
    /// parser can count.
    public static func ofLength(_ byteCount: Int, maximumDepth: Int = 64) -> JSONLimits {
        JSONLimits(
            maximumBytes: max(1, byteCount), maximumDepth: maximumDepth,
            maximumValues: min(max(1, byteCount), mostValues))
    }

    /// Creates limits.
    ///
    /// - Precondition: Each limit is in its range.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumValues: Int = 400_000) {
        precondition(
            (1...1 << 31).contains(maximumBytes), "maximumBytes must be 1 … 2^31: the tape's offsets are 32 bits")
        precondition(maximumDepth >= 0, "maximumDepth must not be negative")
        precondition(
            (1...Self.mostValues).contains(maximumValues),
            "maximumValues must be 1 … 2^24: the tape's counts are 24 bits")
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }
}
