/// The backoff of a link that has lost its connection.
///
/// libzmq backs off only while it cannot connect at all. A peer that completes the handshake and hangs up would be
/// reconnected to, and sent all waiting requests, as fast as the machine can.
struct Reconnection {
    /// The most times one request is sent. With the pauses in between, this outlasts a restart of several seconds.
    static let sendsPerRequest = 10
    private static let firstPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(1)

    private var losses = 0

    /// Resets the backoff: the service answered, so it works.
    mutating func answered() { losses = 0 }

    /// Counts a lost connection.
    ///
    /// - Returns: How long to wait; zero after the first loss, because a restarted service already listens.
    mutating func pauseAfterLoss() -> Duration {
        defer { losses += 1 }
        guard losses > 0 else { return .zero }
        return min(Self.firstPause * (1 << min(losses - 1, 16)), Self.longestPause)
    }
}
