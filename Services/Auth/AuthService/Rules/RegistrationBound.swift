import Coordination
import Domain
import Reasons
import Signals

/// A limit for registrations within ``span``, in total and for each calling process. Users are rows that stay, and the
/// answer to a registration reveals whether an address is taken. So registrations refused for a taken address or user
/// name count, too.
final class RegistrationBound: Sendable {
    /// Counted from the first registration.
    static let span = Duration.seconds(600)
    private static let mostProcesses = 1000

    private let all: Budget<Bool>
    private let byProcess: Budget<RequestPeer>

    /// - Parameter most: The limit in total. One process gets half of it.
    init(most: Int) {
        all = Budget(most: most, within: Self.span, mostKeys: 1)
        byProcess = Budget(most: max(1, most / 2), within: Self.span, mostKeys: Self.mostProcesses)
    }

    /// Counts one registration.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func take(for peer: RequestPeer?, at now: Instant) throws(Fault) {
        guard let wait = peer.flatMap({ byProcess.take(of: $0, at: now) }) ?? all.take(of: true, at: now) else {
            return
        }
        let milliseconds = max(1, Int(wait.wholeMilliseconds))
        let minutes = (milliseconds + 59_999) / 60_000
        throw Fault(
            .tooManyAttempts, .tooManyRegistrations, ["minutes": .number(minutes)],
            retryAfterMilliseconds: milliseconds)
    }
}
