import Coordination
import Domain
import Reasons
import Signals

/// How many may register within a while, in all and by the process that asks: users are rows that stay, and the answer
/// to a registration tells whether an address is taken. A registration that is refused for what it asks counts like any
/// other.
final class RegistrationBound: Sendable {
    /// Counted from the first of them.
    static let span = Duration.seconds(600)
    private static let mostProcesses = 1000

    private let all: Budget<Bool>
    private let byProcess: Budget<PeerProcess>

    /// - Parameter most: How many in all; one process has half of that.
    init(most: Int) {
        all = Budget(most: most, within: Self.span, mostKeys: 1)
        byProcess = Budget(most: max(1, most / 2), within: Self.span, mostKeys: Self.mostProcesses)
    }

    /// Takes one registration.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func take(for peer: PeerProcess?, at now: Instant) throws(Fault) {
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
