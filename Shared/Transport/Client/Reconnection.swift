/// How soon a link that has lost its connection may make another one.
///
/// libzmq backs off only while no connection is made at all. A peer that greets and hangs up would be connected to, and sent
/// everything that waits, as often as the machine can.
struct Reconnection {
    /// How often one request is sent at most. With the pauses between it lasts over a restart of several seconds.
    static let sendsPerRequest = 10
    private static let firstPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(1)

    private var losses = 0

    /// The service answered something: it works.
    mutating func answered() { losses = 0 }

    /// Notes that a connection was lost.
    ///
    /// - Returns: How long to wait; zero after the first loss, as a restarted service listens already.
    mutating func pauseAfterLoss() -> Duration {
        defer { losses += 1 }
        guard losses > 0 else { return .zero }
        return min(Self.firstPause * (1 << min(losses - 1, 16)), Self.longestPause)
    }
}
