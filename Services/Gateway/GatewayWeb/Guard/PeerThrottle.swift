import Domain
import MicroHTTPD

/// Bounds on attempts to prove who one is, for each network of a client: signing in, registering, and passwords and
/// codes that confirm something.
///
/// Auth slows down guesses for each user and for each process; to auth, all browsers are one process. This bound keeps
/// one network from using up what all others need. It forgets the networks whose time began first when there are too
/// many, and with the process.
package struct PeerThrottle: Sendable {
    /// The bounds.
    package struct Limits: Sendable {
        /// The most attempts of a network in a minute.
        package var perMinute = 10
        /// The most attempts of a network in an hour.
        package var perHour = 60
        /// The most networks that are counted at a time.
        package var networks = 4_096

        /// Creates the default bounds.
        package init() {}
    }

    private let minutes: Budget<[UInt8]>
    private let hours: Budget<[UInt8]>
    private let clock: WallClock

    /// Creates a throttle without any attempts.
    package init(clock: WallClock, limits: Limits = Limits()) {
        minutes = Budget(most: limits.perMinute, within: .seconds(60), mostKeys: limits.networks)
        hours = Budget(most: limits.perHour, within: .seconds(3_600), mostKeys: limits.networks)
        self.clock = clock
    }

    /// Counts an attempt. Call it before the proof is examined.
    ///
    /// - Parameter client: As the guard has admitted it. Clients without an address, whom a proxy hides or a Unix
    ///   socket leads here, count as one network.
    /// - Returns: The time until the next attempt is possible; nil when this one may be made.
    package func attempt(by client: WebPeer?) -> Duration? {
        let (network, now) = (client?.network ?? [], clock.now())
        // Refused attempts cost nothing of the hour: whoever waits the minute can go on.
        return minutes.take(of: network, at: now) ?? hours.take(of: network, at: now)
    }

    /// Returns the response to an attempt that comes too early: 429 with `Retry-After` (RFC 6585, section 4), without
    /// the fields that all responses have.
    package static func refusal(after wait: Duration, in language: Language, styleSheet: WebLink?) -> WebResponse {
        var response = ErrorPage.tooManyAttempts.response(in: language, styleSheet: styleSheet)
        let (seconds, rest) = wait.components
        response.headers.append(WebHeader("Retry-After", String(max(1, seconds + (rest > 0 ? 1 : 0)))))
        return response
    }
}
