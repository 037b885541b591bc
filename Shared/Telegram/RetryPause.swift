/// How long to wait after failures in a row: twice as long each time, up to a minute, and not exactly so long, so that
/// many who failed together do not come back together.
public struct RetryPause: Sendable {
    private static let longest = Duration.seconds(60)

    private let shortest: Duration
    /// How many failures there were in a row.
    public private(set) var failures = 0

    /// - Parameter shortest: After the first failure.
    public init(shortest: Duration) { self.shortest = shortest }

    /// It worked.
    public mutating func reset() { failures = 0 }

    /// It failed once more.
    /// - Returns: How long to wait: between the half and the whole of what it comes to.
    public mutating func next() -> Duration {
        failures += 1
        let whole = min(Self.longest, shortest * (1 << min(failures - 1, 10)))
        return whole * Double.random(in: 0.5...1)
    }
}
