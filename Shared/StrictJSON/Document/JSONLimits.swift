/// How much of a hostile message is looked at before it is refused.
public struct JSONLimits: Hashable, Sendable {
    /// The longest text accepted, in bytes. Default 1 MiB, range 1 … 2^31.
    public var maximumBytes: Int
    /// How many arrays and objects may stand inside each other. Default 32; 0 allows scalars only.
    public var maximumDepth: Int
    /// How many values and member names together a text may hold. Default 400,000, range 1 … 2^24.
    public var maximumValues: Int

    /// Makes limits.
    ///
    /// - Precondition: Each limit lies in its range.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumValues: Int = 400_000) {
        precondition(
            (1...1 << 31).contains(maximumBytes), "maximumBytes must be 1 … 2^31: the tape's offsets are 32 bits")
        precondition(maximumDepth >= 0, "maximumDepth must not be negative")
        precondition(
            (1...1 << 24).contains(maximumValues), "maximumValues must be 1 … 2^24: the tape's counts are 24 bits")
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }
}
