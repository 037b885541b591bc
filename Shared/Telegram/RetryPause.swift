/// An exponential back-off: the pause doubles with each failure in a row, up to a minute. Jitter keeps clients that
/// failed together from retrying together.
public struct RetryPause: Sendable {
    private static let longest = Duration.seconds(60)

    private let shortest: Duration
    /// The number of failures in a row.
    public private(set) var failures = 0

    /// - Parameter shortest: The pause after the first failure.
    public init(shortest: Duration) { self.shortest = shortest }

    /// Resets the back-off after a success.
    public mutating func reset() { failures = 0 }

    /// Records a failure.
    /// - Returns: The pause: a random part between half and all of the current one.
    public mutating func next() -> Duration {
        failures += 1
        let whole = min(Self.longest, shortest * (1 << min(failures - 1, 10)))
        return whole * Double.random(in: 0.5...1)
    }
}
